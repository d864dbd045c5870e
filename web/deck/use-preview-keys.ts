import { useEffect, useEffectEvent } from 'react';
import { previewAction } from './preview-keys.ts';

interface PreviewKeys {
  flip: () => void;
  move: (by: 1 | -1) => void;
  /** Absent without audio. */
  play: (() => void) | undefined;
}

/** The arrows move, Space turns the card over, P plays. */
export function usePreviewKeys({ flip, move, play }: PreviewKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const onControl = target instanceof Element && target.closest('button, a[href]') !== null;
    const action = previewAction({ key, ctrlKey, metaKey, altKey, onControl });
    if (action === null || event.defaultPrevented) return;
    event.preventDefault();
    if (action === 'flip') flip();
    else if (action === 'play') play?.();
    else move(action === 'next' ? 1 : -1);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
