import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconSpeakerphone, IconVolume } from '@tabler/icons-react';

interface AudioButtonProps {
  onPlay: () => void;
  /** The browser's own voice reads it. */
  isSpoken?: boolean;
}

export function AudioButton({ onPlay, isSpoken = false }: AudioButtonProps) {
  const { t } = useLingui();
  const Icon = isSpoken ? IconSpeakerphone : IconVolume;
  return (
    <ActionIcon
      variant="light"
      size={44}
      radius="xl"
      aria-label={isSpoken ? t`Read aloud with the browser's voice` : t`Play audio`}
      title={isSpoken ? t`Read aloud with the browser's voice` : undefined}
      aria-keyshortcuts="P"
      onClick={onPlay}
    >
      <Icon size={22} aria-hidden />
    </ActionIcon>
  );
}
