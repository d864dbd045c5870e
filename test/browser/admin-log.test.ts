import type { Page } from 'playwright-core';
import t from 'tap';
import { until } from '../until.ts';
import { screenCheck } from './accessible-screen.ts';
import { notice } from './account-in-browser.ts';
import {
  appendPoison,
  button,
  givenLog,
  lastVerification,
  mendPoison,
  panel,
  projection,
  region,
} from './log-in-browser.ts';
import { refuse } from './teacher-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

const figure = (page: Page, within: string, name: string, value: string) =>
  region(page, within)
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}${value}$`) })
    .first();

t.test('the state of the log is shown, and follows what comes in', async (t) => {
  const scene = await givenLog(t, 3, ENGLISH);
  const { page, admin, test } = scene;
  await admin.open('log');
  await figure(page, 'Now', 'Events in all', '3').waitFor();
  await page.getByRole('img', { name: 'Events of the last 30 minutes: 3 events' }).waitFor();
  await scene.answer(2);
  await figure(page, 'Now', 'Events in all', '5').waitFor();
  await region(page, 'Now').getByRole('button', { name: 'Show the numbers' }).click();
  const table = region(page, 'Now').getByRole('table');
  await table.getByRole('row', { name: /^This minute \d$/ }).waitFor();
  t.equal(await table.getByRole('row').count(), 31);

  for (const name of ['Review schedule', 'Deck statistics', 'Class progress', 'Exam results']) {
    await projection(page, name).getByText('Up to date', { exact: true }).waitFor();
    await projection(page, name).getByRole('img', { name: 'All 16 partitions are up to date' }).waitFor();
  }
  await test.worker.stop();
  await scene.answer(1);
  const behind = projection(page, 'Deck statistics');
  await behind.getByText('Catching up', { exact: true }).waitFor();
  await behind.getByRole('img', { name: /^Partition \d+: 1 event$/ }).waitFor();
  await behind.getByText('1 partition is behind').waitFor();
  await test.worker.start();
  await behind.getByText('Up to date', { exact: true }).waitFor();
});

t.test('a page that is not seen asks for nothing; a failure is told, and can be tried again', async (t) => {
  const { page, admin } = await givenLog(t, 1, ENGLISH);
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/log') asked++;
  });
  const answered = () =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/admin/log');
  const see = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await Promise.all([answered(), admin.open('log')]);
  await figure(page, 'Now', 'Events in all', '1').waitFor();
  await Promise.all([answered(), page.clock.runFor(2_100)]);
  await see('hidden');
  const before = asked;
  await page.clock.runFor(60_000);
  t.equal(asked, before);
  await Promise.all([answered(), see('visible')]);

  const refusal = { code: 'malformed_request', message: 'The request could not be read: no' };
  await refuse(page, 'GET', '**/api/admin/log', [400, refusal]);
  await page.clock.runFor(2_100);
  await notice(page, 'alert', 'The state of the log could not be loaded: The request could').waitFor();
  await panel(page).getByText('What is shown here is no longer current').waitFor();
  await figure(page, 'Now', 'Events in all', '1').waitFor();
  await page.unroute('**/api/admin/log');
  await button(page, 'Try again').click();
  await panel(page).getByText('What is shown here is no longer current').waitFor({ state: 'detached' });
});

t.test('parked events are listed, and replayed once they can be applied', async (t) => {
  const scene = await givenLog(t, 1, ENGLISH);
  const { page, admin, student } = scene;
  await admin.open('log');
  await region(page, 'Parked events').getByText('No event is parked.').waitFor();
  await appendPoison(scene);
  await scene.answer(1);
  const row = page
    .getByRole('list', { name: 'Parked events' })
    .getByRole('listitem')
    .filter({ hasText: `Deck statistics, student ${student.id}` });
  await row.getByText('2 events').waitFor();
  await row.getByText('unknown event type: CardReviewed version 99').waitFor();
  await row.getByText(/from position \d+-2 on/).waitFor();
  await figure(page, 'Projections', 'Parked events', '2').waitFor();

  const replay = row.getByRole('button', { name: `Replay: Deck statistics, student ${student.id}` });
  const question = page.getByRole('dialog', { name: /^Replay the parked events of Deck statistics/ });
  await replay.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await replay.click();
  await question.getByRole('button', { name: 'Replay' }).click();
  await notice(page, 'status', /^0 events were applied, \d+ remain parked\.$/).waitFor();
  await mendPoison(scene);
  await button(page, 'Replay all').click();
  await page
    .getByRole('dialog', { name: 'Replay all parked events?' })
    .getByRole('button', { name: 'Replay' })
    .click();
  await notice(page, 'status', /^\d+ events were applied\.$/).waitFor();
  await region(page, 'Parked events').getByText('No event is parked.').waitFor();
  await page.getByRole('heading', { name: 'Parked events' }).and(page.locator(':focus')).waitFor();
  await button(page, 'Verify now').click();
  await lastVerification(page).getByText('No row differs.').waitFor();
});

for (const colorScheme of ['light', 'dark'] as const)
  t.test(`LNG-01 the log at 360 px and wide, accessible, in Vietnamese: ${colorScheme}`, async (t) => {
    const viewport = { width: 360, height: 740 };
    const scene = await givenLog(t, 3, { locale: 'vi-VN', viewport, colorScheme });
    const { page, admin, test, student } = scene;
    const check = screenCheck(t, page);
    const tamper = 'update deck_stats set seconds = seconds + 1 where student_id = $1 and reviews = 3';
    await until(async () => (await test.db.query(tamper, [student.id])).rowCount === 1);
    await appendPoison(scene);
    await admin.open('log');
    await page.getByText('unknown event type').first().waitFor();
    await page.getByRole('button', { name: 'Kiểm tra ngay' }).click();
    const latest = page.getByRole('article', { name: 'Lần kiểm tra gần nhất' });
    await latest.getByRole('button', { name: 'Xem các dòng' }).click();
    await latest.getByRole('table').first().waitFor();
    await page.getByRole('button', { name: 'Xem số liệu' }).click();
    await check('with differences');
    await page.setViewportSize({ width: 1280, height: 900 });
    await check('wide');
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Dựng lại…' }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await check('rebuild');
    await page.keyboard.press('Escape');
    await test.worker.stop();
    await page.getByRole('button', { name: 'Kiểm tra ngay' }).click();
    await page.getByRole('article', { name: 'Đang thực hiện' }).waitFor();
    await check('a run that waits');
  });
