import type { Page } from 'playwright-core';
import t from 'tap';
import { until } from '../until.ts';
import { notice } from './account-in-browser.ts';
import { button, givenLog, lastVerification, projection, region } from './log-in-browser.ts';
import { refuse } from './teacher-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

const runs = (page: Page) =>
  page.getByRole('list', { name: 'Recent verifications and rebuilds' }).getByRole('listitem');

t.test('a verification finds nothing, then the row that was tampered with; a rebuild mends it', async (t) => {
  const { page, admin, test, student, deckId } = await givenLog(t, 4, ENGLISH);
  await admin.open('log');
  await lastVerification(page).getByText('There has been none yet.').waitFor();
  await region(page, 'Verification').getByText('Nothing has been verified or rebuilt yet.').waitFor();
  await projection(page, 'Deck statistics').getByText('Up to date', { exact: true }).waitFor();
  await button(page, 'Verify now').click();
  await notice(page, 'status', 'No row differs.').waitFor();
  await lastVerification(page).getByText('No row differs.').waitFor();
  t.equal(await runs(page).count(), 1);

  await test.db.query('update deck_stats set seconds = seconds + 40 where student_id = $1', [student.id]);
  await button(page, 'Verify now').click();
  await notice(page, 'status', '2 rows differ.').waitFor();
  await lastVerification(page).getByText('2 rows differ.').waitFor();
  await lastVerification(page).getByRole('button', { name: 'Show the rows' }).click();
  const table = lastVerification(page).getByRole('table', { name: 'Deck statistics: table deck_stats' });
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const cells = async (side: string) => {
    const row = table.getByRole('row').filter({ hasText: side });
    const texts = await row.getByRole('cell').allInnerTexts();
    return Object.fromEntries(heads.map((head, index) => [head, texts[index]]));
  };
  const same = { student_id: String(student.id), deck_id: String(deckId), reviews: '4', cards: '4' };
  t.match(await cells('Live table'), { ...same, seconds: '52' });
  t.match(await cells('Rebuilt table'), { ...same, seconds: '12' });

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
  const { rows } = await test.db.query('select seconds from deck_stats where student_id = $1', [student.id]);
  t.same(rows, [{ seconds: 12 }]);
  await until(async () => (await runs(page).count()) === 4);
  await runs(page).nth(1).getByText('Rebuilt; 2 rows differed').waitFor();
});

t.test('a run waits for a worker, is cancelled, and lets no other one begin', async (t) => {
  const { page, admin, test } = await givenLog(t, 1, ENGLISH);
  await admin.open('log');
  await button(page, 'Verify now').waitFor();
  await test.worker.stop();
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
  await test.db.query(
    `insert into log_runs (kind, status, projections, is_nightly, failure, started_at, finished_at)
     values ('verify', 'failed', array['deck_stats'], true, 'Error: no space left', now(), now())`,
  );
  await lastVerification(page).getByText('Error: no space left').waitFor();
  await lastVerification(page).getByText('Nightly', { exact: true }).waitFor();
  await lastVerification(page).getByText('Failed', { exact: true }).waitFor();
});
