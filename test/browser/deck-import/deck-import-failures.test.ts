import { appendFile, truncate } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import {
  chooseFiles,
  deckZip,
  fillIn,
  importCard,
  importForm,
  importPage,
  jsonFile,
  openImports,
  press,
  slowUploads,
  statusOf,
} from '../people/import-in-browser.ts';

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;
const pets = () => jsonFile('pets.json', [{ front: 'cat', back: 'mèo' }]);
const isFocused = (page: Page, label: string | RegExp) => hasFocus(importForm(page).getByLabel(label));

const test = screen({ own: true, env: { IMPORT_ARCHIVE_MAX: String(2 * MEGABYTE) } }, importPage);

test('imports that fail', async (app) => {
  const { t, page, sql, worker, baseUrl } = app;
  t.afterEach(() => page.unrouteAll());
  const sent = async (title: string) =>
    await sql`select 1 from deck_imports where request->>'title' = ${title}`;

  await t.test('ADM-21 ADM-23 ADM-25 ADM-26 SL-56 SL-57 what is wrong is not sent', async (t) => {
    await openImports(app);
    const writes = writesOf(page);
    const form = importForm(page);
    await press(page, 'Import');
    await form.getByText('Please fill in this field').waitFor();
    await form.getByText("Please choose the deck's file").waitFor();
    t.equal(await isFocused(page, 'Title'), true);
    await form.getByLabel('Title').fill('Pets');
    await press(page, 'Check only');
    t.equal(await isFocused(page, /^Deck file/), true);

    await chooseFiles(page, /^Deck file/, [pets()]);
    const files = t.testdir({ 'audio.zip': '', 'changed.json': '{}' });
    // It only claims its size: nothing of it is ever read.
    await truncate(`${files}/audio.zip`, 2 * GIGABYTE + 1);
    await chooseFiles(page, 'Archive of such files (optional)', `${files}/audio.zip`);
    await press(page, 'Import');
    await form.getByText('This file is larger than 2 GB').waitFor();
    await form.getByText('audio.zip · 2 GB').waitFor();
    await form.getByRole('button', { name: 'Do not send this file' }).last().click();
    await form.getByText('This file is larger than 2 GB').waitFor({ state: 'detached' });

    const folder = 'Audio source path (optional)';
    await form.getByLabel(folder).fill('../audio');
    await press(page, 'Import');
    await form.getByText(/^A folder inside the archive/).waitFor();
    t.equal(await isFocused(page, folder), true);
    await form.getByLabel(folder).fill('');

    await chooseFiles(page, /^Deck file/, `${files}/changed.json`);
    await appendFile(`${files}/changed.json`, '[]');
    await press(page, 'Import');
    const changed = /The file “changed.json” has changed or is gone; choose it again/;
    await notice(page, 'alert', changed).waitFor();
    t.same(writes, []);
  });

  await t.test('ERR-36 imports that cannot be loaded or stopped are told, and tried again', async (t) => {
    await openImports(app);
    await page.getByText('Nothing has been imported yet.').waitFor();
    await worker.stop();
    await fillIn(page, 'Pets', pets());
    await press(page, 'Import');
    await statusOf(importCard(page, 'Pets'), 'Waiting').waitFor();

    const message = 'The server is busy, please try again in a moment';
    const allow = await refuse(page, 'GET', '**/api/admin/imports', [403, { code: 'forbidden', message }]);
    await openImports(app);
    await notice(page, 'alert', /^The imports could not be loaded: /).waitFor();
    await allow();
    const recent = page.getByRole('region', { name: 'Recent imports' });
    await recent.getByRole('button', { name: 'Try again' }).click();
    await statusOf(importCard(page, 'Pets'), 'Waiting').waitFor();

    await refuse(page, 'POST', '**/cancel');
    const stop = importCard(page, 'Pets').getByRole('button', { name: 'Stop the import' });
    await stop.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the import' }).click();
    await notice(page, 'alert', /^The import could not be stopped: The server is busy/).waitFor();
    t.equal(await stop.isEnabled(), true);
    await worker.start();
  });

  await t.test('ERR-36 SL-60 an upload that fails is told, and sent again as it was', async (t) => {
    await openImports(app);
    const failed = page.getByRole('alert').filter({ hasText: '“Sent again” was not uploaded' });
    await fillIn(page, 'Sent again', pets());

    await failsOnce(page, 'POST', '**/api/admin/imports', 'The deck could not be imported', () =>
      press(page, 'Import'),
    );
    await failed.getByText('The server is busy').waitFor();
    await page.route('**/api/admin/imports', (route) => route.abort());
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/api/admin/imports');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await statusOf(importCard(page, 'Sent again'), 'Imported').waitFor();
    t.equal(await failed.count(), 0);
  });

  await t.test('SL-57 ERR-36 what is too large is refused while it is uploaded', async (t) => {
    await openImports(app);
    await slowUploads(page, 2_000_000);
    await fillIn(page, 'Large', await deckZip(2_000));
    await press(page, 'Import');
    await page.getByRole('progressbar', { name: 'Uploaded' }).waitFor();
    await notice(page, 'alert', /^The deck could not be imported: /).waitFor();
    const failed = page.getByRole('alert').filter({ hasText: '“Large” was not uploaded' });
    await failed.getByText('The file must be at most 2 MB').waitFor();
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    await failed.waitFor({ state: 'detached' });
    t.same(await sent('Large'), []);
  });

  await t.test('ADM-28 a logout during the upload is asked about, and ends it', async (t) => {
    await openImports(app);
    await slowUploads(page, 50_000);
    await fillIn(page, 'Slow', await deckZip(300));
    await press(page, 'Import');
    await page.getByRole('progressbar', { name: 'Uploaded' }).waitFor({ state: 'attached' });
    await logOut(page);
    const ended = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/admin/imports'),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${baseUrl}/login`);
    await ended;
    t.same(await sent('Slow'), []);
  });
});
