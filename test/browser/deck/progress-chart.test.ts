import type { Locator, Page, Request } from 'playwright-core';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { studyDayHere } from '../../../web/classroom/progress/activity-days.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { given as givenEvents, review } from '../../log/given-events.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { type App, DRAWN, POINTS, screen } from '../harness/screen.ts';
import { plainCards } from '../people/learning-in-browser.ts';
import { enter, type Person } from '../people/person.ts';
import { daysAgo } from '../people/progress-in-browser.ts';

const STUDIED = 3;

/** A student who has studied a few cards of an official deck. */
const begun = screen({ as: 'student' }, async ({ student }) => {
  const [deck] = await student.call('GET /api/official-decks');
  const deckId = deck?.id ?? 0;
  await student.study(deckId, STUDIED);
  return { deckId };
});

const statsOf = ({ student, deckId }: { student: Person; deckId: number }) =>
  student.call('GET /api/decks/:deckId/stats', { params: { deckId } });

async function openProgress(page: Page): Promise<Locator> {
  await page.goto('/student');
  await page.getByRole('region', { name: 'My decks' }).getByRole('button').click();
  return page.getByRole('dialog');
}

/** By itself, or together with what else the page reads. */
const readsStats = (request: Request): boolean =>
  request.url().endsWith('/stats') || (request.postData()?.includes('/stats"') ?? false);

const chart = (dialog: Locator) => dialog.getByRole('img', { name: 'Upcoming reviews' });
const bars = (dialog: Locator) => chart(dialog).locator(POINTS);
const tip = (dialog: Locator) => chart(dialog).locator('.apexcharts-tooltip.apexcharts-active');
/** As many bars as there are steps; those of nothing have no height. */
const drawn = async (dialog: Locator, count: number) => {
  await bars(dialog)
    .nth(count - 1)
    .waitFor(DRAWN);
  await bars(dialog).nth(count).waitFor({ state: 'detached' });
};
const period = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });
const today = (dialog: Locator) => dialog.getByRole('group', { name: 'Cards today' });

async function numbers(dialog: Locator): Promise<[string, number][]> {
  const rows = await dialog.getByRole('table').getByRole('row').allInnerTexts();
  return rows.slice(1).map((row) => {
    const [label = '', cards] = row.split('\t');
    return [label, Number(cards)];
  });
}

/** The colour of the bars, and the one that the theme has for them. Looked for in one step: bars are drawn anew. */
async function colours(dialog: Locator): Promise<(string | undefined)[]> {
  const found = await chart(dialog).evaluate((place) => {
    const bar = place.querySelector('.apexcharts-bar-area');
    const probe = document.createElement('div');
    probe.style.color = 'var(--chart-marked)';
    place.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return [bar ? getComputedStyle(bar).fill : 'no bar', colour];
  });
  return found.map((colour) => colour.replaceAll(' ', '').replace(/^rgba\((.*),1\)$/, 'rgb($1)'));
}

