import { useEffect, useEffectEvent } from 'react';
import { isSilenced } from '../../lib/text/letter-keys.ts';

/**
 * The keys of the screens, as `aria-keyshortcuts` writes them: by these a screen acts, its controls name them, and the
 * list of keys explains them.
 */
export const KEYS = {
  session: {
    reveal: ['Space', 'Enter'],
    rate0: ['1'],
    rate1: ['2'],
    rate2: ['3'],
    play: ['P'],
    undo: ['Z'],
    leave: ['Escape'],
  },
  preview: { previous: ['ArrowLeft'], next: ['ArrowRight'], flip: ['Space'], play: ['P'] },
  cardForm: { save: ['Control+Enter', 'Meta+Enter'] },
  shell: { search: ['Control+K', 'Meta+K'], keys: ['?'] },
} as const;

/** Where the focus is, as far as keys go: in a window or menu, in a field, on what can be pressed, or nowhere. */
export type FocusKind = 'page' | 'control' | 'field' | 'dialog';

export function focusKind(target: EventTarget | null): FocusKind {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('dialog, [role="dialog"], [role="menu"], [role="listbox"]')) return 'dialog';
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return 'field';
  return target.closest('button, a[href], summary, [role="button"]') ? 'control' : 'page';
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The part of a keyboard event that decides. */
export interface Pressed extends KeyPress {
  /** True while the key is held down. */
  repeat: boolean;
  isComposing: boolean;
  focus: FocusKind;
}

/** Returns what the pressed keys stand for in a table of keys; null when they are in none of its rows. */
export function actionOf<Action extends string>(
  table: Readonly<Record<Action, readonly string[]>>,
  { key, ctrlKey, metaKey, altKey }: KeyPress,
): Action | null {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const pressed = [ctrlKey && 'Control', metaKey && 'Meta', altKey && 'Alt', name].filter(Boolean).join('+');
  return (Object.keys(table) as Action[]).find((action) => table[action].includes(pressed)) ?? null;
}

/** A window may be open while nothing in it has the focus, such as after its button was disabled. */
const isWindowOpen = (): boolean => document.querySelector('dialog[open], [role="dialog"]') !== null;

/** Calls `onPress` for each key that goes down anywhere on the page and that nothing else has taken. */
export function useKeyDown(onPress: (event: KeyboardEvent, pressed: Pressed) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isSilenced(event)) return;
    const { key, repeat, ctrlKey, metaKey, altKey, isComposing, target } = event;
    const focus = isWindowOpen() ? 'dialog' : focusKind(target);
    onPress(event, { key, repeat, ctrlKey, metaKey, altKey, isComposing, focus });
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
