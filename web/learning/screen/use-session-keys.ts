import { useEffect, useEffectEvent } from 'react';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { isSilenced } from '../../lib/text/letter-keys.ts';
import { focusKind } from '../../ui/control/focus-kind.ts';
import { isLeaveKey, isUndoKey, keyAction, type Pressed } from './session-keys.ts';

interface SessionKeys {
  revealed: boolean;
  /** What Enter rates once it is revealed; absent: nothing. */
  suggested?: Rating | undefined;
  onReveal: () => void;
  onRate: (rating: Rating) => void;
  /** Absent without audio. */
  onPlay: (() => void) | undefined;
}

function pressedIn(event: KeyboardEvent): Pressed {
  const { key, repeat, ctrlKey, metaKey, altKey, isComposing } = event;
  return { key, repeat, ctrlKey, metaKey, altKey, isComposing, focus: focusKind(event.target) };
}

/** `onPress` for each key that goes down anywhere on the page. */
export function useKeyDown(onPress: (event: KeyboardEvent, pressed: Pressed) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSilenced(event)) onPress(event, pressedIn(event));
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Z takes the last answer back, whatever the session shows; absent when there is none. */
export function useUndoKey(onUndo: (() => void) | undefined): void {
  useKeyDown((event, pressed) => {
    if (!onUndo || event.defaultPrevented || !isUndoKey(pressed)) return;
    event.preventDefault();
    onUndo();
  });
}

/** Escape leaves the session; from a field it only leaves the field. */
export function useLeaveKey(onLeave: () => void): void {
  useKeyDown((event, pressed) => {
    if (event.defaultPrevented || !isLeaveKey(pressed)) return;
    const { activeElement } = document;
    if (focusKind(event.target) === 'field' && activeElement instanceof HTMLElement) activeElement.blur();
    else onLeave();
  });
}

/** Space or Enter reveals, 1 2 3 rate, Enter as suggested, P plays; nothing of it while the focus is in a field or dialog. */
export function useSessionKeys({ revealed, suggested, onReveal, onRate, onPlay }: SessionKeys): void {
  useKeyDown((event, pressed) => {
    const action = keyAction(pressed, { revealed, suggested, audio: onPlay !== undefined });
    if (action === null || event.defaultPrevented) return;
    event.preventDefault();
    if (action === 'reveal') onReveal();
    else if (action === 'play') onPlay?.();
    else onRate(action.rating);
  });
}