begun('the window of a deck that the student has begun', async (app) => {
  const { t, page, student, deckId } = app;
  let reads = 0;
  page.on('request', (request) => {
    if (readsStats(request)) reads += 1;
  });
  const dialog = await openProgress(page);
  const stats = await statsOf(app);
  const overall = dialog.getByRole('progressbar', { name: 'Overall progress' });

  await t.test('CHT-02 CHT-03 CHT-04 it shows today, the whole and the reviews of the deck', async (t) => {
    t.match(stats, {
      cards_studied: STUDIED,
      today_stats: { cards_studied: STUDIED, time_spent: 3 * STUDIED },
    });
    await today(dialog).getByText(String(STUDIED), { exact: true }).waitFor();
    await dialog.getByRole('group', { name: 'Time today' }).getByText('9s', { exact: true }).waitFor();
    await dialog.getByText(`${STUDIED} of ${stats.total_cards} cards learnt`).waitFor();
    t.equal(await overall.getAttribute('aria-valuenow'), String(stats.completion_percentage));
    await dialog.getByText(`${stats.completion_percentage}%`, { exact: true }).waitFor();
    t.equal(await overall.textContent(), '', 'GLB-16 a short bar has its number beside it');
  });

  await t.test(
    'CHT-05 CHT-07 CHT-09 (document 1 §9) a student starts with 7 days, a bar for each',
    async (t) => {
      await bars(dialog).first().waitFor(DRAWN);
      t.equal(await bars(dialog).count(), 7);
      t.equal(await period(dialog, '7 days').getAttribute('aria-pressed'), 'true');
      const [scale, plot] = await chart(dialog).evaluate((place) => [
        Math.max(
          ...[...place.querySelectorAll('.apexcharts-yaxis-label')].map(
            (number) => number.getBoundingClientRect().right,
          ),
        ),
        place.querySelector('.apexcharts-grid')!.getBoundingClientRect().left,
      ]);
      t.ok(scale! < plot!, `the numbers of the scale end at ${scale}, the bars begin at ${plot}`);
      const words = await chart(dialog).locator('.apexcharts-xaxis-label tspan').allTextContents();
      t.equal(words.filter((word) => word.trim() !== '').length, 14, 'a word and a date for each');
      for (const word of ['Overdue', 'Tomorrow', 'Day 2', 'Day 6'])
        await chart(dialog).locator('tspan').getByText(word, { exact: true }).waitFor();
      const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
      const today = dayNumber(studyDayHere(Date.now()));
      for (const days of [0, 1, 6])
        await chart(dialog)
          .locator('tspan')
          .getByText(date.format(Date.parse(dayOfNumber(today + days))), { exact: true })
          .first()
          .waitFor();
    },
  );

  await t.test('CHT-06 CHT-08 CHT-10 CHT-11 each period has its own steps', async (t) => {
    await dialog.getByRole('button', { name: 'Show the numbers' }).click();
    for (const [name, steps, label] of [
      ['30 days', 30, /./],
      ['6 months', 26, / – /],
    ] as const) {
      await period(dialog, name).click();
      await dialog
        .getByRole('rowheader', { name: label })
        .nth(steps - 1)
        .waitFor();
      t.equal((await numbers(dialog)).length, steps);
      await drawn(dialog, steps);
      // (document 1 §9)
      await becomes(
        t,
        async () => (await chart(dialog).locator('.apexcharts-line-series path.apexcharts-line').count()) > 0,
        name === '6 months',
        'weeks as a line',
      );
    }
    await period(dialog, 'All').click();
    await dialog.getByRole('rowheader').nth(25).waitFor({ state: 'detached' });
    const months = await numbers(dialog);
    t.ok(months.length >= 12, `${months.length} months`);
    t.equal(
      months.reduce((sum, [, cards]) => sum + cards, 0),
      STUDIED,
      'every review of the schedule',
    );
  });

  await t.test('CHT-05 CON-05 SL-62 dark as light; after a reload the stats are cached', async (t) => {
    await period(dialog, '7 days').click();
    await drawn(dialog, 7);
    const [light, themed] = await colours(dialog);
    t.equal(light, themed);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await openProgress(page);
    await today(dialog).getByText(String(STUDIED), { exact: true }).waitFor();
    t.equal(reads, 1, 'for all of this');
    await drawn(dialog, 7);
    const [dark, themedDark] = await colours(dialog);
    t.equal(dark, themedDark);
    t.not(dark, light);
  });

  await t.test('CHT-12 of several changes of the period one is drawn', async (t) => {
    const drawings = await chart(dialog).evaluateHandle((place) => {
      const seen: string[] = [];
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches('[data-chart]')) seen.push(node.tagName);
      }).observe(place, { childList: true, subtree: true });
      return seen;
    });
    // At once: three clicks of a mouse may take longer than the pause on a busy machine.
    await dialog.evaluate((box) => {
      for (const name of ['30 days', '1 year', '6 months'])
        for (const button of box.querySelectorAll('button')) if (button.textContent === name) button.click();
    });
    // The last choice.
    await drawn(dialog, 26);
    t.equal((await drawings.jsonValue()).length, 1);
  });

  await t.test('CHT-16 what a point is shows under a mouse, in the colours of the scheme', async (t) => {
    await period(dialog, '7 days').click();
    await drawn(dialog, 7);
    const place = (await chart(dialog).boundingBox())!;
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 3);
    await page.mouse.move(place.x + 60, place.y + place.height / 3);
    await tip(dialog).filter({ hasText: 'Overdue: due now' }).filter({ hasText: 'Cards: ' }).waitFor();
    const box = (await tip(dialog).boundingBox())!;
    const window = (await dialog.boundingBox())!;
    t.ok(box.x >= window.x && box.x + box.width <= window.x + window.width, 'within the window');
    await page.mouse.move(0, 0);
    await tip(dialog).waitFor({ state: 'detached' });
    const [dark] = await colours(dialog);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await becomes(t, async () => (await colours(dialog))[0] !== dark, true, 'without another drawing');
    const [light, themed] = await colours(dialog);
    t.equal(light, themed);
  });

  await t.test(
    'CHT-17 keys go from point to point, which is said; Escape leaves the window open',
    async (t) => {
      const place = chart(dialog);
      const said = dialog.getByRole('status').filter({ hasText: /\. Cards: / });
      await place.focus();
      await page.keyboard.press('ArrowRight');
      await tip(dialog).filter({ hasText: 'Overdue: due now' }).waitFor();
      await said.filter({ hasText: /^Overdue: due now\. Cards: \d+ cards?$/ }).waitFor({ state: 'attached' });
      await page.keyboard.press('End');
      await tip(dialog)
        .filter({ hasText: /^Day 6, / })
        .waitFor();
      await page.keyboard.press('ArrowLeft');
      await said.filter({ hasText: /^Day 5, / }).waitFor({ state: 'attached' });
      await page.keyboard.press('Home');
      await tip(dialog).filter({ hasText: 'Overdue: due now' }).waitFor();
      await page.keyboard.press('Escape');
      await tip(dialog).waitFor({ state: 'detached' });
      await said.waitFor({ state: 'detached' });
      t.equal(await dialog.count(), 1);
    },
  );

  await t.test('CON-05 CHT-02 ERR-37 a refresh reads anew; a failure leaves what is there', async (t) => {
    await student.study(deckId, 1);
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await today(dialog)
      .getByText(String(STUDIED + 1), { exact: true })
      .waitFor();
    await notice(page, 'status', 'Everything is up to date.').waitFor();
    t.equal(reads, 2);
    await refuse(page, 'GET', '/api/decks/*/stats');
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await notice(page, 'alert', 'The progress could not be loaded: The server is busy').waitFor();
    t.equal(await today(dialog).count(), 1, 'kept');
  });
});

