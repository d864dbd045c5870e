import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { readsOf } from '../harness/page-reads.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { DRAWN, POINTS, screen } from '../harness/screen.ts';
import { manyMembers } from '../people/class-in-browser.ts';
import {
  daysAgo,
  figures,
  opener,
  openProgress,
  progressScene,
  student,
} from '../people/progress-in-browser.ts';

const PROGRESS = /^\/api\/classes\/\d+\/students-progress\b/;
const STATS = /^\/api\/classes\/\d+\/student-stats\/\d+\b/;

const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const names = async (page: Page) => (await figures(page)).map(([name]) => name);
const heads = (page: Page) => page.getByRole('table', { name: 'Students' }).getByRole('columnheader');
const sortBy = (page: Page, column: string) =>
  heads(page).filter({ hasText: column }).getByRole('button').click();
const pageNumber = (page: Page) => page.getByRole('navigation', { name: 'Pages of students' });
const total = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

/** The paths that the page reads from now on, alone or in a batch, as far as they are like this. */
function reads(page: Page, path: RegExp): () => string[] {
  const { alone, batches } = readsOf(page);
  return () => [...alone, ...batches.flat()].filter((url) => path.test(url));
}

/** Three students with work on several days; whoever opens the page finds it all. */
const three = screen({}, async (app) => {
  const scene = await progressScene(app);
  const ids = [
    await scene.student('Đặng Ánh', [
      { daysAgo: 0, cards: 2 },
      { daysAgo: 9, cards: 5 },
    ]),
    await scene.student('An', [{ daysAgo: 1, cards: 3 }]),
    await scene.student('Dung'),
  ];
  await openProgress(scene);
  await student(scene.page, 'Đặng Ánh').getByText('7', { exact: true }).waitFor();
  await student(scene.page, 'An').getByRole('cell', { name: '3', exact: true }).first().waitFor();
  await live(scene.page).waitFor();
  return { ...scene, ids };
});
const test = screen({}, progressScene);

test('CHT-19 what draws is loaded when somebody comes near the chart, whose place was there before', async (scene) => {
  const { t, page } = scene;
  await scene.student('An', [{ daysAgo: 1, cards: 3 }]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apex-chart')) asked.push(request.url());
  });
  await page.setViewportSize({ width: 1280, height: 200 });
  await openProgress(scene);
  await student(page, 'An').getByText('3', { exact: true }).first().waitFor();
  const chart = page.getByRole('img', { name: /^Activity from .* 3 card days$/ });
  const before = (await chart.boundingBox())!.height;
  t.same(asked, []);
  t.equal(await page.locator('main .mantine-Loader-root').count(), 0, 'nothing runs that nobody sees');
  await chart.scrollIntoViewIfNeeded();
  await chart.locator(POINTS).nth(29).waitFor(DRAWN);
  t.equal(asked.length, 1);
  t.equal((await chart.boundingBox())!.height, before, 'nothing moves');
  t.same(await chart.locator('.apexcharts-legend-text').allTextContents(), ['Other days', 'Today']);
});

