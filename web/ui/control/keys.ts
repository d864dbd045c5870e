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
type KeyEvent = KeyPress & Pick<KeyboardEvent, 'code' | 'shiftKey' | 'getModifierState'>;

/** The part of a keyboard event that decides. */
export interface Pressed extends KeyPress {
  /** True while the key is held down. */
  repeat: boolean;
  focus: FocusKind;
}

/**
 * Returns what was pressed, the same on every keyboard. A digit's key is the digit also where `ă` or `&` stands on it. A
 * letter of another script is the Latin one of its place. AltGr is no command.
 */
export function pressOf(event: KeyEvent): KeyPress {
  const { key, code, shiftKey, metaKey } = event;
  // Windows reports AltGr as Ctrl with Alt.
  const isAltGr = event.getModifierState('AltGraph');
  const [, digit, letter] = /^(?:(?:Digit|Numpad)(\d)|Key(\w))$/.exec(code) ?? [];
  // Names of keys are longer, but a key of a mark alone is called `Dead`.
  const isSign = [...key].length === 1 || key === 'Dead';
  const placed =
    isSign && !isAltGr ? ((shiftKey ? undefined : digit) ?? (key > '\x7f' ? letter : undefined)) : undefined;
  return {
    key: placed ?? key,
    ctrlKey: event.ctrlKey && !isAltGr,
    altKey: event.altKey && !isAltGr,
    metaKey,
  };
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

/** Returns whether an input method has this key. Safari ends the composition before, and has the code 229 alone. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/**
 * Keeps the keys of an input method from all there is on a page: fields, forms, windows, tables, shortcuts. Called once,
 * before anything else listens.
 */
export function leaveKeysToInputMethods(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isComposing(event)) return;
    event.stopImmediatePropagation();
    // Nor does the browser send a form or go to the next field; in a text of several lines Enter is a letter.
    if (event.key === 'Tab' || (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)))
      event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown, true);
}

/** A window may be open while nothing in it has the focus, such as after its button was disabled. */
const isWindowOpen = (): boolean => document.querySelector('dialog[open], [role="dialog"]') !== null;

/** Calls `onPress` for each key that goes down anywhere on the page and that nothing else has taken. */
export function useKeyDown(onPress: (event: KeyboardEvent, pressed: Pressed) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // What a browser fills in comes with an event of no key.
    if (event.defaultPrevented || !event.key) return;
    const pressed = pressOf(event);
    if (isSilenced(pressed)) return;
    const focus = isWindowOpen() ? 'dialog' : focusKind(event.target);
    onPress(event, { ...pressed, repeat: event.repeat, focus });
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
