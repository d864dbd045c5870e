import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { soundChoice } from '../lib/kept/sound-choice.ts';
import { useNotices } from '../ui/feedback/notices.tsx';

/**
 * Plays a card's audio from the start, loaded when it is first asked for; undefined when there is none. `failed` is what
 * to say when it can't be played. What plays ends with what is shown of the card, its `showing`.
 */
export function useCardAudio(
  src: string | null,
  failed: MessageDescriptor,
  showing = '',
): (() => void) | undefined {
  const { i18n } = useLingui();
  const notices = useNotices();
  const player = useRef<HTMLAudioElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another card's audio takes the place of this one's
  useEffect(() => {
    return () => {
      player.current?.pause();
      player.current = null;
    };
  }, [src, showing]);

  if (!src) return undefined;
  return () => {
    player.current ??= new Audio(src);
    player.current.currentTime = 0;
    // Browsers keep the pitch.
    player.current.playbackRate = soundChoice().sound_speed;
    player.current.play().catch((error: unknown) => {
      // Another tap, or the next card, interrupts the playing, and before the first tap a browser plays nothing by itself:
      // that is no failure.
      if (error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)) return;
      player.current = null;
      notices.error(i18n._(failed));
    });
  };
}