three('the progress of a class', async ({ t, page, teacher, classId, ids }) => {
  await t.test(
    'TCH-06 PRG-01 PRG-02 SL-29 each student has a row with cards, card days and time',
    async (t) => {
      t.same(await figures(page), [
        ['An', 3, '30s'],
        ['Đặng Ánh', 5, '1m 10s'],
        ['Dung', 0, '0s'],
      ]);
      const rows = await teacher.call('GET /api/classes/:classId/students-progress', { params: { classId } });
      const row = rows.find(({ student_id }) => student_id === ids[0]);
      await student(page, 'Đặng Ánh')
        .getByText(row?.email ?? '')
        .waitFor();
    },
  );

  await t.test('the activity of the class is drawn day by day', async (t) => {
    const activity = page.getByRole('region', { name: 'Activity of each day' });
    const chart = activity.getByRole('img', { name: /^Activity from .* 10 card days$/ });
    await chart.locator(POINTS).nth(29).waitFor(DRAWN);
    t.equal(await chart.locator(POINTS).count(), 30);
    await activity.getByRole('button', { name: 'Show the numbers' }).click();
    const numbers = await activity.getByRole('row').allInnerTexts();
    t.equal(numbers.length, 31);
    t.match(numbers.join(), /5\t1\t50s/);
  });

  await t.test(
    'PRG-03 PRG-04 PRG-06 TCH-05 TCH-06 SL-25 (document 1 §2) rows are sorted, searched and filtered',
    async (t) => {
      await sortBy(page, 'Card days');
      t.equal(await heads(page).filter({ hasText: 'Card days' }).getAttribute('aria-sort'), 'descending');
      t.same(await names(page), ['Đặng Ánh', 'An', 'Dung']);
      await page.getByLabel('Minimum cards').fill('6');
      await total(page, '0 of 3 students').waitFor();
      await page.getByLabel('Minimum cards').fill('5');
      await total(page, '1 of 3 students').waitFor();
      await page.getByLabel('Minimum cards').fill('');
      await page.getByLabel('Search for students').fill('dang anh');
      await total(page, '1 of 3 students').waitFor();
      t.same(await names(page), ['Đặng Ánh']);
      await page.getByLabel('Search for students').fill('');
      await total(page, '3 students').waitFor();
      await page.getByLabel('Minimum cards').fill('-1');
      await page.getByText('Please enter 0 or more').waitFor();
      await page.getByLabel('Minimum cards').fill('100');
      await page.getByRole('button', { name: 'Show all students' }).click();
      t.same(await names(page), ['An', 'Đặng Ánh', 'Dung']);
      t.equal(await page.getByLabel('Minimum cards').inputValue(), '');
    },
  );

  await t.test('TCH-05 the last fourteen days and the last of all stand beside each student', async () => {
    const row = student(page, 'Đặng Ánh');
    await row.getByRole('img', { name: 'Studied on 2 days of the last 14' }).waitFor();
    await row.getByRole('cell', { name: 'Today' }).waitFor();
    await student(page, 'An')
      .getByRole('cell', { name: /^(Yesterday|Today)$/ })
      .first()
      .waitFor();
    await student(page, 'Dung').getByRole('cell', { name: 'Not yet' }).waitFor();
  });

  await t.test('SL-298 on a phone the other filters are folded, and how many are used is told', async (t) => {
    const { width, height } = page.viewportSize()!;
    const [minimum, filters] = [
      page.getByLabel('Minimum cards'),
      page.getByRole('button', { name: /^Filters/ }),
    ];
    t.equal(await filters.isVisible(), false, 'where there is room all are seen');
    await minimum.fill('4');
    await page.setViewportSize({ width: 360, height: 740 });
    await minimum.waitFor({ state: 'hidden' });
    t.equal(await filters.textContent(), 'Filters (1)');
    t.equal(await page.getByLabel('Search for students').isVisible(), true);
    await filters.click();
    await minimum.fill('');
    t.equal(await filters.getAttribute('aria-expanded'), 'true');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await minimum.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width, height });
  });

  await t.test('PRG-05 PRG-06 the dates are asked for, and the wrong way round they are not', async (t) => {
    const asked = reads(page, PROGRESS);
    const [from, until] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await from.fill(daysAgo(9));
    await until.fill(daysAgo(5));
    await student(page, 'Đặng Ánh').getByText('50s').waitFor();
    t.same(
      asked().map((url) => url.split('?')[1]),
      [`start_date=${daysAgo(9)}`, `start_date=${daysAgo(9)}&end_date=${daysAgo(5)}`],
    );
    await page.getByRole('img', { name: /^Activity from .* 5 card days$/ }).waitFor();

    await until.fill(daysAgo(10));
    await page.getByText('The end date is before the start date').waitFor();
    t.equal(await until.getAttribute('aria-invalid'), 'true');
    t.equal(asked().length, 2);

    await page.getByRole('button', { name: 'Reset' }).click();
    await student(page, 'Đặng Ánh').getByText('7', { exact: true }).waitFor();
    t.equal(await from.inputValue(), '');
    t.equal(await until.inputValue(), '');
  });

  await t.test('the CSV has all that is listed, and its writer comes with the first one', async (t) => {
    await sortBy(page, 'Card days');
    const take = page.getByRole('button', { name: 'Download CSV' });
    const writer = /\/assets\/csv-[^/]+\.js$/;
    await page.route(writer, (route) => route.abort());
    await take.click();
    await notice(page, 'alert', 'The file could not be made. Please check your connection.').waitFor();
    await page.unroute(writer);
    const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
    t.equal(download.suggestedFilename(), `class-${classId}-progress.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    t.same(
      lines.slice(1).map((line) => line.split(',')[0]),
      ['Đặng Ánh', 'An', 'Dung', ''],
    );
    await sortBy(page, 'Name');
  });

  await t.test('PRG-07 ERR-26 ERR-37 refresh reads anew; a failure leaves what is there', async (t) => {
    const asked = reads(page, PROGRESS);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await notice(page, 'status', 'Everything is up to date.').waitFor();
    t.equal(asked().length, 1);

    await failsOnce(page, 'GET', PROGRESS, 'The progress could not be loaded', () =>
      page.getByRole('button', { name: 'Refresh' }).click(),
    );
    t.equal((await names(page)).length, 3);
  });

  await t.test('PRG-10 PRG-11 PRG-12 SL-28 CHT-06 a student opens with the same figures', async (t) => {
    const asked = reads(page, STATS);
    await page.getByLabel('From', { exact: true }).fill(daysAgo(3));
    await student(page, 'Đặng Ánh').getByText('20s').waitFor();
    await opener(page, 'Đặng Ánh').focus();
    await page.keyboard.press('Enter');
    const box = dialog(page);
    await box.getByText('Đặng Ánh', { exact: true }).waitFor();
    await box.getByText('2 of 40 cards learnt').waitFor();
    await box.getByText('Progress in the days you have chosen').waitFor();
    await box.getByText('2 cards · 2 card days · 20s').waitFor();
    t.same(asked(), [`/api/classes/${classId}/student-stats/${ids[0]}?start_date=${daysAgo(3)}`]);
    t.equal(await box.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed'), 'true');
    const upcoming = box.getByRole('img', { name: 'Upcoming reviews' });
    await upcoming.locator(POINTS).nth(29).waitFor(DRAWN);
    const activity = box.getByRole('img', { name: /^Activity from .* 2 card days$/ });
    await activity.locator(POINTS).nth(3).waitFor(DRAWN);
    t.equal(await activity.locator(POINTS).count(), 4);

    await t.test('closed, the focus is back on the student', async (t) => {
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden' });
      await page.waitForFunction(() => document.activeElement?.textContent.includes('Đặng Ánh'));
      t.equal(asked().length, 1);
    });

    await t.test('CON-05 for five minutes nothing is asked again but by its refresh', async (t) => {
      await student(page, 'Đặng Ánh').click();
      await box.getByText('2 of 40 cards learnt').waitFor();
      await activity.waitFor();
      t.equal(asked().length, 1);
      await box.getByRole('button', { name: 'Refresh' }).click();
      await notice(page, 'status', 'Everything is up to date.').waitFor();
      t.equal(asked().length, 2);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Reset' }).click();
    });
  });

  await t.test('ERR-27 figures of a student that cannot be read can be tried again', async () => {
    const allow = await refuse(page, 'GET', STATS);
    await student(page, 'An').click();
    await notice(page, 'alert', "The student's figures could not be loaded: The server is busy").waitFor();
    await allow(() => dialog(page).getByRole('button', { name: 'Try again' }).click());
    await dialog(page).getByText('3 of 40 cards learnt').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  await t.test('a student is taken out of the class after a question', async (t) => {
    await student(page, 'An').click();
    const remove = dialog(page).getByRole('button', { name: 'Remove from the class' });
    const question = page.getByRole('dialog', { name: 'Remove An from the class?' });
    await remove.click();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await remove.click();
    await question.getByRole('button', { name: 'Remove from the class' }).click();
    await notice(page, 'status', 'An is no longer in the class.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await total(page, '2 students').waitFor();
    t.same(await names(page), ['Đặng Ánh', 'Dung']);
    const rows = await teacher.call('GET /api/classes/:classId/students-progress', { params: { classId } });
    t.same(
      rows.map(({ name }) => name),
      ['Đặng Ánh', 'Dung'],
    );
  });
});

test('PRG-08 PRG-09 TCH-05 (document 1 §9) twelve stand on a page, or all, as the browser was last told', async (app) => {
  const { t, page, db, classId } = app;
  await manyMembers(db, classId, 124);
  await app.student('Lan 125', [{ daysAgo: 0, cards: 1 }]);
  await openProgress(app);
  await total(page, '125 students').waitFor();
  t.equal((await names(page)).length, 12);
  const numbers = pageNumber(page).getByRole('button', { name: /^Page \d+$/ });
  t.same(await numbers.allInnerTexts(), ['1', '2', '3', '4', '5']);
  await numbers.last().click();
  t.same(await numbers.allInnerTexts(), ['3', '4', '5', '6', '7']);
  t.equal((await names(page))[0], 'Lan 49');
  await sortBy(page, 'Name');
  t.equal((await names(page))[0], 'Lan 125', 'another order leads to the first page');

  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await student(page, 'Lan 99').waitFor();
  t.equal((await names(page)).length, 125);
  await page.reload();
  await student(page, 'Lan 99').waitFor();
  await page.getByRole('button', { name: 'Show 12 a page' }).click();
  await pageNumber(page).waitFor();
  t.equal((await names(page)).length, 12);
});

test('ERR-26 progress that cannot be read can be tried again; without students it says how they come', async (app) => {
  const { t, page } = app;
  const allow = await refuse(page, 'GET', PROGRESS);
  await openProgress(app);
  await notice(page, 'alert', 'The progress could not be loaded: The server is busy').waitFor();
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  const hint = page.getByText('There are no students yet. Give them the code');
  await tryAgain.waitFor();
  await allow();
  // It may be read again without a click, for the line says that something has changed: then the button is gone.
  const clicked = tryAgain.click().catch(() => {});
  await Promise.race([clicked, hint.waitFor()]);
  await hint.waitFor();
  t.equal(await page.getByRole('button', { name: 'Download CSV' }).isDisabled(), true);
});

test('API-02 ERR-34 SL-99 (document 1 §7) where all at once cannot be read the screen says so and reads each by itself', async (app) => {
  const { page } = app;
  await app.student('An', [{ daysAgo: 1, cards: 3 }]);
  await refuse(page, 'POST', '/api/batch');
  await openProgress(app);
  await notice(page, 'status', 'Loading everything at once failed; loading the parts one by one.').waitFor();
  await student(page, 'An').getByText('30s').waitFor();
});

test('PRG-13 while a deck’s work is gathered the class says of how many students it has it, and shows the rest', async (app) => {
  const { page, classId } = app;
  const { db, sql } = app.test;
  const ids = [await app.student('An', [{ daysAgo: 1, cards: 3 }]), await app.student('Dung')];
  await openProgress(app);
  await student(page, 'An').getByText('30s').waitFor();
  // The worker waits for the checkpoints, as it does for a projector.
  const held = await db.connect();
  try {
    await held.query('begin');
    await held.query(`select from projection_checkpoints where projection = 'class_progress' for update`);
    await sql`insert into class_gatherings (class_id, student_id, partition)
       select ${classId}, id, partition_of(id) from unnest(${ids}::integer[]) id`;
    await page.reload();
    await page.getByText('0 of 2 students so far').waitFor();
    await student(page, 'An').getByText('30s').waitFor();
  } finally {
    await held.query('rollback');
    held.release();
  }
  await page.getByText('students so far').waitFor({ state: 'detached' });
});
