import { useLayoutEffect } from 'react';
import { unstable_forceFrameRate } from 'scheduler';

/** Has what was drawn ahead be used and heard: until then nothing of it works, see `prerender.ts`. */
export function wakeUp(root = document.getElementById('root')): void {
  root?.removeAttribute('inert');
  root?.removeAttribute('aria-hidden');
}

/**
 * Has React stop each 33 ms while it draws the first picture, in place of each 5: each stop takes a cheap phone 2 ms, and
 * nobody can use the page before it is there.
 */
export const drawInLargePieces = (): void => unstable_forceFrameRate(30);
const drawInSmallPieces = () => unstable_forceFrameRate(0);

export function WakeUp() {
  useLayoutEffect(() => {
    wakeUp();
    drawInSmallPieces();
  }, []);
  return null;
}
