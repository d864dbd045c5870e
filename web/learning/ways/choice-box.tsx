import { useLingui } from '@lingui/react/macro';
import { Button, Kbd, Stack } from '@mantine/core';
import { useState } from 'react';
import type { StudyCard } from '../../../core/card/card.schema.ts';
import { textLanguage } from '../../../core/card/text-language.ts';
import { CardText } from '../../card/marks/card-text.tsx';
import { useLetterKeys } from '../../lib/letter-keys.ts';
import { browserClock } from '../../lib/timing.ts';
import { useKeyDown } from '../use-session-keys.ts';
import { choiceOptions } from './choice-options.ts';
import classes from './ways.module.css';

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
  const [options] = useState(() => choiceOptions({ card, backFirst, others, random: browserClock.chance }));
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
