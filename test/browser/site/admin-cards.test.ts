import type { Page } from 'playwright-core';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser, cardRows, chooseDeck, deckRow } from '../people/admin-in-browser.ts';

const CARD = '**/api/admin/cards/*';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Decks and cards' });
const list = (page: Page) => page.getByRole('list', { name: 'Cards of the deck' });
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text });
const counted = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const plainCards = (count: number): Partial<Card>[] =>
  Array.from({ length: count }, (_, index) => ({ front: `front ${index + 1}.`, back: `back ${index + 1}` }));

/** The cards of a new deck of a teacher's, open before the administrator. */
async function openCards(test: BrowserTest, cards: Partial<Card>[], title = 'Words'): Promise<number> {
  const admin = await adminInBrowser(test);
  const deckId = await admin.teacher.deck(title, cards);
  await test.page.goto(`/assmin?view=cards&deckId=${deckId}`);
  await list(test.page).getByRole('listitem').first().waitFor();
  return deckId;
}

const test = screen();

test('ADM-15 ADM-18 any deck can be picked, whoever made it, official or not', async (app) => {
  const { t, page, baseUrl } = app;
  const admin = await adminInBrowser(app);
  const deckId = await admin.teacher.deck('Côn trùng', [
    { front: 'ant', back: 'kiến', example_sentence: 'The ant works.' },
  ]);
  await admin.open('cards');
  await panel(page).getByText('Choose a deck, whoever made it').waitFor();
  await chooseDeck(panel(page), 'lan con trung', /^Côn trùng/);
  await page.waitForURL(`${baseUrl}/assmin?view=cards&deckId=${deckId}`);
  const card = list(page).getByRole('listitem');
  await card.getByText('kiến', { exact: true }).waitFor();
  await card.getByText('ant', { exact: true }).waitFor();
  await card.getByText('The ant works.').waitFor();
  await card.getByRole('button', { name: 'Edit the card: ant' }).waitFor();
  await card.getByRole('button', { name: 'Delete the card: ant' }).waitFor();

  await page.getByRole('combobox', { name: 'Deck' }).fill('everyday nouns');
  await page.keyboard.press('Enter');
  await counted(page, '100 cards').waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 20);
  await panel(page).getByRole('button', { name: 'Export', exact: true }).waitFor();
  await page.reload();
  await counted(page, '100 cards').waitFor();
  t.match(await page.getByRole('combobox').inputValue(), /^Everyday nouns · /);

  await page.goto('/assmin?view=cards&deckId=999999');
  await panel(page).getByText('This deck is gone.').waitFor();
});

test('ADM-16 ADM-17 CRD-13 the search runs on Enter and on the button, and counts what it found', async (app) => {
  const { t, page } = app;
  await openCards(app, plainCards(41));
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/cards')) asked.push(searchParams.get('search'));
  });
  const field = page.getByRole('searchbox', { name: 'Search the cards' });
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await page.getByRole('button', { name: 'Page 3' }).click();
  await row(page, 'front 41.').waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 1);
  asked.length = 0;
  await field.fill('  ');
  await search.click();
  await field.pressSequentially('front 4');
  t.same(asked, [], 'nothing is asked while somebody types, nor for blank text');
  await field.press('Enter');
  await counted(page, '3 cards found').waitFor();
  t.same(await list(page).getByRole('listitem').allInnerTexts(), [
    'front 4.\n\nback 4',
    'front 40.\n\nback 40',
    'front 41.\n\nback 41',
  ]);
  await field.fill('FRONT');
  await search.click();
  await counted(page, '41 cards found').waitFor();
  t.same(asked, ['front 4', 'FRONT'], 'from the first page again');
  const none = notice(page, 'status', 'No cards found');
  t.equal(await none.count(), 0, 'not when there is a hit');
  for (const text of ['nowhere', 'nothing']) {
    await field.fill(text);
    await search.click();
    await none.waitFor();
    await page.getByRole('button', { name: 'Close the notice' }).click();
    await none.waitFor({ state: 'detached' });
    await panel(page).getByText(`No card matches “${text}”.`).waitFor();
    await counted(page, '0 cards found').waitFor();
  }

  const allow = await refuse(page, 'GET', /search=/, [
    400,
    { code: 'malformed_request', message: 'Not this' },
  ]);
  await field.fill('front');
  await search.click();
  await notice(page, 'alert', 'The search failed: Not this').waitFor();
  t.equal(await list(page).count(), 0, 'no cards of another search under this one');
  await allow(() => panel(page).getByRole('button', { name: 'Try again' }).click());
  await counted(page, '41 cards found').waitFor();
  await page.getByRole('button', { name: 'Show all cards' }).click();
  await counted(page, '41 cards').waitFor();
});

