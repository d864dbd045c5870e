import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Radio, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { Way } from '../../../core/deck/deck.schema.ts';
import type { CramKind, CramTag } from '../../../core/learning/choosing/cram.schema.ts';
import { CRAM_CARDS_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { wayTexts } from '../../deck/way-texts.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import classes from '../screen/learning-session.module.css';
import { type CramDeck, type CramTagCounts, readCramCards, useCramTagCounts } from './cram.queries.ts';

interface CramTagFieldsProps {
  tags: readonly CramTag[];
  tag: string | null;
  onTag: (tag: string | null) => void;
  /** Of the tag, once they are there. */
  counts: CramTagCounts | undefined;
  overDecks: boolean;
  onOverDecks: (overDecks: boolean) => void;
}

/** Narrows the choice to the cards with a tag, of the deck or of all decks that have such cards. */
function CramTagFields({ tags, tag, onTag, counts, overDecks, onOverDecks }: CramTagFieldsProps) {
  const { i18n, t } = useLingui();
  const { compare } = new Intl.Collator(i18n.locale, { numeric: true });
  const option = ({ tag: name, cards }: CramTag) => {
    const count = i18n.number(cards);
    return { value: name, label: t`${name}: ${count}` };
  };
  const isElsewhere = counts !== undefined && counts.ofAll.all > counts.ofDeck.all;
  const { all = 0, decks = 0 } = counts?.ofAll ?? {};
  return (
    <>
      <NativeSelect
        size="md"
        label={t`Tag`}
        value={tag ?? ''}
        onChange={(event) => onTag(event.currentTarget.value || null)}
        data={[
          { value: '', label: t`With or without a tag` },
          ...tags.toSorted((one, other) => compare(one.tag, other.tag)).map(option),
        ]}
      />
      {isElsewhere && (
        <Switch
          size="md"
          checked={overDecks}
          onChange={(event) => onOverDecks(event.currentTarget.checked)}
          label={t`From all my decks with this tag`}
          description={t`${plural(all, { one: '# card', other: '# cards' })} in ${plural(decks, { one: '# deck', other: '# decks' })}`}
        />
      )}
    </>
  );
}

const KINDS: CramKind[] = ['all', 'flagged', 'hard', 'due'];
const SIZES = [10, 20, 50, 100];
const SIZE = 20;

interface CramChoiceFormProps {
  of: CramDeck;
  onBegin: (chosen: CramChoice) => void;
}

/** What was chosen to practise. */
export interface CramChoice {
  cards: StudyCard[];
  way: Way;
  /** Over several decks: the tag of the cards. */
  tag: string | null;
}

/** Which cards, how many and how. */
export function CramChoiceForm({ of, onBegin }: CramChoiceFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { kept, tags } = of;
  const [tag, setTag] = useState<string | null>(null);
  const [isWide, setWide] = useState(false);
  const tagged = useCramTagCounts(of.deck.id, tag);
  const overDecks = isWide && tag !== null;
  // Until those of the tag are there, those of the deck stand; then nothing can be begun.
  const counts = (overDecks ? tagged.data?.ofAll : tagged.data?.ofDeck) ?? of.counts;
  const isCounted = tag === null || tagged.data !== undefined;
  const [wantedKind, setKind] = useState<CramKind>('all');
  const kind = counts[wantedKind] > 0 ? wantedKind : 'all';
  const [wanted, setWanted] = useState(SIZE);
  const [way, setWay] = useState(of.way);
  const most = Math.min(CRAM_CARDS_MAX, counts[kind]);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const limit = Math.min(wanted, most);
  const kindText = (one: CramKind) => {
    const count = i18n.number(counts[one]);
    return {
      all: t`All cards: ${count}`,
      flagged: t`Flagged: ${count}`,
      hard: t`Forgotten before, the hardest first: ${count}`,
      due: t`Due for review: ${count}`,
    }[one];
  };
  const { submit, sending } = useSubmit({
    run: async () => {
      const cards = await readCramCards(of, { kind, limit, tag, overDecks });
      onBegin({ cards, way, tag: overDecks ? tag : null });
    },
    failed: (error) => notices.error(errorText(i18n, error)),
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {kept && (
          <Text role="status">
            <Trans>Without a network you practise the cards of this deck that this device keeps.</Trans>
          </Text>
        )}
        {tags.length > 0 && (
          <CramTagFields
            tags={tags}
            tag={tag}
            onTag={setTag}
            counts={tagged.data}
            overDecks={overDecks}
            onOverDecks={setWide}
          />
        )}
        {!isCounted && tagged.error && (
          <LoadError error={tagged.error} onRetry={() => void tagged.mutate()} />
        )}
        <Radio.Group label={t`Which cards`} value={kind} onChange={(value) => setKind(value as CramKind)}>
          {KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={kindText(one)}
              disabled={counts[one] === 0}
              classNames={{ body: classes.way, label: classes.wayLabel }}
            />
          ))}
        </Radio.Group>
        <NativeSelect
          size="md"
          label={t`How many`}
          value={`${sizes.includes(limit) ? limit : most}`}
          onChange={(event) => setWanted(Number(event.currentTarget.value))}
          data={sizes.map((size) => ({ value: `${size}`, label: i18n.number(size) }))}
        />
        <NativeSelect
          size="md"
          label={t`How to practise`}
          value={way}
          onChange={(event) => setWay(event.currentTarget.value as Way)}
          data={(Object.keys(wayTexts) as Way[]).map((one) => ({ value: one, label: i18n._(wayTexts[one]) }))}
        />
        <Button
          type="submit"
          size="md"
          loading={sending || !(isCounted || tagged.error)}
          disabled={!isCounted}
        >
          <Trans>Begin</Trans>
        </Button>
      </Stack>
    </form>
  );
}
