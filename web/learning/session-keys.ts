import type { Rating } from '../../core/learning/learning.schema.ts';

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
  /** Where the focus is. */
  focus: 'page' | 'control' | 'field' | 'dialog';
}

const RATINGS: Record<string, Rating> = { '1': 0, '2': 1, '3': 2 };

/** What a key does in the session; null leaves it to the browser. A key that is held acts once. */
export function keyAction(
  pressed: Pressed,
  session: { revealed: boolean; audio: boolean },
): KeyAction | null {
  const { key, focus } = pressed;
  if (pressed.repeat || pressed.isComposing || pressed.ctrlKey || pressed.metaKey || pressed.altKey)
    return null;
  if (focus === 'dialog' || focus === 'field') return null;
  const rating = RATINGS[key];
  if (rating !== undefined) return session.revealed ? { rating } : null;
  if (key.toLowerCase() === 'p') return session.audio ? 'play' : null;
  // On a button, Space and Enter press that button.
  if (key === ' ' || key === 'Enter') return session.revealed || focus === 'control' ? null : 'reveal';
  return null;
}

/** Where the focus is, for `keyAction`. */
export function focusKind(target: EventTarget | null): Pressed['focus'] {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('dialog, [role="dialog"], [role="menu"], [role="listbox"]')) return 'dialog';
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return 'field';
  return target.closest('button, a[href], summary, [role="button"]') ? 'control' : 'page';
}
