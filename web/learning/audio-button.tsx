import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';

export function AudioButton({ onPlay }: { onPlay: () => void }) {
  const { t } = useLingui();
  return (
    <ActionIcon
      variant="light"
      size={44}
      radius="xl"
      aria-label={t`Play audio`}
      aria-keyshortcuts="P"
      onClick={onPlay}
    >
      <IconVolume size={22} aria-hidden />
    </ActionIcon>
  );
}
