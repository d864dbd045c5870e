import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Switch } from '@mantine/core';
import type { CramTag } from '../../../core/learning/cram.schema.ts';
import type { CramTagCounts } from './cram.queries.ts';

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
export function CramTagFields({ tags, tag, onTag, counts, overDecks, onOverDecks }: CramTagFieldsProps) {
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
