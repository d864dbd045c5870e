import type { Rating } from '../../../core/learning/learning.schema.ts';
import { actionOf, focusKind, KEYS, type Pressed, useKeyDown } from '../../ui/control/keys.ts';

type KeyAction = 'reveal' | 'play' | { rating: Rating };

/** Typing and dialogs keep their keys; a key that is held acts once. */
const isLeftAlone = ({ focus, repeat }: Pressed): boolean =>
  repeat || focus === 'dialog' || focus === 'field';

/** Returns what a key does to the card; null leaves it to the browser. */
export function keyAction(
  pressed: Pressed,
  session: { revealed: boolean; audio: boolean; suggested?: Rating | undefined },
): KeyAction | null {
  const { key, focus } = pressed;
  if (isLeftAlone(pressed)) return null;
  const action = actionOf(KEYS.session, pressed);
  switch (action) {
    case 'rate0':
    case 'rate1':
    case 'rate2':
      return session.revealed ? { rating: Number(action.at(-1)) as Rating } : null;
    case 'play':
      return session.audio ? 'play' : null;
    case 'reveal':
      if (session.revealed && session.suggested !== undefined && key === 'Enter' && focus === 'page')
        return { rating: session.suggested };
      // On a button, Space and Enter press that button.
      return session.revealed || focus === 'control' ? null : 'reveal';
    default:
      return null;
  }
}

/** Z takes the last answer back, on every screen of the session. */
export const isUndoKey = (pressed: Pressed): boolean =>
  actionOf(KEYS.session, pressed) === 'undo' && !isLeftAlone(pressed);

/** Escape closes what is open first: dialogs, menus. */
export const isLeaveKey = (pressed: Pressed): boolean =>
  actionOf(KEYS.session, pressed) === 'leave' && pressed.focus !== 'dialog' && !pressed.repeat;

interface SessionKeys {
  revealed: boolean;
  /** What Enter rates once it is revealed; absent: nothing. */
  suggested?: Rating | undefined;
  onReveal: () => void;
  onRate: (rating: Rating) => void;
  /** Absent without audio. */
  onPlay: (() => void) | undefined;
}

/** Z takes the last answer back, whatever the session shows; absent when there is none. */
export function useUndoKey(onUndo: (() => void) | undefined): void {
  useKeyDown((event, pressed) => {
    if (!onUndo || !isUndoKey(pressed)) return;
    event.preventDefault();
    onUndo();
  });
}

/** Escape leaves the session; from a field it only leaves the field. */
export function useLeaveKey(onLeave: () => void): void {
  useKeyDown((event, pressed) => {
    if (!isLeaveKey(pressed)) return;
    const { activeElement } = document;
    if (focusKind(event.target) === 'field' && activeElement instanceof HTMLElement) activeElement.blur();
    else onLeave();
  });
}

/** Space or Enter reveals, 1 2 3 rate, Enter as suggested, P plays; nothing of it while the focus is in a field or dialog. */
export function useSessionKeys({ revealed, suggested, onReveal, onRate, onPlay }: SessionKeys): void {
  useKeyDown((event, pressed) => {
    const action = keyAction(pressed, { revealed, suggested, audio: onPlay !== undefined });
    if (action === null) return;
    event.preventDefault();
    if (action === 'reveal') onReveal();
    else if (action === 'play') onPlay?.();
    else onRate(action.rating);
  });
}
