import { useEffect, useEffectEvent } from 'react';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { focusKind, keyAction } from './session-keys.ts';

interface SessionKeys {
  revealed: boolean;
  onReveal: () => void;
  onRate: (rating: Rating) => void;
  /** Absent without audio. */
  onPlay: (() => void) | undefined;
}

/** Space or Enter reveals, 1 2 3 rate, P plays, wherever the focus is outside of fields and dialogs. */
export function useSessionKeys({ revealed, onReveal, onRate, onPlay }: SessionKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, repeat, ctrlKey, metaKey, altKey, isComposing } = event;
    const focus = focusKind(event.target);
    const action = keyAction(
      { key, repeat, ctrlKey, metaKey, altKey, isComposing, focus },
      { revealed, audio: onPlay !== undefined },
    );
    if (action === null || event.defaultPrevented) return;
    event.preventDefault();
    if (action === 'reveal') onReveal();
    else if (action === 'play') onPlay?.();
    else onRate(action.rating);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
