import { useEffectEvent, useLayoutEffect } from 'react';
import { createListeners } from '../../lib/live/listeners.ts';

const listeners = createListeners();

/** To be called when the server has acknowledged everything that waited. */
export const announceProgressSaved = listeners.notify;

/** Runs when answers that waited have arrived, so that a page opened before can read its numbers again. */
export function useProgressSaved(run: () => void): void {
  const onSaved = useEffectEvent(run);
  // SWR takes the cache of a page away as soon as that goes; other effects end only after the next frame.
  useLayoutEffect(() => listeners.add(() => onSaved()), []);
}
