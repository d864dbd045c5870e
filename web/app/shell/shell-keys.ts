import { useEffect, useEffectEvent } from 'react';
import { isSilenced } from '../../lib/text/letter-keys.ts';
import { type FocusKind, focusKind } from '../../ui/control/focus-kind.ts';

export type ShellAction = 'search' | 'keys';

/** The part of a keyboard event that decides. */
export interface ShellPressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  focus: FocusKind;
}

/** Returns what a key does on every screen; null leaves it to the screen and to the browser. */
export function shellAction({ key, ctrlKey, metaKey, altKey, focus }: ShellPressed): ShellAction | null {
  if (altKey || focus === 'dialog') return null;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && key.toLowerCase() === 'k' ? 'search' : null;
  return key === '?' && focus !== 'field' ? 'keys' : null;
}

/** Listens for the keys that are the same everywhere. `onAction` returns whether it did something. */
export function useShellKeys(onAction: (action: ShellAction) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || event.isComposing || isSilenced(event)) return;
    // A dialog may be open while nothing in it has the focus.
    const focus = document.querySelector('dialog[open], [role="dialog"]') ? 'dialog' : focusKind(target);
    const action = shellAction({ key, ctrlKey, metaKey, altKey, focus });
    if (action && onAction(action)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
