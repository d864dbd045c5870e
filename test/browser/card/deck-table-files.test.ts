import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { pastePicture } from '../harness/pasted-picture.ts';
import { screen } from '../harness/screen.ts';
import { realAudio } from '../people/import-in-browser.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).getByRole('row');
const row = (page: Page, front: string) =>
  rows(page).filter({ has: page.getByRole('gridcell', { name: front, exact: true }) });
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true });
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ front: `word ${index + 1}`, back: `từ ${index + 1}` }));

type DroppedFile = [name: string, type: string, bytes: Buffer];

async function dropOnto(page: Page, onto: Locator, ...[name, type, bytes]: DroppedFile): Promise<void> {
  const files = await page.evaluateHandle(
    ({ fileName, fileType, content }) => {
      const data = new DataTransfer();
      const bits = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bits], fileName, { type: fileType }));
      return data;
    },
    { fileName: name, fileType: type, content: bytes.toString('base64') },
  );
  await onto.dispatchEvent('drop', { dataTransfer: files });
}

const test = screen({ as: 'teacher' });

test('TAB-16 of 5,000 cards only the rows in sight are drawn, and each is a key away', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Words', words(5_000));
  await page.goto(`/teacher/decks/table/${deckId}`);
  await cell(page, 'word 1').click();
  t.equal(await grid(page).getAttribute('aria-rowcount'), '5001');
  t.ok((await rows(page).count()) < 60, 'a few rows');
  await page.keyboard.press('Control+End');
  await cell(page, 'word 5000').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  const isThere = async () => {
    const { rows: found } = await db.query(
      `select from cards where deck_id = $1 and ordinal = 5000 and level = 'x'`,
      [deckId],
    );
    return found.length;
  };
  await becomes(t, isThere, 1, 'saved in its row');
  t.ok((await rows(page).count()) < 60, 'still a few');
  await page.getByLabel('Search the cards').fill('word 4999');
  await becomes(t, () => rows(page).count(), 2, 'one below the heads');
  t.equal(await grid(page).getAttribute('aria-rowcount'), '2');
});

test('TAB-17 what does not reach the server stays, and is sent again', async ({ t, page, teacher }) => {
  const deckId = await teacher.deck('Words', words(2));
  const backs = async () => (await teacher.cards(deckId)).map(({ back }) => back);
  await page.goto(`/teacher/decks/table/${deckId}`);
  await cell(page, 'từ 1').click();
  await page.route('**/cards/edits', (route) => route.abort());
  await page.keyboard.type('một');
  await page.keyboard.press('Enter');
  await page.getByText('1 cell did not reach the server.').waitFor();
  await cell(page, 'một').waitFor();
  t.same(await backs(), ['từ 1', 'từ 2']);
  await page.unroute('**/cards/edits');
  await page.getByRole('button', { name: 'Try again' }).click();
  await becomes(t, backs, ['một', 'từ 2'], 'sent again');
  await page.getByText('1 cell did not reach the server.').waitFor({ state: 'detached' });
});

test('TAB-18 TAB-13 an audio file is dropped onto a row, and a row onto another one', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Words', words(3));
  await page.goto(`/teacher/decks/table/${deckId}`);
  await grid(page).waitFor();
  const drop = (...file: DroppedFile) => dropOnto(page, row(page, 'word 2'), ...file);
  await drop('a.txt', 'text/plain', Buffer.from('x'));
  await notice(
    page,
    'alert',
    'The file was not stored: Drop an audio file or a picture onto the card.',
  ).waitFor();
  await drop('cat.mp3', 'audio/mpeg', await realAudio('cat.mp3'));
  await notice(page, 'status', 'The card has this audio now.').waitFor();
  await row(page, 'word 2').getByRole('button', { name: 'Audio: word 2' }).waitFor();
  t.match((await teacher.cards(deckId))[1], { front: 'word 2', audio_file: /^\/storage\/cards\// });

  await row(page, 'word 3')
    .getByText('3', { exact: true })
    .dragTo(row(page, 'word 1'), { targetPosition: { x: 200, y: 5 } });
  await becomes(
    t,
    async () => (await teacher.cards(deckId)).map(({ front }) => front),
    ['word 3', 'word 1', 'word 2'],
    'before the first one',
  );
});

test('TAB-18 a picture is dropped onto a side of a card, and pasted into its cell', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Words', words(2));
  const pictures = async () =>
    (await teacher.cards(deckId)).map(({ front_picture, back_picture }) => [
      front_picture?.width ?? null,
      back_picture?.width ?? null,
    ]);
  const png = await readFile(new URL('../../../web/public/icon-192.png', import.meta.url));
  await page.goto(`/teacher/decks/table/${deckId}`);
  await dropOnto(page, cell(page, 'từ 1'), 'a.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  await notice(page, 'alert', 'The file was not stored: The file is not a picture').waitFor();
  t.same(await pictures(), [
    [null, null],
    [null, null],
  ]);

  const sent = Promise.withResolvers<void>();
  await page.route('**/pictures/back', async (route) => {
    await sent.promise;
    await route.fallback();
  });
  await dropOnto(page, cell(page, 'từ 1'), 'a.png', 'image/png', png);
  await page.getByRole('status').filter({ hasText: 'Saving…' }).waitFor();
  sent.resolve();
  await notice(page, 'status', 'The card has this picture now.').waitFor();
  await cell(page, 'từ 1 Picture').getByRole('img', { name: 'Picture' }).waitFor();

  await cell(page, 'từ 2').click();
  await pastePicture(grid(page), 500, 100, 'cells of Excel');
  await cell(page, 'word 2').click();
  await pastePicture(grid(page), 300, 150);
  await notice(page, 'status', 'The card has this picture now.').waitFor();
  await cell(page, 'word 2 Picture').waitFor();
  t.same(await pictures(), [
    [null, 192],
    [300, null],
  ]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('hai');
  await page.keyboard.press('Enter');
  await becomes(
    t,
    async () => (await teacher.cards(deckId))[1]?.back,
    'hai',
    'the keys stay those of the table',
  );
});
