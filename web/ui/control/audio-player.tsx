import { useLingui } from '@lingui/react/macro';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../feedback/notices.tsx';
import classes from './audio-file-input.module.css';

interface AudioPlayerProps {
  src: string;
  label: string;
  preload: 'metadata' | 'none';
}

/** The browser's player, which says so when it can't play. */
export function AudioPlayer({ src, label, preload }: AudioPlayerProps) {
  const { i18n } = useLingui();
  const notices = useNotices();
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is heard is learnt or tested by hearing it
    <audio
      key={src}
      controls
      preload={preload}
      src={src}
      aria-label={label}
      className={classes.player}
      onError={() => notices.error(i18n._(noticeText.audioFailed))}
    />
  );
}
