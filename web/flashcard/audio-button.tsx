import { useLingui } from '@lingui/react/macro';
import { IconSpeakerphone, IconVolume } from '@tabler/icons-react';
import { LightIconButton } from './light-parts.tsx';

interface AudioButtonProps {
  onPlay: () => void;
  /** The browser's own voice reads it. */
  isSpoken?: boolean;
}

export function AudioButton({ onPlay, isSpoken = false }: AudioButtonProps) {
  const { t } = useLingui();
  const Icon = isSpoken ? IconSpeakerphone : IconVolume;
  return (
    <LightIconButton
      look="round"
      aria-label={isSpoken ? t`Read aloud with the browser's voice` : t`Play audio`}
      title={isSpoken ? t`Read aloud with the browser's voice` : undefined}
      aria-keyshortcuts="P"
      onClick={onPlay}
    >
      <Icon size={22} aria-hidden />
    </LightIconButton>
  );
}
