import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { chooseDeck } from '../people/admin-in-browser.ts';
import {
  appendPoison,
  button,
  givenLog,
  lastVerification,
  mendPoison,
  panel,
  projection,
  quietNights,
  region,
} from '../people/log-in-browser.ts';

const figure = (page: Page, within: string, name: string, value: string) =>
  region(page, within)
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}${value}$`) })
    .first();

const runs = (page: Page) =>
  page.getByRole('list', { name: 'Recent verifications and rebuilds' }).getByRole('listitem');

const EXPORT = '**/api/admin/log/export**';

const exportForm = (page: Page) => page.getByRole('form', { name: 'Export the log' });
const download = (page: Page) => exportForm(page).getByRole('button', { name: 'Download' });
const lines = (text: string) => text.trimEnd().split('\n');

const test = screen({ own: true, env: quietNights() });

test('the progress log', async (app) => {
  const { t, page, worker, sql } = app;
  const scene = await givenLog(app, 3);
  const { admin, student } = scene;
  const eventCount = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from events`)[0]?.count ?? 0;
  t.afterEach(() => page.unrouteAll());

  await t.test('the state of the log is shown, and follows what comes in', async (t) => {
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
    await worker.stop();
    await scene.answer(1);
    const behind = projection(page, 'Deck statistics');
    await behind.getByText('Catching up', { exact: true }).waitFor();
    await behind.getByRole('img', { name: /^Partition \d+: 1 event$/ }).waitFor();
    await behind.getByText('1 partition is behind').waitFor();
    await worker.start();
    await behind.getByText('Up to date', { exact: true }).waitFor();
  });

  await t.test('a verification finds a row that was tampered with; a rebuild mends it', async (t) => {
    await admin.open('log');
    await lastVerification(page).getByText('There has been none yet.').waitFor();
    await region(page, 'Verification').getByText('Nothing has been verified or rebuilt yet.').waitFor();
    await projection(page, 'Deck statistics').getByText('Up to date', { exact: true }).waitFor();
    await button(page, 'Verify now').click();
    await notice(page, 'status', 'No row differs.').waitFor();
    await lastVerification(page).getByText('No row differs.').waitFor();
    t.equal(await runs(page).count(), 1);

    await sql`update deck_stats set seconds = seconds + 40 where student_id = ${student.id}`;
    await button(page, 'Verify now').click();
    await notice(page, 'status', '2 rows differ.').waitFor();
    await lastVerification(page).getByText('2 rows differ.').waitFor();
    await lastVerification(page).getByRole('button', { name: 'Show the rows' }).click();
    const table = lastVerification(page).getByRole('table', { name: 'Deck statistics: table deck_stats' });
    for (const [side, seconds] of [
      ['Live table', '58'],
      ['Rebuilt table', '18'],
    ] as const)
      await table
        .getByRole('row')
        .filter({ hasText: side })
        .getByText(seconds, { exact: true })
        .first()
        .waitFor();

    await button(page, 'Rebuild…').click();
    const dialog = page.getByRole('dialog', { name: 'Rebuild projections?' });
    const rebuild = dialog.getByRole('button', { name: 'Rebuild', exact: true });
    await dialog.getByRole('checkbox', { checked: true }).nth(3).waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    t.ok(await rebuild.isDisabled());
    await dialog.getByRole('checkbox', { name: 'Deck statistics' }).check();
    const [request] = await Promise.all([page.waitForRequest('**/api/admin/log/runs'), rebuild.click()]);
    t.same(request.postDataJSON(), { kind: 'rebuild', projections: ['deck_stats'] });
    await notice(page, 'status', 'Rebuilt; 2 rows differed and were put right.').waitFor();
    await button(page, 'Verify now').click();
    await lastVerification(page).getByText('No row differs.').waitFor();
    const rows = await sql`select seconds from deck_stats where student_id = ${student.id}`;
    t.same(rows, [{ seconds: 18 }]);
    await until(async () => (await runs(page).count()) === 4);
    await runs(page).nth(1).getByText('Rebuilt; 2 rows differed').waitFor();
  });

  await t.test('a run waits for a worker, is cancelled, and lets no other one begin', async (t) => {
    await admin.open('log');
    await button(page, 'Verify now').waitFor();
    await worker.stop();
    await refuse(page, 'POST', '**/api/admin/log/runs', [
      409,
      { code: 'log_run_waits', message: 'A verification or a rebuild is waiting or running already' },
    ]);
    await button(page, 'Verify now').click();
    await notice(page, 'alert', 'It could not be started: A verification or a rebuild is waiting').waitFor();
    await page.unroute('**/api/admin/log/runs');

    await button(page, 'Verify now').click();
    const current = page.getByRole('article', { name: 'Current run' });
    await current.getByText('It waits for a worker.').waitFor();
    t.equal(await current.getByRole('progressbar', { name: 'Verified' }).getAttribute('aria-valuenow'), '0');
    await page
      .getByRole('heading', { name: 'Verification', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    t.ok(await button(page, 'Verify now').isDisabled());
    t.ok(await button(page, 'Rebuild…').isDisabled());
    await page.reload();
    await current.getByRole('button', { name: 'Cancel' }).click();
    await notice(page, 'status', 'It was cancelled; live tables are as they were.').waitFor();
    await current.waitFor({ state: 'detached' });
    await runs(page).getByText('Cancelled', { exact: true }).waitFor();

    // A worker tells the reason of one that fails; that one was nightly.
    await sql`insert into log_runs (kind, status, projections, is_nightly, failure, started_at, finished_at)
       values ('verify', 'failed', array['deck_stats'], true, 'Error: no space left', now(), now())`;
    await lastVerification(page).getByText('Error: no space left').waitFor();
    await lastVerification(page).getByText('Nightly', { exact: true }).waitFor();
    await lastVerification(page).getByText('Failed', { exact: true }).waitFor();
    await worker.start();
  });

  await t.test('parked events are listed, and replayed once they can be applied', async () => {
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
    await row.getByText(/from position \d+-7 on/).waitFor();
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

  await t.test('the log is taken home as a file, whole or in part', async (t) => {
    const events = await eventCount();
    // As in a browser that cannot write a file while it comes.
    await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
    await admin.open('log');
    await exportForm(page).getByText('This browser keeps the whole file aside').waitFor();
    const take = async (): Promise<{ download: Download; text: string }> => {
      const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
      return { download: file, text: await readFile(await file.path(), 'utf8') };
    };
    const whole = await take();
    t.match(whole.download.suggestedFilename(), /^nho-log-\d{4}-\d\d-\d\d\.ndjson$/);
    const taken = lines(whole.text).map((line) => JSON.parse(line) as { student: unknown; type: string });
    t.equal(taken.length, events);
    t.ok(taken.every((event) => event.student === student.id && event.type === 'CardReviewed'));

    await exportForm(page).getByRole('radio', { name: 'CSV' }).check();
    await exportForm(page).getByRole('switch', { name: 'With pseudonyms' }).check();
    await chooseDeck(exportForm(page), 'animals', /^Animals/);
    const csv = await take();
    t.match(csv.download.suggestedFilename(), /\.csv$/);
    t.equal(lines(csv.text).length, 1 + events);
    t.match(lines(csv.text)[1], /,[0-9a-f]{16},/);

    await exportForm(page).getByRole('button', { name: 'All decks' }).click();
    await exportForm(page).getByRole('radio', { name: 'NDJSON' }).check();
    await exportForm(page).getByLabel('Recorded before').fill('2020-01-01T00:00');
    t.equal((await take()).text, '', 'nothing was recorded then');
    await exportForm(page).getByLabel('Recorded since').fill('2020-01-02T00:00');
    await download(page).click();
    await exportForm(page).getByText('The end date is before the start date').waitFor();
    await exportForm(page).getByLabel('Recorded before').and(page.locator(':focus')).waitFor();
    await exportForm(page).getByLabel('Recorded before').fill('');
    await refuse(page, 'GET', EXPORT);
    await download(page).click();
    await notice(page, 'alert', 'The log could not be exported: The server is busy').waitFor();
  });

  await t.test('where the browser can, the file is written while it comes', async (t) => {
    // The user's choice of a place; the rest is the browser's own.
    await page.addInitScript(() => {
      const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
      Object.assign(window, { showSaveFilePicker });
    });
    const files = () =>
      page.evaluate(async () => {
        const found: [string, string][] = [];
        for await (const [name, handle] of await navigator.storage.getDirectory())
          found.push([name, await (await (handle as FileSystemFileHandle).getFile()).text()]);
        return found;
      });
    await admin.open('log');
    await exportForm(page).waitFor();
    await failsOnce(page, 'GET', EXPORT, 'The log could not be exported', () => download(page).click());
    t.same(await files(), [], 'no empty file is left behind');

    const begun = Promise.withResolvers<void>();
    await page.route(EXPORT, () => begun.resolve());
    await download(page).click();
    await begun.promise;
    await exportForm(page).getByRole('button', { name: 'Cancel the download' }).click();
    await exportForm(page)
      .getByRole('button', { name: 'Cancel the download' })
      .waitFor({ state: 'detached' });
    await page.unroute(EXPORT);
    await until(async () => (await files()).length === 0);

    await download(page).click();
    await notice(page, 'status', /^The log has been exported to nho-log-.+\.ndjson\.$/).waitFor();
    const [[, text] = ['', '']] = await files();
    t.equal(lines(text).length, await eventCount());
  });

  await t.test('a page that is not seen asks for nothing; a failure is tried again', async (t) => {
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
    await figure(page, 'Now', 'Events in all', '\\d+').waitFor();
    await Promise.all([answered(), page.clock.runFor(2_100)]);
    await see('hidden');
    const before = asked;
    await page.clock.runFor(60_000);
    t.equal(asked, before);
    await Promise.all([answered(), see('visible')]);

    const refusal = { code: 'malformed_request', message: 'The request could not be read: no' };
    const allow = await refuse(page, 'GET', '**/api/admin/log', [400, refusal]);
    await page.clock.runFor(2_100);
    await notice(page, 'alert', 'The state of the log could not be loaded: The request could').waitFor();
    await panel(page).getByText('What is shown here is no longer current').waitFor();
    await figure(page, 'Now', 'Events in all', '\\d+').waitFor();
    await allow(() => button(page, 'Try again').click());
    await panel(page).getByText('What is shown here is no longer current').waitFor({ state: 'detached' });
  });
});
