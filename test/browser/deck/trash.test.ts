import type { BrowserContext, Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { fits, screen } from '../harness/screen.ts';
import { adminInBrowser, deckRow } from '../people/admin-in-browser.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

const CARDS = [
  { front: 'house', back: 'nhà' },
  { front: 'tree', back: 'cây' },
  { front: 'river', back: 'sông' },
];

/** A notice stays as long as a busy machine needs to press its button. */
const keepNotices = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { setTimeout: real } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => real(run, ms === 5_000 ? 600_000 : ms),
    });
  });

/** A teacher with a deck that a class studies, and a student who knows two of its cards. */
async function taughtDeck(test: BrowserTest) {
  const teacher = await makeAccount(test, 'teacher');
  const deckId = await teacher.deck('Unit 1', CARDS);
  const classroom = await newClass(teacher, '10A1', deckId);
  const student = await studentOf(test, classroom.id, 'An', teacher);
  await student.study(deckId, 2);
  return { teacher, student, deckId };
}

const deckOf = (page: Page) => page.getByRole('article', { name: 'Unit 1', exact: true });
const item = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

async function deleteDeck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete: Unit 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Unit 1”?' });
  await dialog.getByText('It stays in the trash for 30 days, with its 3 cards.').waitFor();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await deckOf(page).waitFor({ state: 'detached' });
}

const test = screen();

test('TRS-01 TRS-09 TRS-10 a deck of a class is deleted and brought back, and its student’s progress is as before', async (app) => {
  const { t, page, context, newContext, api } = app;
  await keepNotices(context);
  const { teacher, student, deckId } = await taughtDeck(app);
  const theirs = await (await newContext()).newPage();
  await enter(theirs, student, `/student/decks/${deckId}`);
  // As it is seen: a style within has another name each time.
  const learned = () => item(theirs, 'Cards of the deck', 'house').allInnerTexts();
  await item(theirs, 'Cards of the deck', 'house').waitFor();
  const before = await learned();
  const stats = () => student.call('GET /api/decks/:deckId/stats', { params: { deckId } });
  const figures = await stats();

  await enter(page, teacher, '/teacher/decks');
  await deleteDeck(page);
  await notice(page, 'status', 'The deck has been deleted.').waitFor();
  await theirs.goto('/student/decks');
  await theirs.getByRole('heading', { level: 1 }).waitFor();
  t.equal((await api('GET /api/decks/:deckId', { params: { deckId }, token: student.token })).status, 404);
  await becomes(t, () => theirs.getByText('Unit 1').count(), 0, 'the student sees it gone');

  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Deleted decks', level: 1 }).waitFor();
  const row = item(page, 'Deleted decks', 'Unit 1');
  await row.getByText('3 cards · 1 class').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  t.ok(await fits(page));
  await row.getByRole('button', { name: 'Bring back: Unit 1' }).click();
  await notice(page, 'status', 'The deck is back.').waitFor();
  await page.getByText('The trash is empty.').waitFor();
  await page.getByRole('link', { name: 'Back to the decks' }).click();
  await deckOf(page).getByText('In 1 class').waitFor();
  await theirs.goto(`/student/decks/${deckId}`);
  await item(theirs, 'Cards of the deck', 'house').waitFor();
  t.same(await learned(), before);
  t.same(await stats(), figures);

  await page.setViewportSize({ width: 1280, height: 800 });
  await deleteDeck(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await notice(page, 'status', 'The deck is back.').waitFor();
  await deckOf(page).waitFor();

  await deleteDeck(page);
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Delete for good: Unit 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Unit 1” for good?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await notice(page, 'status', 'Deleted for good.').waitFor();
  await page.getByText('The trash is empty.').waitFor();
});

test('TRS-06 TRS-09 TRS-10 cards are brought back one by one, all together, and by the notice', async (app) => {
  const { t, page, context } = app;
  await keepNotices(context);
  const { teacher, deckId } = await taughtDeck(app);
  await enter(page, teacher, `/teacher?deckId=${deckId}`);
  const card = (text: string) => item(page, 'Cards of the deck', text);
  const remove = async (front: string) => {
    await page.getByRole('button', { name: `Delete the card: ${front}` }).click();
    const dialog = page.getByRole('dialog', { name: `Delete “${front}”?` });
    await dialog.getByText('It stays in the trash of the deck for 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'Delete the card' }).click();
    await card(front).waitFor({ state: 'detached' });
  };
  await remove('house');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await card('house').waitFor();
  for (const { front } of CARDS) await remove(front);
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Deleted cards', level: 1 }).waitFor();
  const deleted = (text: string) => item(page, 'Deleted cards', text);
  await deleted('river').getByText('Cô Hoa').waitFor();
  await page.getByRole('button', { name: 'Bring back: tree' }).click();
  await deleted('tree').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Bring all back' }).click();
  await page.getByText('The trash is empty.').waitFor();
  await page.getByRole('link', { name: 'Back to the deck Unit 1' }).click();
  for (const { front } of CARDS) await card(front).waitFor();
  t.match(await teacher.cards(deckId), CARDS, 'in their order');

  await remove('tree');
  await page.goto(`/teacher/decks/trash/${deckId}`);
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  const sure = page.getByRole('dialog', { name: 'Empty the trash?' });
  await sure.getByRole('button', { name: 'Empty the trash' }).click();
  await page.getByText('The trash is empty.').waitFor();
});

test('TRS-04 TRS-08 TRS-10 the administrator brings decks and cards of anybody back', async (app) => {
  const { t, page } = app;
  const admin = await adminInBrowser(app);
  const deckId = await admin.teacher.deck('Nouns to bring back', CARDS, { is_official: true });
  const [card] = await admin.teacher.cards(deckId);
  await admin.call('DELETE /api/admin/cards/:cardId', { params: { cardId: card!.id } });
  await admin.call('DELETE /api/admin/decks/:deckId', { params: { deckId } });
  await admin.open('official');
  await page.getByRole('button', { name: 'Deleted decks' }).click();
  await item(page, 'Deleted decks', 'Nouns to bring back').getByText('2 cards').waitFor();
  await page.getByRole('button', { name: 'Bring back: Nouns to bring back' }).click();
  await notice(page, 'status', 'The deck is back.').waitFor();
  t.match(await deckRow(app, deckId), { title: 'Nouns to bring back', is_official: true });
  await page.goto(`/assmin?view=cards&deckId=${deckId}`);
  await page.getByRole('button', { name: 'Deleted cards' }).click();
  await page.getByRole('button', { name: 'Bring back: house' }).click();
  await item(page, 'Cards of the deck', 'house').waitFor();
});
