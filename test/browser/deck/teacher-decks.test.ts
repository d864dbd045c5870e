import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { unzip } from '../../deck-export/exported-deck.ts';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { hasFocus, screen } from '../harness/screen.ts';

const newDeck = (page: Page) => page.getByRole('form', { name: 'New deck' });
const details = (page: Page) => page.getByRole('form', { name: 'Details of the deck' });
const own = (page: Page) => page.getByRole('region', { name: 'Your decks' });
const deckCard = (page: Page, name: string) => own(page).getByRole('article', { name });

const test = screen({ as: 'teacher' });
const inVietnamese = screen({ as: 'teacher', locale: 'vi-VN', viewport: { width: 360, height: 740 } });

test('NAV-06 NAV-08 DCK-04 DCK-05 DCK-06 DCK-07 DCK-11 API-10 ERR-37 a deck is made', async (app) => {
  const { t, page, sql, teacher } = app;
  await page.goto('/teacher');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Decks', exact: true }).click();
  await page.waitForURL('**/teacher/decks');
  await own(page).getByText('You have no deck yet.').waitFor();

  const form = newDeck(page);
  const title = form.getByLabel('Title');
  await own(page).getByRole('link', { name: 'Make the first deck' }).click();
  await becomes(t, () => hasFocus(title), true);
  await title.fill('Tiếng Việt'.normalize('NFD'));
  await form.getByText('10/50', { exact: true }).waitFor();
  await form.getByLabel('Description').fill('Bài 1');
  await form.getByText('5/100', { exact: true }).waitFor();
  await form.getByRole('switch', { name: 'Show the back of the cards first' }).click();
  await form.getByRole('button', { name: 'Create the deck' }).click();
  await notice(page, 'status', 'The deck has been created.').waitFor();
  const card = deckCard(page, 'Tiếng Việt');
  await card.getByText('Bài 1').waitFor();
  await card.getByText('0 cards').waitFor();
  t.equal(await title.inputValue(), '', 'ready for another one');
  const rows = await sql`select * from decks where user_id = ${teacher.id}`;
  t.match(rows, [{ title: 'Tiếng Việt', description: 'Bài 1', display_back_first: true }]);
});

