import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { pastePicture } from '../harness/pasted-picture.ts';
import { screen } from '../harness/screen.ts';
import { realAudio } from '../people/import-in-browser.ts';
import { hold } from '../shell/held-calls.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).getByRole('row');
const row = (page: Page, front: string) =>
  rows(page).filter({ has: page.getByRole('gridcell', { name: front, exact: true }) });
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true });
const frontsShown = (page: Page) =>
  grid(page).getByRole('gridcell').and(page.locator('[aria-colindex="2"]')).allInnerTexts();
const FRUIT = [
  { front: 'pear', back: 'lê' },
  { front: 'apple', back: 'táo' },
  { front: 'Apple', back: 'quả táo' },
  { front: 'fig', back: 'sung' },
];

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

/** Edits are on their way until the function that is returned is called. */
const holdEdits = (page: Page) => hold(page, '**/cards/edits', 'POST');

const test = screen({ as: 'teacher' });

test('GLB-24 TAB-09 TAB-10 TAB-11 TAB-13 cells are edited by keyboard, rows selected, moved, sorted and deleted', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Fruit', FRUIT);
  const saved = async () => (await teacher.cards(deckId)).map(({ front, back }) => `${front}: ${back}`);
  const fronts = async () => (await teacher.cards(deckId)).map(({ front }) => front).join(' ');
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await grid(page).waitFor();

  // Cells: a letter begins anew, Tab goes on, Escape keeps what was there.
  await cell(page, 'pear').click();
  // As any other letter: one that AltGr gives.
  await page.evaluate(() => {
    const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true };
    const event = { key: 'P', code: 'KeyP', ...altGr, bubbles: true, cancelable: true };
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', event));
  });
  await page.keyboard.type('PEAR');
  await page.keyboard.press('Tab');
  await page.keyboard.press('F2');
  await page.keyboard.type(' ngọt');
  await page.keyboard.press('Enter');
  await becomes(t, async () => (await saved())[0], 'PEAR: lê ngọt', 'both cells are saved');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!!');
  await page.keyboard.press('Escape');
  await cell(page, 'táo').waitFor();
  await page.keyboard.press('Delete');
  await notice(page, 'alert', 'Back: Please fill in this field').waitFor();
  t.same((await saved())[1], 'apple: táo');

  // Undone with a key, from the latest on.
  await page.keyboard.press('Control+z');
  await becomes(t, async () => (await saved())[0], 'PEAR: lê', 'the latest change is undone');
  await page.keyboard.press('Control+z');
  await becomes(t, async () => (await saved())[0], 'pear: lê', 'and the one before');

  // Moved with keys.
  await cell(page, 'fig').click();
  await page.keyboard.press('Alt+ArrowUp');
  await becomes(t, fronts, 'pear apple fig Apple', 'up by one');
  await becomes(t, () => frontsShown(page), ['pear', 'apple', 'fig', 'Apple'], 'shown so');

  // Sorted as a view, and kept.
  await grid(page).getByRole('button', { name: 'Front' }).click();
  await becomes(t, () => frontsShown(page), ['apple', 'Apple', 'fig', 'pear'], 'sorted');
  t.equal(await fronts(), 'pear apple fig Apple', 'only a view');
  const keep = await holdEdits(page);
  await page.getByRole('button', { name: 'Keep this order' }).click();

  // Duplicates, which are asked for meanwhile, selected as a range and deleted; undone as one.
  await page.getByRole('switch', { name: 'Only duplicates (2)' }).check();
  await becomes(t, () => frontsShown(page), ['apple', 'Apple'], 'the same front twice');
  keep();
  await becomes(t, fronts, 'apple Apple fig pear', 'kept');
  await grid(page).locator('[aria-sort="ascending"]').waitFor({ state: 'detached' });
  t.same(await frontsShown(page), ['apple', 'Apple'], 'still');
  await page.getByRole('checkbox', { name: 'Select the card apple' }).first().check();
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByText('2 cards selected').waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the cards' }).click();
  await becomes(t, fronts, 'fig pear', 'both are gone');
  await page.getByRole('button', { name: 'Undo: 2 cards were deleted' }).click();
  await becomes(t, fronts, 'apple Apple fig pear', 'and both are back');
});

