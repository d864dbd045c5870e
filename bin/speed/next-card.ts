import type { Locator, Page } from 'playwright-core';
import { type OpenBrowser, slowProcessor } from './phone.ts';

/** Fewer than the small deck has left for the day. */
const CARDS = 6;

interface Measuring {
  /** Resolves with the milliseconds from the next tap to the frame with another card. */
  nextCard: () => Promise<number>;
}

/** Notes in the page when a tap came, and when the frame with another card was drawn. */
const noteCards = () => {
  const current = () =>
    document.querySelector('main [role="region"], main section[aria-label]')?.textContent ?? '';
  const nextCard: Measuring['nextCard'] = () =>
    new Promise((resolve) => {
      const heard = (event: Event) => {
        const before = current();
        const look = () =>
          requestAnimationFrame(() => {
            if (current() === before) look();
            // After the frame is drawn.
            else setTimeout(() => resolve(performance.now() - event.timeStamp));
          });
        look();
      };
      addEventListener('click', heard, { capture: true, once: true });
    });
  Object.assign(window, { nextCard });
};

/**
 * Taps where the button is, as a finger does. What Playwright does in the page before and while it taps itself takes
 * the slow processor's time. So does each look whether something is there. Both would be measured as the product's.
 */
async function tapAt(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** The answer is read before it is rated: by then the card has turned over. */
async function cardHasTurned(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

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
    await cardHasTurned(page);
    const shown = page.evaluate(() => (window as unknown as Measuring).nextCard());
    await tapAt(page, ratings.last());
    times.push(await shown);
  }
  await page.close();
  return times;
}
