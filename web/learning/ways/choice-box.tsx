import { useLingui } from '@lingui/react/macro';
import { Button, Kbd, Stack } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { StudyCard } from '../../../core/card/card.schema.ts';
import { textLanguage } from '../../../core/card/text-language.ts';
import type { OtherCard } from '../../../core/learning/mixed-up.schema.ts';
import { CardText } from '../../card/marks/card-text.tsx';
import { useLetterKeys } from '../../lib/letter-keys.ts';
import { browserClock } from '../../lib/timing.ts';
import { useRead } from '../../lib/use-read.ts';
import { useKeyDown } from '../use-session-keys.ts';
import { distractors } from './asking.ts';
import { choiceOptions } from './choice-options.ts';
import classes from './ways.module.css';

/**
 * Which others the student's class takes for a card, none of which is right as well. Read once in a session. Until it is
 * there, and without a network, nobody mixes up anything.
 */
function useMixedUp(card: StudyCard, backFirst: boolean): OtherCard[] {
  const { data } = useRead(
    addressOf('GET /api/decks/:deckId/mixed-up', { params: { deckId: card.deck_id } }),
    { revalidateIfStale: false, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const others = data?.find(({ card_id }) => card_id === card.id)?.others ?? [];
  return distractors(card, backFirst, others);
}

export interface ChoiceBoxProps {
  card: StudyCard;
  backFirst: boolean;
  others: StudyCard[];
  onChoose: (option: string) => void;
}

/** The answer among others; 1 to 4 choose, too. */
export function ChoiceBox({ card, backFirst, others, onChoose }: ChoiceBoxProps) {
  const { t } = useLingui();
  const hasKeys = useLetterKeys();
  const mixedUp = useMixedUp(card, backFirst);
  // What is to be chosen from stays while it is shown.
  const [options] = useState(() => {
    const known = distractors(card, backFirst, [...mixedUp, ...others]);
    return choiceOptions({ card, backFirst, others: known, mixedUp, random: browserClock.chance });
  });
  useKeyDown((event, { key, repeat, focus, ctrlKey, metaKey, altKey }) => {
    const option = options[Number(key) - 1];
    const isOther = repeat || ctrlKey || metaKey || altKey || event.defaultPrevented;
    if (option === undefined || isOther || focus === 'field' || focus === 'dialog') return;
    event.preventDefault();
    onChoose(option);
  });
  return (
    <Stack gap="xs" role="group" aria-label={t`Choose the answer`}>
      {options.map((option, index) => (
        <Button
          key={option}
          variant="default"
          size="md"
          fullWidth
          justify="flex-start"
          classNames={{ root: classes.option, label: classes.label }}
          lang={textLanguage(option, [card.front, card.back])}
          aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
          leftSection={
            hasKeys && (
              <Kbd visibleFrom="sm" aria-hidden>
                {index + 1}
              </Kbd>
            )
          }
          onClick={() => onChoose(option)}
        >
          <CardText text={option} isLine />
        </Button>
      ))}
    </Stack>
  );
}
