import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';

const grid = (page: Page) => page.getByRole('grid');
const row = (page: Page, front: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: front, exact: true }) });
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true });
const frontsShown = (page: Page) =>
  grid(page).getByRole('gridcell').and(page.locator('[aria-colindex="2"]')).allInnerTexts();
const FRUIT = [
  { front: 'pear', back: 'lê' },
  { front: 'apple', back: 'táo' },
  { front: 'Apple', back: 'quả táo' },
  { front: 'fig', back: 'sung' },
];

/** Edits are on their way until the function that is returned is called. */
async function holdEdits(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/cards/edits', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

const test = screen({ as: 'teacher' });

test('TAB-09 TAB-10 TAB-11 TAB-13 cells are edited by keyboard, rows selected, moved, sorted and deleted', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Fruit', FRUIT);
  const saved = async () => (await teacher.cards(deckId)).map(({ front, back }) => `${front}: ${back}`);
  const fronts = async () => (await teacher.cards(deckId)).map(({ front }) => front).join(' ');
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await grid(page).waitFor();

  // Cells: a letter begins anew, Tab goes on, Escape keeps what was there.
  await cell(page, 'pear').click();
  await page.keyboard.press('P');
  await page.keyboard.type('EAR');
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

test('TAB-13 a change that is still on its way is undone once it is there', async ({ t, page, teacher }) => {
  const deckId = await teacher.deck('Fruit', FRUIT);
  await page.goto(`/teacher/decks/table/${deckId}`);
  const arrive = await holdEdits(page);
  await cell(page, 'pear').click();
  await page.keyboard.press('P');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+z');
  arrive();
  await notice(page, 'status', 'Undone.').waitFor();
  t.equal((await teacher.cards(deckId))[0]?.front, 'pear');
});

test('TAB-12 a card that somebody else has changed is not overwritten unseen', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Fruit', FRUIT);
  const back = async () => (await teacher.cards(deckId))[3]?.back;
  await page.goto(`/teacher/decks/table/${deckId}`);
  await cell(page, 'sung').click();
  await db.query(`update cards set back = 'quả sung' where deck_id = $1 and front = 'fig'`, [deckId]);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' chín');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed 1 card meanwhile' });
  await dialog.getByText('Back: quả sung').waitFor();
  await dialog.getByText('Back: sung chín').waitFor();
  t.equal(await back(), 'quả sung', 'nothing was done');
  await dialog.getByRole('button', { name: 'Put yours in its place' }).click();
  await becomes(t, back, 'sung chín', 'now that it was seen');
  await cell(page, 'sung chín').waitFor();
});

test('TAB-06 TAB-15 TAB-05 tags, find and replace, and another deck', async ({ t, page, teacher }) => {
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
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await becomes(
    t,
    async () => (await teacher.cards(otherId)).map(({ front }) => front),
    ['fig'],
    'in the other deck',
  );
  await becomes(t, () => frontsShown(page), ['pear', 'mango', 'Apple'], 'no longer here');
});
