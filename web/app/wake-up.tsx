import { useLayoutEffect } from 'react';

/** Has what was drawn ahead be used and heard: until then nothing of it works, see `draw-ahead.ts`. */
export function wakeUp(root = document.getElementById('root')): void {
  root?.removeAttribute('inert');
  root?.removeAttribute('aria-hidden');
}

/** Wakes the page up when all that is beside it works. */
export function WakeUp() {
  useLayoutEffect(() => wakeUp(), []);
  return null;
}
