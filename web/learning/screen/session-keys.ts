import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { FocusKind } from '../../ui/control/focus-kind.ts';

export type KeyAction = 'reveal' | 'play' | { rating: Rating };

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
