import { Plural, Trans } from '@lingui/react/macro';
import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconConfetti, IconRefresh } from '@tabler/icons-react';
import classes from './learning-session.module.css';
import type { SessionState } from './session.state.ts';

interface CompletionProps {
  session: SessionState;
  onRelearn: () => void;
  onEnd: () => void;
}

export function Completion({ session, onRelearn, onEnd }: CompletionProps) {
  const done = session.doneIds.length;
  const nothingToRelearn = session.learned.length === 0 && session.firstCards.length === 0;
  return (
    <>
      <Stack align="center" gap="md" py="xl" className={classes.middle} role="status">
        <ThemeIcon size={88} radius={88} variant="light">
          <IconConfetti size={48} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h3" ta="center">
          <Trans>Congratulations, you have finished today's session!</Trans>
        </Title>
        {done > 0 && (
          <Text c="dimmed" ta="center">
            <Plural value={done} one="You learned # card." other="You learned # cards." />
          </Text>
        )}
      </Stack>
      <Stack gap="xs" className={classes.actions}>
        <Button
          size="lg"
          variant="light"
          leftSection={<IconRefresh size={20} aria-hidden />}
          disabled={nothingToRelearn}
          onClick={onRelearn}
        >
          <Trans>Study today's cards again</Trans>
        </Button>
        <Button size="lg" onClick={onEnd}>
          <Trans>End session</Trans>
        </Button>
      </Stack>
    </>
  );
}
