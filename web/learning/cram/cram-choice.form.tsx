import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { StudyCard } from '../../../core/card/card.schema.ts';
import type { Way } from '../../../core/deck/deck.schema.ts';
import type { CramKind } from '../../../core/learning/cram.schema.ts';
import { CRAM_CARDS_MAX } from '../../../core/learning/learning-limits.ts';
import { wayTexts } from '../../deck/way-texts.ts';
import { errorText } from '../../lib/error-text.ts';
import { useNotices } from '../../ui/notices.tsx';
import classes from '../learning-session.module.css';
import { type CramDeck, readCramCards } from './cram.queries.ts';

const KINDS: CramKind[] = ['all', 'flagged', 'hard', 'due'];
const SIZES = [10, 20, 50, 100];
const SIZE = 20;

interface CramChoiceFormProps {
  of: CramDeck;
  onBegin: (cards: StudyCard[], way: Way) => void;
}

/** Which cards, how many and how. */
export function CramChoiceForm({ of, onBegin }: CramChoiceFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { counts, kept } = of;
  const [kind, setKind] = useState<CramKind>('all');
  const [wanted, setWanted] = useState(SIZE);
  const [way, setWay] = useState(of.way);
  const [isBusy, setBusy] = useState(false);
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
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onBegin(await readCramCards(of, { kind, limit }), way);
    } catch (error) {
      notices.error(errorText(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void begin(event)}>
      <Stack>
        {kept && (
          <Text role="status">
            <Trans>Without a network you practise the cards of this deck that this device keeps.</Trans>
          </Text>
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
        <Button type="submit" size="md" loading={isBusy}>
          <Trans>Begin</Trans>
        </Button>
      </Stack>
    </form>
  );
}
