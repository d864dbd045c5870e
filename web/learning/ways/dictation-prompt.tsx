import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Paper, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';

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
          aria-keyshortcuts="P"
          onClick={onPlay}
        >
          <IconVolume size={44} aria-hidden />
        </ActionIcon>
        <Text c="dimmed">
          <Trans>Listen, and type what you hear.</Trans>
        </Text>
      </Stack>
    </Paper>
  );
}
