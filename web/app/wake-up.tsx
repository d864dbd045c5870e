import { useEffect, useLayoutEffect } from 'react';
import { unstable_forceFrameRate } from 'scheduler';
import { tellRefusalsBy } from '../lib/call/api-client.ts';
import { addErrorTexts } from '../lib/call/error-text.ts';
import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { browserClock } from '../lib/live/timing.ts';
import { loadFor } from './lazy-for.ts';

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

const loadErrors = loadFor('errors', () => import('../lib/call/further-errors.ts'));
let errors: Promise<void> | undefined;

/** Has every refusal be said in the user's language. Without a network English is what the server has said. */
function knowErrors(): Promise<void> {
  errors ??= loadErrors()
    .then(({ furtherErrors }) => addErrorTexts(furtherErrors))
    .catch(() => {
      errors = undefined;
    });
  return errors;
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
        void knowErrors();
        // Without a network or a storage the device's own letters do.
        keepFonts().catch(() => {});
      }),
    [],
  );
  return null;
}
