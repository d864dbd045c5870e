import type { Page } from 'playwright-core';
import t from 'tap';
import { dayNumber, dayOfNumber } from '../../core/learning/study-day.ts';
import { LOOKS, lookName, screenCheck } from './accessible-screen.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { enter, type Person, registered } from './class-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

const rhythm = (page: Page) => page.getByRole('region', { name: /^(Your study rhythm|Nhịp học của bạn)$/ });

/** A student who studied so many days ago, most of a year with a missed day here and there. */
async function regular(test: BrowserTest): Promise<Person> {
  const student = await registered(test, 'student', 'Mai');
  const { today } = await test
    .api('GET /api/activity', { token: student.token })
    .then(({ body }) => body.data);
  const days = Array.from({ length: 300 }, (_, ago) => ago).filter((ago) => ago !== 0 && ago % 20 !== 0);
  await test.db.query(
    `insert into deck_stats (student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
     select $1, 1, day, (select array_agg(c) from generate_series(1, 5 + (date_part('doy', day)::integer * 7) % 40) c),
       40, 400, now() from unnest($2::date[]) day`,
    [student.id, days.map((ago) => dayOfNumber(dayNumber(today) - ago))],
  );
  await test.db.query('insert into recall_days values ($1, $2, 124, 108)', [student.id, today]);
  return student;
}

t.test('ACT-01 ACT-02 a student sees streak, year and retention, and the numbers as a table', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await enter(test, page, 'student', await regular(test), '/student');
  const block = rhythm(page);
  await block.getByText('285-day streak').waitFor();
  await block.getByText('Study one card today and it goes on.').waitFor();
  await block.getByRole('img', { name: 'Remembered: 87%, the aim is 90%' }).waitFor();
  await block
    .getByText('Of 124 reviews in the last 30 days. Your cards come back at the right time.')
    .waitFor();
  await block
    .getByRole('img', { name: /^In the last year you studied on 285 days: [\d,]+ cards$/ })
    .waitFor();
  await block.getByRole('button', { name: 'Show the numbers' }).press('Enter');
  const rows = block.getByRole('table').getByRole('row');
  t.match(await rows.first().textContent(), /Month.*Days.*Cards.*Time/);
  t.ok((await rows.count()) >= 10, 'a row for each month');
});

t.test('ACT-01 a newcomer is told how it begins, and one card does', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await registered(test, 'student', 'Mai');
  await enter(test, page, 'student', student, '/student');
  await rhythm(page).getByText('No streak yet').waitFor();
  await rhythm(page).getByText('Study one card and it begins.').waitFor();
  await rhythm(page).getByText('Remembered: not known yet').waitFor();
});

t.test('ACT-01 when it cannot be read the rest stays, and it can be tried again', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  const student = await registered(test, 'student', 'Mai');
  await page.route('**/api/batch', async (route) => {
    const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: unknown[] };
    const failure = { success: false, code: 'overloaded', message: 'The server is busy' };
    const entries = data.map((entry, index) =>
      requests[index]?.url === '/api/activity' ? { status: 503, data: failure } : entry,
    );
    await route.fulfill({ response, json: { success: true, data: entries } });
  });
  await enter(test, page, 'student', student, '/student');
  await rhythm(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await rhythm(page).getByText('No streak yet').waitFor();
});

t.test('LNG-01 the study rhythm is accessible and fits, full and empty', async (t) => {
  const test = await startBrowserTest(t);
  const people = { full: await regular(test), empty: await registered(test, 'student', 'An') };
  for (const look of LOOKS)
    for (const [name, person] of Object.entries(people))
      await t.test(lookName(look), async (t) => {
        const context = await test.newContext(look);
        t.teardown(() => context.close());
        const page = await context.newPage();
        await enter(test, page, 'student', person, '/student');
        await rhythm(page).getByRole('img').nth(1).waitFor();
        await screenCheck(t, page)(`study rhythm ${name}`);
      });
});