const test = screen({ as: 'student' });

/** All cards of a deck were known on each of these days; resolves when the figures of the deck are like this. */
async function known(
  { db, student }: App<'student'>,
  days: number[],
  isThere: (stats: DeckStats) => boolean,
) {
  const deckId = await student.deck('Words', plainCards(STUDIED));
  const cards = await student.cards(deckId);
  const reviews = days.flatMap((day) =>
    cards.map(({ id }) => review(student.id, { deck_id: deckId, card_id: id, day: daysAgo(day) })),
  );
  await givenEvents(db, reviews);
  await until(async () => isThere(await statsOf({ student, deckId })), 'the figures are there');
}

test('CHT-09 SL-30 what became due while the student was away is due now', async (app) => {
  const { t, page } = app;
  await known(app, [10], ({ overdue }) => overdue === STUDIED);
  const dialog = await openProgress(page);
  await dialog.getByRole('button', { name: 'Show the numbers' }).click();
  t.same((await numbers(dialog))[0], ['Overdue: due now', STUDIED]);
  await dialog.getByText(`${STUDIED} of the cards that are due now have been waiting`).waitFor();
  await today(dialog).getByText('0', { exact: true }).waitFor();
});

test('CHT-05 a period without reviews says so', async (app) => {
  const { t, page } = app;
  // Known for long enough that nothing comes again within the week.
  await known(
    app,
    [60, 55, 40, 0],
    ({ review_schedule: next }) => next.length > 0 && next.every(({ days_from_now }) => days_from_now > 7),
  );
  const dialog = await openProgress(page);
  await dialog.getByText('Nothing to review in these days.').waitFor();
  t.equal(await bars(dialog).count(), 0);
  await period(dialog, '6 months').click();
  await drawn(dialog, 26);
  await period(dialog, '7 days').click();
  await dialog.getByText('Nothing to review in these days.').waitFor();
});

begun('CHT-02 CHT-15 CHT-18 ERR-35 what cannot be read or drawn leaves the window usable', async (app) => {
  const { t, page } = app;
  const library = '**/assets/apex-chart*.js*';
  await page.route(library, (route) => route.abort());
  const allow = await refuse(page, 'GET', '/api/decks/*/stats');
  const dialog = await openProgress(page);
  // (document 1 §8)
  await notice(page, 'alert', 'The progress could not be loaded: The server is busy').waitFor();
  const again = dialog.getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await allow();
  await again.click();
  await page.getByRole('alert').filter({ hasText: 'The chart could not be drawn' }).waitFor();
  t.equal((await numbers(dialog)).length, 7, 'the numbers are there');
  await today(dialog).waitFor();
  await period(dialog, '30 days').click();
  await dialog.getByRole('rowheader').nth(29).waitFor();
  await dialog.getByText('The chart could not be drawn. The same numbers are in the table.').waitFor();
  await page.unroute(library);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await drawn(dialog, 30);
  t.equal(await dialog.getByText('The chart could not be drawn').count(), 0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

begun('CHT-13 an address that has failed for good is not the only one of what draws', async ({ t, page }) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.js?again=')) others.push(request.url());
  });
  // A browser that remembers failures would not even ask for it again.
  await page.route('**/assets/apex-chart*.js', (route) => route.abort());
  const dialog = await openProgress(page);
  await drawn(dialog, 7);
  t.equal(others.length, 1);
});

begun('CHT-16 what a point is shows under a finger, until something else is touched', async (app) => {
  const context = await app.newContext({
    locale: 'en-US',
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await enter(page, app.student, '/student');
  const dialog = await openProgress(page);
  await drawn(dialog, 7);
  await chart(dialog).scrollIntoViewIfNeeded();
  const place = (await chart(dialog).boundingBox())!;
  await page.touchscreen.tap(place.x + 40, place.y + 40);
  await tip(dialog).filter({ hasText: 'Overdue: due now' }).waitFor();
  // The browser says by then that the finger has left.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  app.t.equal(await tip(dialog).count(), 1);
  await period(dialog, '30 days').tap();
  await tip(dialog).waitFor({ state: 'detached' });
});
