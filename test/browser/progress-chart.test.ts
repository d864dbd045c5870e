import type { Locator, Page, Request, Route } from 'playwright-core';
import t, { type Test } from 'tap';
import { dayNumber, dayOfNumber } from '../../core/learning/study-day.ts';
import { studyDayHere } from '../../web/classroom/progress/activity-days.ts';
import { given as givenEvents, review } from '../log/given-events.ts';
import { until } from '../until.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { learner, plainCards } from './learning-in-browser.ts';
import { daysAgo } from './progress-in-browser.ts';
import { type StudentInBrowser, studentInBrowser } from './student-in-browser.ts';

const STUDIED = 3;
/** A bar of no cards is drawn, but has no height to be seen. */
const DRAWN = { state: 'attached' } as const;

interface Given {
  test: BrowserTest;
  student: StudentInBrowser;
  deckId: number;
  page: Page;
}

/** A student who has studied a few cards of an official deck. */
async function given(t: Test): Promise<Given> {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const student = await studentInBrowser(test);
  const [deck] = await student.call('GET /api/official-decks');
  const deckId = deck?.id ?? 0;
  await student.study(deckId, STUDIED);
  return { test, student, deckId, page: test.page };
}

const statsOf = ({ student, deckId }: Given) =>
  student.call('GET /api/decks/:deckId/stats', { params: { deckId } });

async function openProgress({ test, page }: Pick<Given, 'test' | 'page'>): Promise<Locator> {
  await page.goto(`${test.baseUrl}/student`);
  await page.getByRole('region', { name: 'My decks' }).getByRole('button').click();
  return page.getByRole('dialog');
}

/** By itself, or together with what else the page reads. */
const readsStats = (request: Request): boolean =>
  request.url().endsWith('/stats') || (request.postData()?.includes('/stats"') ?? false);

const chart = (dialog: Locator) => dialog.getByRole('img', { name: 'Upcoming reviews' });
const bars = (dialog: Locator) => chart(dialog).locator('[data-value]');
/** As many bars as there are steps; those of nothing have no height. */
const drawn = async (dialog: Locator, count: number) => {
  await bars(dialog)
    .nth(count - 1)
    .waitFor(DRAWN);
  await bars(dialog).nth(count).waitFor({ state: 'detached' });
};
const period = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });
const today = (dialog: Locator) => dialog.getByRole('group', { name: 'Cards today' });

/** The numbers of the table, without its head. */
async function numbers(dialog: Locator): Promise<[string, number][]> {
  const rows = await dialog.getByRole('table').getByRole('row').allInnerTexts();
  return rows.slice(1).map((row) => {
    const [label = '', cards] = row.split('\t');
    return [label, Number(cards)];
  });
}

const sum = (rows: [string, number][]) => rows.reduce((total, [, cards]) => total + cards, 0);

/** The colour of the bars, and the one that the theme has for them. */
async function colours(dialog: Locator): Promise<(string | undefined)[]> {
  const found = await bars(dialog)
    .first()
    .evaluate((bar) => {
      const probe = document.createElement('div');
      probe.style.color = 'var(--chart-marked)';
      document.body.append(probe);
      const colour = getComputedStyle(probe).color;
      probe.remove();
      return [getComputedStyle(bar).fill, colour];
    });
  return found.map((colour) => colour.replaceAll(' ', '').replace(/^rgba\((.*),1\)$/, 'rgb($1)'));
}

