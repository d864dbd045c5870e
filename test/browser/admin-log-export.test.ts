import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import t from 'tap';
import { until } from '../until.ts';
import { notice } from './account-in-browser.ts';
import { chooseDeck } from './admin-in-browser.ts';
import { givenLog } from './log-in-browser.ts';
import { refuse } from './teacher-in-browser.ts';

const ENGLISH = { locale: 'en-US' };
const OVERLOADED = { code: 'overloaded', message: 'The server is busy, please try again in a moment' };
const EXPORT = '**/api/admin/log/export**';

const form = (page: Page) => page.getByRole('form', { name: 'Export the log' });
const download = (page: Page) => form(page).getByRole('button', { name: 'Download' });
const lines = (text: string) => text.trimEnd().split('\n');

t.test('the log is taken home as a file, whole or in part', async (t) => {
  const scene = await givenLog(t, 5, ENGLISH);
  const { page, admin, student } = scene;
  // As in a browser that cannot write a file while it comes.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await admin.open('log');
  await form(page).getByText('This browser keeps the whole file aside').waitFor();
  const take = async (): Promise<{ download: Download; text: string }> => {
    const [taken] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    return { download: taken, text: await readFile(await taken.path(), 'utf8') };
  };
  const whole = await take();
  t.match(whole.download.suggestedFilename(), /^nho-log-\d{4}-\d\d-\d\d\.ndjson$/);
  const events = lines(whole.text).map((line) => JSON.parse(line) as { student: unknown; type: string });
  t.equal(events.length, 5);
  t.ok(events.every((event) => event.student === student.id && event.type === 'CardReviewed'));

  await form(page).getByRole('radio', { name: 'CSV' }).check();
  await form(page).getByRole('switch', { name: 'With pseudonyms' }).check();
  await chooseDeck(form(page), 'animals', /^Animals/);
  const csv = await take();
  t.match(csv.download.suggestedFilename(), /\.csv$/);
  t.match(lines(csv.text)[0], 'student');
  t.equal(lines(csv.text).length, 6);
  t.match(lines(csv.text)[1], /,[0-9a-f]{16},/);

  await form(page).getByRole('button', { name: 'All decks' }).click();
  await form(page).getByRole('radio', { name: 'NDJSON' }).check();
  await form(page).getByLabel('Recorded before').fill('2020-01-01T00:00');
  t.equal((await take()).text, '', 'nothing was recorded then');
  await form(page).getByLabel('Recorded since').fill('2020-01-02T00:00');
  await download(page).click();
  await form(page).getByText('The end date is before the start date').waitFor();
  await form(page).getByLabel('Recorded before').and(page.locator(':focus')).waitFor();
  await form(page).getByLabel('Recorded before').fill('');
  await form(page).getByLabel('Class number').fill('x');
  await download(page).click();
  await form(page).getByText('The number of a class has digits only').waitFor();
  await form(page).getByLabel('Class number').fill('');
  await refuse(page, 'GET', EXPORT, [503, OVERLOADED]);
  await download(page).click();
  await notice(page, 'alert', 'The log could not be exported: The server is busy').waitFor();
});

t.test('where the browser can, the file is written while it comes', async (t) => {
  const scene = await givenLog(t, 5, ENGLISH);
  const { page, admin } = scene;
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
  await form(page).waitFor();
  await refuse(page, 'GET', EXPORT, [503, OVERLOADED]);
  await download(page).click();
  await notice(page, 'alert', 'The log could not be exported: The server is busy').waitFor();
  t.same(await files(), [], 'no empty file is left behind');
  await page.unroute(EXPORT);

  const begun = Promise.withResolvers<void>();
  await page.route(EXPORT, () => begun.resolve());
  await download(page).click();
  await begun.promise;
  await form(page).getByRole('button', { name: 'Cancel the download' }).click();
  await form(page).getByRole('button', { name: 'Cancel the download' }).waitFor({ state: 'detached' });
  await page.unroute(EXPORT);
  await until(async () => (await files()).length === 0);

  await download(page).click();
  await notice(page, 'status', /^The log has been exported to nho-log-.+\.ndjson\.$/).waitFor();
  const [[, text] = ['', '']] = await files();
  t.equal(lines(text).length, 5);
});
