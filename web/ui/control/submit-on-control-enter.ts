import type { KeyboardEvent } from 'react';
import { actionOf, KEYS } from './keys.ts';

/** Ctrl+Enter (⌘+Enter on a Mac) sends a form from within a field of several lines. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (actionOf(KEYS.cardForm, event) === null || event.repeat) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
