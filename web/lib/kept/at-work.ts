import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../live/listeners.ts';

/** Shared by all tabs that are at work. */
const LOCK = 'nho-at-work';

const listeners = createListeners();
let here = 0;

function count(change: number): void {
  here += change;
  listeners.notify();
}

/** Says, as long as the component is there, that a session or an exam is open, which nothing may interrupt. */
export function useAtWork(): void {
  useEffect(() => {
    const done = Promise.withResolvers<void>();
    count(1);
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => done.promise);
    return () => {
      count(-1);
      done.resolve();
    };
  }, []);
}

/** Whether a session or an exam is open in this tab. */
export const isAtWorkHere = (): boolean => here > 0;
export const useIsAtWorkHere = (): boolean => useSyncExternalStore(listeners.add, isAtWorkHere, () => false);

/** Whether one is open in any tab. */
export async function isAnyTabAtWork(): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return isAtWorkHere() || (locks?.held ?? []).some(({ name }) => name === LOCK);
}