test('ADM-19 ERR-36 SL-60 a card of anybody is edited in its place', async (app) => {
  const { t, page } = app;
  const deckId = await openCards(app, [
    { front: 'house', back: 'nha', level: 'A1', audio_file: '/storage/cards/none.mp3' },
    { front: 'tree', back: 'cây' },
  ]);
  await page.getByRole('button', { name: 'Edit the card: house' }).click();
  const form = page.getByRole('form', { name: 'Edit the card house' });
  const save = form.getByRole('button', { name: 'Save the card' });
  await form.getByLabel('Front').fill('home');
  await form.getByLabel('Back').fill('nhà');
  await form.getByLabel('Example sentence').fill('Home, sweet home.');
  await form.getByLabel('Definition').fill('Where one lives');
  await form.getByLabel('Part of speech').fill('noun');
  await form.getByLabel('Level').fill('');
  await form.getByRole('button', { name: 'Remove the audio' }).click();
  await refuse(page, 'PATCH', CARD);
  await save.click();
  await notice(page, 'alert', /^The card could not be saved: The server is busy/).waitFor();
  t.equal(await form.getByLabel('Front').inputValue(), 'home');
  await page.unroute(CARD);
  await save.click();
  await notice(page, 'status', 'The card has been saved.').waitFor();
  await row(page, 'nhà').getByText('Home, sweet home.').waitFor();
  await page.getByRole('button', { name: 'Edit the card: home' }).and(page.locator(':focus')).waitFor();
  t.same((await cardRows(app, deckId))[0], {
    front: 'home',
    back: 'nhà',
    example_sentence: 'Home, sweet home.',
    definition: 'Where one lives',
    part_of_speech: 'noun',
    level: null,
    audio_file: null,
  });

  await page.getByRole('button', { name: 'Edit the card: tree' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('form').getByRole('button', { name: 'Audio' }).click();
  await (await chooser).setFiles('content/official-decks/audio/cat.mp3');
  await page.getByRole('form', { name: 'Edit the card tree' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Play the audio: tree' }).waitFor();
  t.match((await cardRows(app, deckId))[1], { front: 'tree', audio_file: /^\/storage\/cards\// });
});

test('ADM-18 ERR-36 SL-60 a card is deleted after a question; no page is left that is gone', async (app) => {
  const { t, page } = app;
  const deckId = await openCards(app, plainCards(21));
  await page.getByRole('button', { name: 'Page 2' }).click();
  const remove = page.getByRole('button', { name: 'Delete the card: front 21.' });
  const dialog = page.getByRole('dialog', { name: 'Delete “front 21.”?' });
  const yes = dialog.getByRole('button', { name: 'Delete the card' });
  const writes = writesOf(page);
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  t.same(writes, []);
  await refuse(page, 'DELETE', CARD);
  await remove.click();
  await yes.click();
  await notice(page, 'alert', /^The card could not be deleted: The server is busy/).waitFor();
  await page.unroute(CARD);
  await remove.click();
  await yes.click();
  await notice(page, 'status', 'The card has been deleted.').waitFor();
  await row(page, 'front 20.').waitFor();
  await counted(page, '20 cards').waitFor();
  t.equal((await cardRows(app, deckId)).length, 20);
});

test('ADM-20 the administrator deletes any deck', async (app) => {
  const { t, page, baseUrl } = app;
  const deckId = await openCards(app, plainCards(2), 'Words to delete');
  const remove = page.getByRole('button', { name: 'Delete this deck' });
  const dialog = page.getByRole('dialog', { name: 'Delete “Words to delete”?' });
  await refuse(page, 'DELETE', '**/api/admin/decks/*');
  await remove.click();
  await dialog.getByText('It stays in the trash for 30 days, with its 2 cards.').waitFor();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await notice(page, 'alert', /^The deck could not be deleted: The server is busy/).waitFor();
  await page.unroute('**/api/admin/decks/*');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await notice(page, 'status', 'The deck has been deleted.').waitFor();
  await page.waitForURL(`${baseUrl}/assmin?view=cards`);
  await page.getByRole('heading', { name: 'Decks and cards' }).and(page.locator(':focus')).waitFor();
  t.equal(await page.getByRole('combobox').inputValue(), '');
  t.equal(await deckRow(app, deckId), undefined);
  await page.getByRole('combobox').fill('words to delete');
  await page.getByText('No deck matches.').waitFor();
});
