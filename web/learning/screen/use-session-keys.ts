import { useEffect, useEffectEvent } from 'react';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { isSilenced } from '../../lib/text/letter-keys.ts';
import { type FocusKind, focusKind } from '../../ui/control/focus-kind.ts';

type KeyAction = 'reveal' | 'play' | { rating: Rating };

/** The part of a keyboard event that decides. */
export interface Pressed {
  key: string;
  /** True while the key is held down. */
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  focus: FocusKind;
}

const RATINGS: Record<string, Rating> = { '1': 0, '2': 1, '3': 2 };

/** Typing, dialogs and the browser's own shortcuts keep their keys; a key that is held acts once. */
const isLeftAlone = ({ focus, ...pressed }: Pressed): boolean =>
  pressed.repeat ||
  pressed.isComposing ||
  pressed.ctrlKey ||
  pressed.metaKey ||
  pressed.altKey ||
  focus === 'dialog' ||
  focus === 'field';

/** Returns what a key does in the session; null leaves it to the browser. */
export function keyAction(
  pressed: Pressed,
  session: { revealed: boolean; audio: boolean; suggested?: Rating | undefined },
): KeyAction | null {
  const { key, focus } = pressed;
  if (isLeftAlone(pressed)) return null;
  const rating = RATINGS[key];
  if (rating !== undefined) return session.revealed ? { rating } : null;
  if (key.toLowerCase() === 'p') return session.audio ? 'play' : null;
  if (key === 'Enter' && session.revealed && session.suggested !== undefined && focus === 'page')
    return { rating: session.suggested };
  // On a button, Space and Enter press that button.
  if (key === ' ' || key === 'Enter') return session.revealed || focus === 'control' ? null : 'reveal';
  return null;
}

/** Z takes the last answer back, on every screen of the session. */
export const isUndoKey = (pressed: Pressed): boolean =>
  pressed.key.toLowerCase() === 'z' && !isLeftAlone(pressed);

/** Escape closes what is open first: dialogs, menus, the list of an input method. */
export const isLeaveKey = ({ key, focus, repeat, isComposing }: Pressed): boolean =>
  key === 'Escape' && focus !== 'dialog' && !repeat && !isComposing;

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
