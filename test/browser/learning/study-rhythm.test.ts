import type { Page } from 'playwright-core';
import { DRAWN, POINTS, screen } from '../harness/screen.ts';
import { plainCards, regularStudent } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';

const rhythm = (page: Page) => page.getByRole('region', { name: 'Your study rhythm', exact: true });

const week = (page: Page) => page.getByRole('img', { name: /^This week/ });

const test = screen();
const asStudent = screen({ as: 'student', name: 'Mai' });

test('ACT-03 ACT-01 ACT-02 a student sees streak, year and retention, and the numbers as a table', async (app) => {
  const { t, page, sql } = app;
  const student = await regularStudent(app);
  await enter(page, student, '/student');
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

  await sql`delete from deck_stats
     where student_id = ${student.id} and day > (select max(day) - 60 from deck_stats where student_id = ${student.id})`;
  await page.reload();
  await block.getByText('No streak yet').waitFor();
  await block.getByText('Study one card and it begins.').waitFor();
  await block.getByText(/Your longest so far: \d+ days\./).waitFor();
});

test('ACT-10 CHT-19 a button draws what was remembered week by week, beside the aim', async (app) => {
  const { t, page, sql } = app;
  const student = await regularStudent(app);
  // Of the week before this one too little is known, and nothing of what is more than eight weeks ago.
  await sql`insert into recall_days (student_id, partition, day, asked, recalled)
    select ${student.id}, partition_of(${student.id}::integer), day - 7 * ago, case when ago = 1 then 9 else 20 end, case when ago = 1 then 9 else 16 end
    from (select max(day) as day from recall_days where student_id = ${student.id}) d, generate_series(1, 8) ago`;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apex-chart')) asked.push(request.url());
  });
  await enter(page, student, '/student');
  const block = rhythm(page);
  const opener = block.getByRole('button', { name: 'Remembered week by week' });
  await opener.scrollIntoViewIfNeeded();
  t.same(asked, [], 'nothing of charts before somebody wants one');
  await opener.click();
  const chart = block.getByRole('img', { name: 'Remembered week by week; the aim is 90%', exact: true });
  await chart.locator(POINTS).nth(7).waitFor(DRAWN);
  t.equal(
    await chart.locator('[seriesName="Remembered"] .apexcharts-series-markers .apexcharts-marker').count(),
    8,
    'a point for each week of which something is known',
  );
  t.equal(asked.length, 1);
  t.same(await chart.locator('.apexcharts-legend-text').allTextContents(), ['Remembered', 'Aim']);
  const rows = await block
    .getByRole('table', { name: /^Remembered week by week/ })
    .getByRole('row')
    .allInnerTexts();
  t.equal(rows.length, 13);
  t.match(rows[9], /\t80%\t20$/);
  t.match(rows[11], /\t–\t9$/);
  t.match(rows[12], /\t87%\t124$/);
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const said = block.getByRole('status').filter({ hasText: 'Remembered: ' });
  await said
    .filter({ hasText: 'Remembered: not known, too few reviews. Aim: 90%' })
    .waitFor({ state: 'attached' });
});

asStudent('TDY-13 before the first card there is little, then what to do under the thumb', async (app) => {
  const { t, page, student } = app;
  await page.goto('/student');
  await page.getByRole('region', { name: 'Official decks' }).getByRole('link').first().waitFor();
  await page.getByRole('form', { name: 'Join a class' }).waitFor();
  t.equal(await rhythm(page).count(), 0, 'there is no rhythm yet');
  t.equal(await week(page).count(), 0);
  // (document 1 §2) Search and choice are there, below all else.
  const search = page.getByRole('searchbox');
  await search.waitFor();
  const offered = await page.getByRole('region', { name: 'Official decks' }).boundingBox();
  t.ok((await search.boundingBox())!.y > offered!.y + offered!.height);

  await page.setViewportSize({ width: 360, height: 740 });
  await student.study(await student.deck('Words', plainCards(9)), 1);
  await page.goto('/student');
  await page.getByRole('img', { name: 'This week you studied on 1 day', exact: true }).waitFor();
  await rhythm(page).getByText('1-day streak').waitFor();
  await rhythm(page).getByText('Memory score: not yet').waitFor();
  const button = await page.getByRole('link', { name: 'Learn 8 new cards' }).boundingBox();
  t.ok(button!.y > 740 * 0.45 && button!.y + button!.height < 676, JSON.stringify(button));
});
