import { useEffect, useLayoutEffect } from 'react';
import { unstable_forceFrameRate } from 'scheduler';
import { tellRefusalsBy } from '../lib/call/api-client.ts';
import { addErrorTexts } from '../lib/call/error-text.ts';
import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { browserClock, pause } from '../lib/live/timing.ts';
import { fetchTexts, loadTexts } from '../lib/text/language.ts';

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

// The build reads this row as it reads those of the router.
const ERRORS = ['errors', () => import('../lib/call/further-errors.ts')] as const;
let errors: Promise<void> | undefined;

async function takeErrors(): Promise<void> {
  const [area, load] = ERRORS;
  const [{ furtherErrors }] = await Promise.all([load(), loadTexts(area)]);
  addErrorTexts(furtherErrors);
}

/** A refusal waits so many milliseconds at most. Then it is said as the server has said it. */
const ERRORS_WAIT_MS = 3_000;

/** Has every refusal be said in the user's language. */
async function knowErrors(): Promise<void> {
  errors ??= takeErrors().catch(() => {
    errors = undefined;
  });
  await Promise.race([errors, pause(ERRORS_WAIT_MS)]);
}

/** Has what `knowErrors` needs be here. To take it now would draw the whole page again, under somebody's finger. */
async function keepErrors(): Promise<void> {
  const [area, load] = ERRORS;
  await Promise.all([load(), fetchTexts(area)]);
}

tellRefusalsBy(knowErrors);

/** Milliseconds after the page has come: what it reads and shows is first. */
const LATER_MS = 3_000;

export function WakeUp() {
  useLayoutEffect(() => {
    wakeUp();
    drawInSmallPieces();
  }, []);
  useEffect(
    () =>
      browserClock.after(LATER_MS, () => {
        // Both do without a network, and the fonts without a storage.
        keepErrors().catch(() => {});
        keepFonts().catch(() => {});
      }),
    [],
  );
  return null;
}
