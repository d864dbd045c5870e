import { useSyncExternalStore } from 'react';
import { keepOrDrop, STORAGE_KEY } from '../kept/storage-key.ts';
import { createListeners } from '../live/listeners.ts';

const listeners = createListeners();

/** Whether keys that are a letter, digit or mark alone do anything; the account says so, and each browser keeps it. */
export function letterKeysAreOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY.letterKeys) === null;
  } catch {
    return true;
  }
}

/** Keeps what the account says. */
export function keepLetterKeys(on: boolean): void {
  keepOrDrop(STORAGE_KEY.letterKeys, on ? null : 'off');
  listeners.notify();
}

/** Returns whether such keys do anything, also when that changes in this tab. */
export const useLetterKeys = (): boolean => useSyncExternalStore(listeners.add, letterKeysAreOn, () => true);

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns whether this key is a letter, digit or mark alone, which somebody who speaks or dictates may cause unknowingly. */
export const isLetterKey = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** Returns whether this key is to do nothing. */
export const isSilenced = (pressed: Pressed): boolean => isLetterKey(pressed) && !letterKeysAreOn();
