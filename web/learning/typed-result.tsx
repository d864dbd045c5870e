import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Typed } from '../../core/learning/learning.schema.ts';
import { LetterMarks } from './letter-marks.tsx';
import classes from './typed-answer.module.css';
import { typedVerdict } from './typed-answer.ts';

const VERDICTS: Record<Exclude<Typed, 'none'>, { Icon: typeof IconCircleCheck; words: ReactNode }> = {
  right: { Icon: IconCircleCheck, words: <Trans>Exactly right</Trans> },
  accent: { Icon: IconCircleDashed, words: <Trans>Right letters, look at the marks</Trans> },
  wrong: { Icon: IconCircleX, words: <Trans>Not quite</Trans> },
};

/** What was typed and how right it was, once the card is revealed. */
export function TypedResult({ typed, expected }: { typed: string; expected: string }) {
  const verdict = typedVerdict(typed, expected);
  if (verdict === 'none') return null;
  const { Icon, words } = VERDICTS[verdict];
  return (
    <Group gap="xs" justify="center" className={classes.result} data-verdict={verdict}>
      <Icon size={20} aria-hidden />
      <Text component="span" size="sm" fw={600} role="status">
        {words}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        <Trans>You typed</Trans>
      </Text>
      <LetterMarks typed={typed} expected={expected} />
    </Group>
  );
}
