import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Typed } from '../../core/learning/learning.schema.ts';
import { nearestAnswer, typedVerdict } from '../../core/learning/typed-answer.ts';
import { CardText } from '../card/marks/card-text.tsx';
import { LetterMarks } from './letter-marks.tsx';
import classes from './typed-answer.module.css';

const VERDICTS: Record<Exclude<Typed, 'none'>, { Icon: typeof IconCircleCheck; words: ReactNode }> = {
  right: { Icon: IconCircleCheck, words: <Trans>Exactly right</Trans> },
  accent: { Icon: IconCircleDashed, words: <Trans>Right letters, look at the marks</Trans> },
  wrong: { Icon: IconCircleX, words: <Trans>Not quite</Trans> },
};

interface TypedResultProps {
  typed: string;
  accepted: string[];
  lenient: boolean;
  /** It was chosen of several: its letters say nothing. */
  isChosen: boolean;
}

/** What was typed and how right it was, once the card is revealed. */
export function TypedResult({ typed, accepted, lenient, isChosen }: TypedResultProps) {
  const found = typedVerdict(typed, accepted, { lenient });
  const verdict = isChosen && found === 'accent' ? 'wrong' : found;
  if (verdict === 'none') return null;
  const { Icon, words } = VERDICTS[verdict];
  return (
    <Group gap="xs" justify="center" className={classes.result} data-verdict={verdict}>
      <Icon size={20} aria-hidden />
      <Text component="span" size="sm" fw={600} role="status">
        {words}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {isChosen ? <Trans>You chose</Trans> : <Trans>You typed</Trans>}
      </Text>
      {isChosen ? (
        <Text component="span" size="sm">
          <CardText text={typed} />
        </Text>
      ) : (
        <LetterMarks typed={typed} expected={nearestAnswer(typed, accepted)} />
      )}
    </Group>
  );
}
