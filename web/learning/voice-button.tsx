import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';

/** Plays what the browser's own voice reads of a card. */
export default function VoiceButton({ onPlay }: { onPlay: () => void }) {
  const { t } = useLingui();
  const name = t`Read aloud with the browser's voice`;
  return (
    <ActionIcon
      variant="light"
      size={44}
      radius="xl"
      aria-label={name}
      title={name}
      aria-keyshortcuts="P"
      onClick={onPlay}
    >
      <IconSpeakerphone size={22} aria-hidden />
    </ActionIcon>
  );
}