test('DCK-07 DCK-12 SL-67 (document 1 §2) the form of the list edits a deck as well, and then makes decks again', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', [], { description: 'Unit 1' });
  await page.goto('/teacher/decks');
  const made = newDeck(page).getByLabel('Title');
  await made.fill('Begun');
  const edit = async () => {
    await own(page).getByRole('button', { name: 'More: Words' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  const [title, description] = [details(page).getByLabel('Title'), details(page).getByLabel('Description')];
  await becomes(t, () => hasFocus(title), true);
  t.same([await title.inputValue(), await description.inputValue()], ['Words', 'Unit 1']);
  t.equal(await newDeck(page).count(), 0, 'one form at a time');
  await details(page).getByText('5/50', { exact: true }).waitFor();
  await details(page).getByText('6/100', { exact: true }).waitFor();
  await title.fill('Words of nobody');
  await details(page).getByRole('button', { name: 'Cancel' }).click();
  await newDeck(page).waitFor();
  t.equal(await made.inputValue(), 'Begun', 'what was begun is kept');

  await edit();
  t.equal(await title.inputValue(), 'Words', 'as it is, not as it was left');
  await title.fill('Verbs');
  await description.fill('');
  await details(page).getByRole('switch', { name: 'Show the back of the cards first' }).click();
  await details(page).getByRole('button', { name: 'Save' }).click();
  await notice(page, 'status', 'The deck has been saved.').waitFor();
  await deckCard(page, 'Verbs').waitFor();
  await newDeck(page).getByRole('button', { name: 'Create the deck' }).waitFor();
  await becomes(t, () => page.evaluate(() => document.activeElement?.textContent), 'New deck');
  const rows = await sql`select * from decks where id = ${deckId}`;
  t.match(rows, [{ title: 'Verbs', description: null, display_back_first: true }]);
});

test('DCK-08 DCK-09 DCK-10 ERR-15 what is no deck is not sent; the server’s refusal loses nothing', async (app) => {
  const { t, page, context } = app;
  await page.goto('/teacher/decks');
  const writes = writesOf(page);
  const form = newDeck(page);
  const [title, description] = [form.getByLabel('Title'), form.getByLabel('Description')];
  const create = form.getByRole('button', { name: 'Create the deck' });
  const blocked = notice(page, 'alert', 'Invalid deck data');
  for (const [typed, said, wrong] of [
    ['', '', title],
    ['ế'.repeat(51), '', title],
    ['Words', 'x'.repeat(101), description],
  ] as const) {
    await title.fill(typed);
    await description.fill(said);
    await create.click();
    await blocked.waitFor();
    t.equal(await wrong.getAttribute('aria-invalid'), 'true');
    t.ok(await hasFocus(wrong));
    const count = Array.from(typed).length;
    t.match(await form.textContent(), `${count} of 50 letters`, 'SL-129 what a screen reader says');
    await page.getByRole('button', { name: 'Close the notice' }).click();
  }
  t.same(writes, []);

  await context.setOffline(true);
  await title.fill('ế'.repeat(50));
  await description.fill('x'.repeat(100));
  await create.click();
  await notice(page, 'alert', /^The deck could not be created: The server cannot be reached/).waitFor();
  t.equal(await title.inputValue(), 'ế'.repeat(50), 'ERR-13 nothing typed is lost');
  await context.setOffline(false);
  await create.click();
  await deckCard(page, 'ế'.repeat(50)).waitFor();
});

test('DCK-15 GLB-13 GLB-14 ERR-14 a deck is deleted after a question that tells of its classes', async (app) => {
  const { t, page, sql, teacher } = app;
  await teacher.deck('Official', [], { is_official: true });
  const deckId = await teacher.deck('Words', [{ front: 'a', back: 'b' }]);
  await teacher.classes(deckId, 2);
  await page.goto('/teacher/decks');
  const writes = writesOf(page);
  t.ok(await own(page).getByRole('button', { name: 'Delete: Official' }).isDisabled());
  await deckCard(page, 'Words').getByText('In 2 classes').waitFor();

  const remove = own(page).getByRole('button', { name: 'Delete: Words' });
  const dialog = page.getByRole('dialog', { name: 'Delete “Words”?' });
  await remove.click();
  await dialog.getByText('2 classes study this deck. It disappears there').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  t.same(writes, []);

  const allow = await refuse(page, 'DELETE', '/api/decks/*');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await notice(page, 'alert', /^The deck could not be deleted: The server is busy/).waitFor();
  await allow();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await notice(page, 'status', 'The deck has been deleted.').waitFor();
  await deckCard(page, 'Words').waitFor({ state: 'detached' });
  const rows = await sql`select * from decks where id = ${deckId}`;
  t.same(rows, []);
});

test('DCK-14 SL-17 the preview turns cards over, with the keyboard too, and records nothing', async (app) => {
  const { t, page, teacher } = app;
  const cards = [
    { front: 'house', back: 'nhà' },
    { front: 'tree', back: 'cây' },
  ];
  await teacher.deck('Words', cards, { display_back_first: true });
  await page.goto('/teacher/decks');
  const writes = writesOf(page);
  await own(page).getByRole('button', { name: 'Preview: Words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview: Words' });
  const first = dialog.getByRole('region', { name: 'Card 1 of 2' });
  const second = dialog.getByRole('region', { name: 'Card 2 of 2' });
  await first.getByText('nhà', { exact: true }).waitFor();
  t.equal(await first.getByText('house', { exact: true }).count(), 0, 'the back comes first');
  await dialog.getByRole('button', { name: 'Flip' }).click();
  await first.getByText('house', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Next card' }).click();
  await second.getByText('2 / 2').waitFor();
  t.equal(await second.getByText('tree', { exact: true }).count(), 0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await first.getByText('1 / 2').waitFor();
  await dialog.getByRole('button', { name: 'Flip' }).focus();
  await page.keyboard.press('Space');
  await first.getByText('house', { exact: true }).waitFor();
  t.same(writes, []);
});

test('NAV-07 DCK-07 DCK-12 DCK-13 DCK-16 SL-67 ERR-12 the details of a deck are edited where it is managed', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', [], { description: 'Old' });
  await page.goto('/teacher/decks');
  await own(page).getByRole('link', { name: 'Manage: Words' }).click();
  await page.waitForURL(`**/teacher?deckId=${deckId}`);
  const form = details(page);
  await form.getByText('5/50').waitFor();
  t.equal(await form.getByLabel('Description').inputValue(), 'Old');
  await form.getByLabel('Title').fill('More words');
  await form.getByLabel('Description').fill('');
  await form.getByRole('switch', { name: 'Show the back of the cards first' }).click();
  await failsOnce(page, 'PATCH', '/api/decks/*', 'The deck could not be saved', () =>
    form.getByRole('button', { name: 'Save the details' }).click(),
  );
  t.equal(await form.getByLabel('Title').inputValue(), 'More words');
  await form.getByRole('button', { name: 'Save the details' }).click();
  await notice(page, 'status', 'The deck has been saved.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'More words' }).waitFor();
  const rows = await sql`select * from decks where id = ${deckId}`;
  t.match(rows, [{ title: 'More words', description: null, display_back_first: true }]);
  await page.getByRole('link', { name: 'All decks' }).click();
  await deckCard(page, 'More words').waitFor();
});

test('DCK-17 ERR-06 a deck that cannot be managed leads back to the list', async ({ page, api }) => {
  const { body } = await api('GET /api/official-decks');
  for (const [deckId, reason] of [
    [999_999, 'Deck not found'],
    ['abc', 'Deck not found'],
    [body.data[0]?.id, 'This deck belongs to somebody else'],
  ]) {
    await page.goto(`/teacher?deckId=${deckId}`);
    await notice(page, 'alert', `The deck could not be loaded: ${reason}`).waitFor();
    await page.waitForURL('**/teacher/decks');
  }
});

test('NAV-09 SL-15 SL-269 the address for a new deck has the cursor in its form, also below many decks', async (app) => {
  const { t, page, teacher } = app;
  for (let number = 1; number <= 13; number++) await teacher.deck(`Deck ${number}`);
  const title = newDeck(page).getByLabel('Title');
  const isInView = () =>
    title.evaluate((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return field === document.activeElement && top >= 0 && bottom <= innerHeight;
    });
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/teacher/create');
    await deckCard(page, 'Deck 13').waitFor();
    await becomes(t, isInView, true, `${width} px`);
  }
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto('/teacher/decks');
  await page.getByRole('link', { name: 'New deck' }).click();
  await page.waitForURL('**/teacher/create');
  await becomes(t, isInView, true);
  t.equal(await own(page).getByRole('article').count(), 12, 'twelve a page');
  await own(page).getByRole('button', { name: 'Next page' }).click();
  await deckCard(page, 'Deck 1').waitFor();
  t.equal(await own(page).getByRole('article').count(), 1);
});

inVietnamese('LNG-10 a teacher takes a deck home in a chosen format, by keyboard too', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Từ vựng 1', [{ front: 'cat', back: 'mèo' }]);
  await page.goto(`/teacher?deckId=${deckId}`);
  const button = page.getByRole('button', { name: 'Xuất bộ thẻ' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  const take = async (name: string) => {
    await item(name).focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  await button.press('Enter');
  const zip = await take('Tệp ZIP kèm âm thanh');
  t.equal(zip.name, 'Từ vựng 1.zip');
  t.same(JSON.parse(String((await unzip(zip.content)).get('deck.json')?.content)), {
    title: 'Từ vựng 1',
    cards: [{ front: 'cat', back: 'mèo' }],
  });
  await button.click();
  t.equal((await take('Gói Anki')).name, 'Từ vựng 1.apkg');
  await button.click();
  t.equal((await take('Bảng CSV')).name, 'Từ vựng 1.csv');

  await refuse(page, 'GET', '**/api/decks/*/export**');
  await button.click();
  await item('Bảng CSV').click();
  await notice(page, 'alert', /^Không xuất được bộ thẻ: /).waitFor();
});