t.test('the window of a deck that the student has begun', async (t) => {
  const scene = await given(t);
  const { page, student, deckId } = scene;
  let reads = 0;
  page.on('request', (request) => {
    if (readsStats(request)) reads += 1;
  });
  const dialog = await openProgress(scene);
  const stats = await statsOf(scene);
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
  });

  await t.test('GLB-16 below ten percent the number is beside the bar', async (t) => {
    t.ok(stats.completion_percentage < 10);
    await dialog.getByText(`${stats.completion_percentage}%`, { exact: true }).waitFor();
    t.equal(await overall.textContent(), '');
  });

  await t.test('CHT-05 CHT-07 CHT-09 a student starts with 7 days, a bar for each', async (t) => {
    await bars(dialog).first().waitFor(DRAWN);
    t.equal(await bars(dialog).count(), 7);
    t.equal(await period(dialog, '7 days').getAttribute('aria-pressed'), 'true');
    t.equal(await chart(dialog).locator('[data-label]').count(), 7);
    await chart(dialog).getByText('Today', { exact: true }).first().waitFor();
    const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
    const today = dayNumber(studyDayHere(Date.now()));
    for (const days of [0, 1, 6])
      await chart(dialog)
        .getByText(date.format(Date.parse(dayOfNumber(today + days))), { exact: true })
        .first()
        .waitFor();
  });

  await t.test('CHT-06 CHT-08 CHT-10 CHT-11 each period has its own steps', async (t) => {
    await dialog.getByRole('button', { name: 'Show the numbers' }).click();
    await period(dialog, '30 days').click();
    await dialog.getByRole('rowheader').nth(29).waitFor();
    t.equal((await numbers(dialog)).length, 30);
    await bars(dialog).nth(29).waitFor(DRAWN);

    await period(dialog, '6 months').click();
    await dialog.getByRole('rowheader', { name: / – / }).nth(25).waitFor();
    t.equal((await numbers(dialog)).length, 26);
    await drawn(dialog, 26);

    await period(dialog, '1 year').click();
    await dialog.getByRole('rowheader', { name: / – / }).nth(11).waitFor();
    t.equal((await numbers(dialog)).length, 12);

    await period(dialog, 'All').click();
    await period(dialog, 'All').and(dialog.locator('[aria-pressed=true]')).waitFor();
    t.ok((await numbers(dialog)).length >= 12);
  });

  await t.test('CHT-06 the table of all has every review of the schedule', async (t) => {
    const scheduled = stats.review_schedule.reduce((total, { card_count }) => total + card_count, 0);
    t.equal(scheduled, STUDIED);
    t.equal(sum(await numbers(dialog)), scheduled);
  });

  await t.test(
    'CHT-05 CON-05 SL-62 dark as light; a reload later the stats come from the cache',
    async (t) => {
      await period(dialog, '7 days').click();
      await bars(dialog).first().waitFor(DRAWN);
      const [light, themed] = await colours(dialog);
      t.equal(light, themed);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await openProgress(scene);
      await today(dialog).getByText(String(STUDIED), { exact: true }).waitFor();
      t.equal(reads, 1, 'for all of this');
      await bars(dialog).first().waitFor(DRAWN);
      const [dark, themedDark] = await colours(dialog);
      t.equal(dark, themedDark);
      t.not(dark, light);
    },
  );

  await t.test('CHT-12 a change of the period is drawn after a pause, once', async (t) => {
    const drawings = await chart(dialog).evaluateHandle((place) => {
      const seen: string[] = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
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

  await t.test('CON-05 GLB-16 a refresh reads anew; from ten percent on the number is inside', async (t) => {
    const more = Math.ceil(stats.total_cards / 10) - STUDIED;
    await student.study(deckId, more);
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await today(dialog)
      .getByText(String(STUDIED + more), { exact: true })
      .waitFor();
    t.equal(reads, 2);
    const { completion_percentage } = await statsOf(scene);
    t.ok(completion_percentage >= 10);
    const label = `${completion_percentage}%`;
    await overall.getByText(label, { exact: true }).waitFor();
    t.equal(await dialog.getByText(label, { exact: true }).count(), 1, 'and only there');
  });
});

t.test('CHT-09 SL-30 what became due while the student was away is due now', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const student = await learner(test);
  const deckId = await student.deck('Words', plainCards(STUDIED));
  const { rows } = await test.db.query<{ id: number }>('select id from cards where deck_id = $1', [deckId]);
  await givenEvents(
    test.db,
    rows.map(({ id }) => review(student.studentId, { deck_id: deckId, card_id: id, day: daysAgo(10) })),
  );
  const { token } = student.account.answer;
  await until(async () => {
    const { body } = await test.api('GET /api/decks/:deckId/stats', { params: { deckId }, token });
    return body.data.overdue === STUDIED;
  });
  const dialog = await openProgress({ test, page: test.page });
  await dialog.getByRole('button', { name: 'Show the numbers' }).click();
  t.same((await numbers(dialog))[0], ['Due now', STUDIED]);
  await dialog.getByText(`${STUDIED} of the cards that are due now have been waiting`).waitFor();
  await today(dialog).getByText('0', { exact: true }).waitFor();
});

t.test('CHT-05 a period without reviews says so', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const student = await learner(test);
  const deckId = await student.deck('Words', plainCards(STUDIED));
  const { rows } = await test.db.query<{ id: number }>('select id from cards where deck_id = $1', [deckId]);
  // Known for long enough that nothing comes again within the week.
  const days = [60, 55, 40, 0].map(daysAgo);
  await givenEvents(
    test.db,
    rows.flatMap(({ id }) =>
      days.map((day) => review(student.studentId, { deck_id: deckId, card_id: id, day })),
    ),
  );
  const { token } = student.account.answer;
  await until(async () => {
    const { body } = await test.api('GET /api/decks/:deckId/stats', { params: { deckId }, token });
    return (
      body.data.review_schedule.length > 0 && body.data.review_schedule.every((row) => row.days_from_now > 7)
    );
  });
  const dialog = await openProgress({ test, page: test.page });
  await dialog.getByText('Nothing to review in these days.').waitFor();
  t.equal(await bars(dialog).count(), 0);
  await period(dialog, '6 months').click();
  await drawn(dialog, 26);
  await period(dialog, '7 days').click();
  await dialog.getByText('Nothing to review in these days.').waitFor();
});

t.test('CHT-15 ERR-35 a chart that cannot be drawn says so and leaves the window usable', async (t) => {
  const scene = await given(t);
  const { page } = scene;
  await page.route('**/assets/bar-drawing*.js', (route) => route.abort());
  const dialog = await openProgress(scene);
  await page.getByRole('alert').filter({ hasText: 'The chart could not be drawn' }).waitFor();
  t.equal((await numbers(dialog)).length, 7, 'the numbers are there');
  await today(dialog).waitFor();
  await period(dialog, '30 days').click();
  await dialog.getByRole('rowheader').nth(29).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

t.test('CHT-02 stats that cannot be read can be tried again', async (t) => {
  const scene = await given(t);
  const { page } = scene;
  const refuse = (route: Route) => route.fulfill({ status: 503, json: { code: 'overloaded' } });
  await page.route('**/stats', refuse, { times: 1 });
  // What a batch cannot have is asked for by itself.
  await page.route('**/api/batch', (route) =>
    readsStats(route.request()) ? refuse(route) : route.fallback(),
  );
  const dialog = await openProgress(scene);
  await dialog.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await today(dialog).waitFor();
});
