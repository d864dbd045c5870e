import type { Page } from 'playwright-core';
import { median } from '../school/bench-database.ts';
import { openBrowserBench } from './browser-bench.ts';

/**
 * Frames while the wheel scrolls the table of a deck of 5,000 cards from one end to the other. The baseline is an empty
 * element of the same height, scrolled in the same way in the same browser.
 */
const CARDS = 5_000;
const ROUNDS = 5;
const STEPS = 240;
const STEP_PIXELS = 900;
/** A frame of 60 a second, with what the clock of a browser rounds. */
const FRAME_MS = 16.7 + 0.5;

const bench = await openBrowserBench('teacher');
const { rows } = await bench.pool.query<{ id: number }>(
  `with deck as (insert into decks (user_id, title) values ($1, 'Words') returning id)
   insert into cards (deck_id, ordinal, front, back, example_sentence, definition, level)
   select deck.id, n, 'word ' || n, 'từ ' || n, 'A sentence with the word ' || n || ' in it.', 'What it means.', 'A2'
   from deck, generate_series(1, $2::integer) n returning deck_id as id`,
  [bench.userId, CARDS],
);

interface Frames {
  count: number;
  long: number;
  longest: number;
}

/** Scrolls the element from its beginning to its end, a step each frame, and counts the frames meanwhile. */
const scroll = (page: Page, selector: string): Promise<Frames> =>
  page.evaluate(
    ([what, steps, pixels, limit]) =>
      new Promise<Frames>((resolve) => {
        const element = document.querySelector(what)!;
        element.scrollTop = 0;
        const times: number[] = [];
        const step = (now: number) => {
          times.push(now);
          element.scrollTop += pixels;
          if (times.length <= steps) return requestAnimationFrame(step);
          const lengths = times.slice(1).map((time, index) => time - times[index]!);
          resolve({
            count: lengths.length,
            long: lengths.filter((length) => length > limit).length,
            longest: Math.max(...lengths),
          });
        };
        requestAnimationFrame(step);
      }),
    [selector, STEPS, STEP_PIXELS, FRAME_MS] as const,
  );

const context = await bench.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
await page.goto(`${bench.baseUrl}/teacher/decks/table/${rows[0]!.id}`);
await page.getByRole('gridcell', { name: 'word 1', exact: true }).waitFor();
const empty = await context.newPage();
await empty.setContent(
  `<div id="empty" style="height:600px;overflow:auto"><div style="height:${CARDS * 44}px"></div></div>`,
);
for (const [name, tab, selector] of [
  ['empty', empty, '#empty'],
  ['table', page, '[role=grid]'],
] as const) {
  await tab.bringToFront();
  const rounds: Frames[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await scroll(tab, selector));
  const share = median(rounds.map(({ long, count }) => (100 * long) / count));
  const longest = Math.max(...rounds.map((one) => one.longest));
  console.log(
    `${name}: ${share.toFixed(1)} % of ${STEPS} frames were longer than 16.7 ms, the longest ${longest.toFixed(0)} ms`,
  );
}
await bench.close();
