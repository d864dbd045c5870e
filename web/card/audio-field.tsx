import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { AudioFileInput } from '../ui/audio-file-input.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import type { AudioChoice } from './card-rules.ts';

interface AudioFieldProps {
  choice: AudioChoice;
  /** The audio that the card has so far. */
  current: string | null;
  onChange: (choice: AudioChoice) => void;
  error: string | undefined;
}

/** Chooses a card's audio, to be heard before it is sent; takes away the one that the card has. */
export function AudioField({ choice, current, onChange, error }: AudioFieldProps) {
  const { t } = useLingui();
  const kept = choice === undefined ? current : null;
  return (
    <Stack gap="xs">
      <AudioFileInput
        label={current ? t`Other audio (optional)` : t`Audio (optional)`}
        description={t`MP3, WAV, OGG, M4A, AAC, WebM or FLAC, at most 10 MB`}
        accept="audio/*"
        file={choice ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        error={error}
      />
      {kept && (
        <Group gap="sm">
          <AudioPlayer src={kept} label={t`Listen to the card's audio`} preload="none" />
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
            <Trans>Remove the audio</Trans>
          </Button>
        </Group>
      )}
      {choice === null && (
        <Group gap="sm" role="status">
          <Text size="sm" c="dimmed">
            <Trans>The audio goes when you save.</Trans>
          </Text>
          <Button size="xs" variant="subtle" onClick={() => onChange(undefined)}>
            <Trans>Keep it</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
