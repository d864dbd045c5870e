import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Kbd, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconVolume } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { textLanguage } from '../../../core/card/text-language.ts';
import type { OtherCard } from '../../../core/learning/progress/mixed-up.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { afterFrame, browserClock } from '../../lib/live/timing.ts';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { CardText } from '../../marks/card-text.tsx';
import { KEYS, useKeyDown } from '../../ui/control/keys.ts';
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

type Tone = 'right' | 'wrong' | 'other';

/** What became of an option, at its end. */
function Judged({ tone }: { tone: Tone | undefined }) {
  const { t } = useLingui();
  if (tone === 'right') return <IconCircleCheck size={24} role="img" aria-label={t`Correct!`} />;
  return tone === 'wrong' && <IconCircleX size={24} role="img" aria-label={t`Not right`} />;
}

interface ChoiceBoxProps {
  card: StudyCard;
  backFirst: boolean;
  others: StudyCard[];
  /** One of them. */
  right: string;
  /** Once it is judged; undefined before. */
  chosen: string | undefined;
  onChoose: (option: string) => void;
}

/** The answer among others; 1 to 4 choose, too. They stay once one was chosen, and show which one was right. */
export function ChoiceBox({ card, backFirst, others, right, chosen, onChoose }: ChoiceBoxProps) {
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
    if (chosen !== undefined || option === undefined || repeat || ctrlKey || metaKey || altKey) return;
    if (focus === 'field' || focus === 'dialog') return;
    event.preventDefault();
    onChoose(option);
  });
  const group = useRef<HTMLDivElement>(null);
  const isJudged = chosen !== undefined;
  useEffect(() => {
    // Once the sheet, too, is there.
    if (isJudged) return afterFrame(() => group.current?.scrollIntoView({ block: 'nearest' }));
  }, [isJudged]);
  const hasPrinted = hasKeys && chosen === undefined;
  const toneOf = (option: string): Tone | undefined => {
    if (chosen === undefined) return undefined;
    if (option === right) return 'right';
    return option === chosen ? 'wrong' : 'other';
  };
  return (
    <Stack
      ref={group}
      gap="xs"
      role="group"
      aria-label={t`Choose the answer`}
      className={classes.options}
      data-judged={chosen !== undefined || undefined}
    >
      {options.map((option, index) => (
        <Button
          key={option}
          variant="default"
          size="md"
          fullWidth
          justify="flex-start"
          className={toneOf(option) === 'wrong' ? 'shakes' : undefined}
          classNames={{ root: classes.option, label: classes.label }}
          data-tone={toneOf(option)}
          lang={textLanguage(option, [card.front, card.back])}
          disabled={chosen !== undefined}
          aria-keyshortcuts={hasPrinted ? String(index + 1) : undefined}
          leftSection={
            hasPrinted && (
              <Kbd visibleFrom="sm" aria-hidden>
                {index + 1}
              </Kbd>
            )
          }
          rightSection={chosen !== undefined && <Judged tone={toneOf(option)} />}
          onClick={() => onChoose(option)}
        >
          <CardText text={option} isLine />
        </Button>
      ))}
    </Stack>
  );
}

/** In the place of the card: its sound, which plays by itself once where the browser lets it. */
export function DictationPrompt({ onPlay }: { onPlay: () => void }) {
  const { t } = useLingui();
  const play = useEffectEvent(onPlay);
  useEffect(() => play(), []);
  return (
    <Paper withBorder radius="lg" p="xl">
      <Stack align="center" gap="sm">
        <ActionIcon
          variant="light"
          size={88}
          radius="xl"
          aria-label={t`Play audio`}
          aria-keyshortcuts={KEYS.session.play.join()}
          onClick={onPlay}
        >
          <IconVolume size={44} aria-hidden />
        </ActionIcon>
        <Text c="dimmed">{t`Listen, and type what you hear.`}</Text>
      </Stack>
    </Paper>
  );
}

/** What only some ways to practise need, as one part of the script. */
export { JudgedSheet } from '../card/judged-sheet.tsx';
export { ClassWayNote } from './class-way.tsx';