test('TAB-12 TAB-13 TAB-17 a change that is late, lost or made by two is undone, sent again or asked about', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Fruit', FRUIT);
  const backs = async () => (await teacher.cards(deckId)).map(({ back }) => back);
  await page.goto(`/teacher/decks/table/${deckId}`);
  const arrive = await holdEdits(page);
  await cell(page, 'pear').click();
  await page.keyboard.press('P');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+z');
  arrive();
  await notice(page, 'status', 'Undone.').waitFor();
  t.equal((await teacher.cards(deckId))[0]?.front, 'pear', 'undone once it is there');
  await page.unrouteAll();

  await cell(page, 'lê').click();
  await page.route('**/cards/edits', (route) => route.abort());
  await page.keyboard.type('quả lê');
  await page.keyboard.press('Enter');
  await page.getByText('1 cell did not reach the server.').waitFor();
  await cell(page, 'quả lê').waitFor();
  t.same(await backs(), ['lê', 'táo', 'quả táo', 'sung']);
  await page.unroute('**/cards/edits');
  await page.getByRole('button', { name: 'Try again' }).click();
  await becomes(t, backs, ['quả lê', 'táo', 'quả táo', 'sung'], 'sent again');
  await page.getByText('1 cell did not reach the server.').waitFor({ state: 'detached' });

  await cell(page, 'sung').click();
  await sql`update cards set back = 'quả sung' where deck_id = ${deckId} and front = 'fig'`;
  await page.keyboard.press('Enter');
  await page.keyboard.type(' chín');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed 1 card meanwhile' });
  await dialog.getByText('Back: quả sung').waitFor();
  await dialog.getByText('Back: sung chín').waitFor();
  t.equal((await backs())[3], 'quả sung', 'nothing was done');
  await dialog.getByRole('button', { name: 'Put yours in its place' }).click();
  await becomes(t, async () => (await backs())[3], 'sung chín', 'now that it was seen');
  await cell(page, 'sung chín').waitFor();
});

test('TAB-06 TAB-15 TAB-05 SL-280 tags, find and replace, and another deck', async ({ t, page, teacher }) => {
  const deckId = await teacher.deck('Fruit', FRUIT);
  const otherId = await teacher.deck('Other', []);
  await page.goto(`/teacher/decks/table/${deckId}`);
  await page.getByRole('checkbox', { name: 'Select all cards' }).check();
  await page.getByRole('button', { name: 'Tags…' }).click();
  await page.getByLabel('Tags to add').fill('Bài 1, quả');
  await page.getByRole('button', { name: 'Change the tags' }).click();
  await notice(page, 'status', 'The tags of 4 cards were changed').waitFor();
  await row(page, 'fig').getByRole('gridcell', { name: 'Bài 1, quả' }).dblclick();
  await page.getByLabel('Tags: fig').fill('x');
  await page.keyboard.press('Enter');
  await page.getByLabel('Tag', { exact: true }).selectOption('x');
  await becomes(t, () => frontsShown(page), ['fig'], 'by tag');
  await page.getByRole('button', { name: 'Whole deck in its order' }).click();
  await page.getByRole('button', { name: 'Select nothing' }).click();

  await page.getByRole('button', { name: 'Find and replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find').fill('apple');
  await dialog.getByLabel('Replace with').fill('mango');
  await dialog.getByText('2 texts would change').waitFor();
  await dialog.getByLabel('Case counts').check();
  await dialog.getByText('1 text would change').waitFor();
  await dialog.getByRole('button', { name: 'Replace in 1 text' }).click();
  await becomes(
    t,
    async () => (await teacher.cards(deckId)).map(({ front }) => front),
    ['pear', 'mango', 'Apple', 'fig'],
    'only what was shown',
  );

  await page.getByRole('checkbox', { name: 'Select the card fig' }).check();
  await page.getByRole('button', { name: 'Copy or move…' }).click();
  await page.getByLabel('To the deck').selectOption('Other');
  await page.getByLabel('They are deleted here').check();
  await page.getByText(/students begin them anew there/).waitFor();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await becomes(
    t,
    async () => (await teacher.cards(otherId)).map(({ front }) => front),
    ['fig'],
    'in the other deck',
  );
  await becomes(t, () => frontsShown(page), ['pear', 'mango', 'Apple'], 'no longer here');
});

test('TAB-16 of 5,000 cards only the rows in sight are drawn, and each is a key away', async (app) => {
  const { t, page, sql, teacher } = app;
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
    const found = await sql`select from cards where deck_id = ${deckId} and ordinal = 5000
      and level = 'x'`;
    return found.length;
  };
  await becomes(t, isThere, 1, 'saved in its row');
  t.ok((await rows(page).count()) < 60, 'still a few');
  await page.getByLabel('Search the cards').fill('word 4999');
  await becomes(t, () => rows(page).count(), 2, 'one below the heads');
  t.equal(await grid(page).getAttribute('aria-rowcount'), '2');
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

  const letGo = await hold(page, '**/pictures/back');
  await dropOnto(page, cell(page, 'từ 1'), 'a.png', 'image/png', png);
  await page.getByRole('status').filter({ hasText: 'Saving…' }).waitFor();
  letGo();
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

test('TAB-19 decks are tagged, and found by their tags', async ({ t, page, teacher }) => {
  await teacher.deck('Fruit');
  const deckId = await teacher.deck('Verbs');
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByLabel('Tags (optional)').fill('Lớp 10, anh');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await notice(page, 'status', 'The deck has been saved.').waitFor();
  await page.getByRole('link', { name: 'All decks' }).click();
  const own = page.getByRole('region', { name: 'Your decks' });
  await page.getByLabel('Tag', { exact: true }).selectOption('Lớp 10');
  await becomes(t, () => own.getByRole('article').count(), 1, 'the tagged one');
  await own.getByRole('article', { name: 'Verbs' }).waitFor();
  await page.getByLabel('Tag', { exact: true }).selectOption('All decks');
  await becomes(t, () => own.getByRole('article').count(), 2, 'both again');
});
