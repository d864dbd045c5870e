import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  chooseFiles,
  importCard,
  importForm,
  jsonFile,
  press,
  statusOf,
} from '../people/import-in-browser.ts';
import { logIn } from '../people/person.ts';

const SHARE = 'insert into deck_shares (deck_id, teacher_id, may) values ($1, $2, $3)';

const group = (page: Page, name: string) => page.getByRole('region', { name });
const deckIn = (page: Page, region: string, title: string) =>
  group(page, region).getByRole('article', { name: title, exact: true });

async function choose(page: Page, region: string, title: string, item: string): Promise<void> {
  await deckIn(page, region, title)
    .getByRole('button', { name: `More: ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

const test = screen({ as: 'teacher' });
const asGuest = screen();

test('SHR-01 SHR-03 SHR-08 SHR-10 COL-24 a deck is shared, the colleague edits it, and the owner sees it', async (app) => {
  const { t, page, newContext, teacher: owner } = app;
  const deckId = await owner.deck('Animals', [{ front: 'cat', back: 'mèo' }]);
  const others = await (await newContext()).newPage();
  const colleague = await logIn(app, others, 'teacher');

  await page.goto('/teacher/decks');
  await choose(page, 'Your decks', 'Animals', 'Share…');
  const window = page.getByRole('dialog', { name: 'Share “Animals”' });
  await window.getByText('Nobody else has this deck yet.').waitFor();
  const login = window.getByLabel('Email address or user name of a teacher');
  await login.fill('nobody@example.org');
  await window.getByRole('button', { name: 'Find' }).click();
  await notice(page, 'alert', /^Nothing was changed: No teacher has this email address/).waitFor();
  await login.fill(colleague.email);
  await window.getByLabel('What they may do', { exact: true }).selectOption('edit');
  await window.getByRole('button', { name: 'Find' }).click();
  await window.getByText(`(${colleague.email})`).waitFor();
  await window.getByRole('button', { name: /^Share with / }).click();
  await window.getByRole('listitem').filter({ hasText: colleague.email }).waitFor();
  await page.keyboard.press('Escape');
  await deckIn(page, 'Your decks', 'Animals').getByText('Shared with 1 colleague').waitFor();

  await others.goto('/teacher/decks');
  const shared = deckIn(others, 'Shared with you', 'Animals');
  await shared.getByText(`Of ${owner.name}. You may edit its cards.`).waitFor();
  await shared.getByRole('link', { name: 'Manage: Animals' }).click();
  // Both open the same card; the colleague is quicker.
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Edit the card: cat' }).click();
  await page.getByLabel('Back', { exact: true }).last().waitFor();
  await others.getByRole('button', { name: 'Edit the card: cat' }).click();
  const theirs = others.getByRole('form', { name: 'Edit the card cat' });
  await theirs.getByLabel('Back').fill('con mèo');
  await theirs.getByRole('button', { name: 'Save the card' }).click();
  await notice(others, 'status', 'The card has been saved.').waitFor();

  const mine = page.getByRole('form', { name: 'Edit the card cat' });
  await mine.getByLabel('Back').fill('mèo nhà');
  await mine.getByRole('button', { name: 'Save the card' }).click();
  const changed = mine.getByRole('alert').filter({ hasText: 'Somebody else changed this card meanwhile' });
  await changed.getByText('con mèo').waitFor();
  t.equal(await mine.getByLabel('Back').inputValue(), 'mèo nhà', 'nothing typed is lost');
  await changed.getByRole('button', { name: 'Take over what it says now' }).click();
  await changed.waitFor({ state: 'detached' });
  t.equal(await mine.getByLabel('Back').inputValue(), 'con mèo');
  await mine.getByRole('button', { name: 'Save the card' }).click();
  await page.getByRole('listitem').getByText('con mèo').waitFor();
});

test('SHR-06 SHR-20 a deck is handed over, and the former owner gives it up', async (app) => {
  const { page, newContext, db, teacher: owner } = app;
  const deckId = await owner.deck('Plants', [{ front: 'tree', back: 'cây' }]);
  const others = await (await newContext()).newPage();
  const colleague = await logIn(app, others, 'teacher');
  await db.query(SHARE, [deckId, colleague.id, 'use']);
  const { name } = colleague;
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Share…' }).click();
  await page.getByRole('button', { name: `Hand it over: ${name}` }).click();
  await page.getByRole('button', { name: 'Hand it over', exact: true }).click();
  await notice(page, 'status', 'The deck has been handed over.').waitFor();
  await others.goto('/teacher/decks');
  await deckIn(others, 'Your decks', 'Plants')
    .getByText(new RegExp(`^${owner.name} gave it to you on `))
    .waitFor();
  await page.goto('/teacher/decks');
  await choose(page, 'Shared with you', 'Plants', 'Give it up…');
  await page.getByRole('button', { name: 'Give it up', exact: true }).click();
  await deckIn(page, 'Shared with you', 'Plants').waitFor({ state: 'detached' });
});

asGuest('SHR-15 an official deck is copied, and the copy is one’s own to change', async (app) => {
  const { page, newContext } = app;
  const other = await logIn(app, await (await newContext()).newPage(), 'teacher');
  const title = `Greetings ${other.id}`;
  await other.deck(title, [{ front: 'hello', back: 'xin chào' }], { is_official: true });
  await logIn(app, page, 'teacher');
  await page.goto('/teacher/decks');
  await choose(page, 'Official decks', title, 'Make a copy of my own');
  await notice(page, 'status', `The copy is among your decks: ${title}`).waitFor();
  await deckIn(page, 'Your decks', title)
    .getByRole('link', { name: `Manage: ${title}` })
    .click();
  await page.getByRole('button', { name: 'Delete the card: hello' }).waitFor();
});

test('TFI-09 IMF-19 a file is imported into a colleague’s deck, its owner sees by whom, and it is taken back', async (app) => {
  const { t, page, db, newContext, teacher: owner } = app;
  const deckId = await owner.deck('Animals', [{ front: 'cat', back: 'mèo' }]);
  const others = await (await newContext()).newPage();
  const user = await logIn(app, others, 'teacher');
  await db.query(SHARE, [deckId, user.id, 'edit']);
  await others.goto('/teacher/decks/import');
  const into = importForm(others).getByLabel('Import into');
  await into.selectOption({ label: `Animals (${owner.name})` });
  await importForm(others).getByText(`${owner.name} sees this import as well.`).waitFor();
  t.equal(await importForm(others).getByLabel('Title').count(), 0, 'what the deck is called is its owner’s');
  await chooseFiles(others, /^Deck file/, [jsonFile('a.json', [{ front: 'dog', back: 'chó' }])]);
  await press(others, 'Import');
  await statusOf(importCard(others, 'Animals'), 'Imported').waitFor();

  await page.goto('/teacher/decks/import');
  const seen = importCard(page, 'Animals');
  await seen.getByText(`by ${user.name}`).waitFor();
  await seen.getByRole('link', { name: 'See the cards' }).click();
  await page.getByRole('button', { name: 'Edit the card: dog' }).waitFor();

  const own = importCard(others, 'Animals');
  await own.getByText('take it back, on the page of its deck').waitFor();
  await own.getByRole('link', { name: 'See the cards' }).click();
  await others.getByRole('button', { name: /^Undo: 1 card,/ }).click();
  await others.getByRole('button', { name: 'Take back' }).click();
  await others.getByRole('button', { name: 'Edit the card: dog' }).waitFor({ state: 'detached' });
  t.match(await owner.cards(deckId), [{ front: 'cat' }]);
});
