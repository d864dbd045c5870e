import { useEffect, useLayoutEffect } from 'react';
import { unstable_forceFrameRate } from 'scheduler';
import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { browserClock } from '../lib/live/timing.ts';

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

/**
 * Has the fonts be here for the next visit. On this one they would come when the page is drawn already, and move it.
 */
async function keepFonts(): Promise<void> {
  const rules = document.querySelector('#fonts[media]')?.textContent ?? '';
  const files = [...rules.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => fetch(file!, { priority: 'low' }));
  for (const file of await Promise.all(files)) await file.arrayBuffer();
  await document.fonts.ready;
  localStorage.setItem(STORAGE_KEY.fontsHere, 'yes');
}

/** Milliseconds after the page has come: what it reads and shows is first. */
const FONTS_AFTER_MS = 3_000;

export function WakeUp() {
  useLayoutEffect(() => {
    wakeUp();
    drawInSmallPieces();
  }, []);
  // Without a network or a storage the device's own letters do.
  useEffect(() => browserClock.after(FONTS_AFTER_MS, () => keepFonts().catch(() => {})), []);
  return null;
}
