import type { Page } from 'playwright-core';
import { type OpenBrowser, slowProcessor } from './phone.ts';

/** Fewer than the small deck has left for the day. */
const CARDS = 6;

interface Measuring {
  nextCard: { from: number; cards: string[]; shown: number[] };
}

/** Notes in the page when a tap came, and when the frame with another card was drawn. */
const noteCards = () => {
  const noted: Measuring['nextCard'] = { from: 0, cards: [], shown: [] };
  Object.assign(window, { nextCard: noted });
  const current = () =>
    document.querySelector('main [role="region"], main section[aria-label]')?.textContent ?? '';
  addEventListener(
    'click',
    (event) => {
      noted.from = event.timeStamp;
      const before = current();
      const look = () =>
        requestAnimationFrame(() => {
          if (current() === before) look();
          // After the frame is drawn.
          else setTimeout(() => noted.shown.push(performance.now() - noted.from));
        });
      look();
    },
    { capture: true },
  );
};

/** Reveals and rates cards by taps; returns the milliseconds from each tap on a rating to the next card. */
export async function nextCards(browser: OpenBrowser, address: string): Promise<number[]> {
  const page: Page = await browser.context.newPage();
  await page.addInitScript(noteCards);
  await page.goto(address);
  const ratings = page.getByRole('main').getByRole('group').getByRole('button');
  const times: number[] = [];
  const reveal = page.getByRole('button', { name: /^(Reveal|Lật thẻ)/ }).first();
  await reveal.waitFor();
  await slowProcessor(page);
  for (let card = 0; card < CARDS; card++) {
    await reveal.tap();
    await ratings.last().waitFor();
    await page.evaluate(() => {
      (window as unknown as Measuring).nextCard.shown = [];
    });
    await ratings.last().tap();
    await page.waitForFunction(() => (window as unknown as Measuring).nextCard.shown.length > 0);
    times.push(await page.evaluate(() => (window as unknown as Measuring).nextCard.shown[0]!));
  }
  await page.close();
  return times;
}
