import type { Page } from 'playwright-core';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { chooseFile } from '../card/chosen-file.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser, cardRows, chooseDeck, deckRow } from '../people/admin-in-browser.ts';
import { plainCards } from '../people/learning-in-browser.ts';

const CARD = '**/api/admin/cards/*';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Decks and cards' });
const list = (page: Page) => page.getByRole('list', { name: 'Cards of the deck' });
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text });
const counted = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

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

test('ADM-16 ADM-17 CRD-13 a search counts what it found, says when that is nothing, and can be tried again', async (app) => {
  const { t, page } = app;
  await openCards(app, plainCards(41));
  const field = page.getByRole('searchbox', { name: 'Search the cards' });
  const searchFor = async (text: string) => {
    await field.fill(text);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Page 3' }).click();
  await row(page, 'front 41').waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 1);
  await field.fill('front 4');
  await field.press('Enter');
  await counted(page, '3 cards found').waitFor();
  const none = notice(page, 'status', 'No cards found');
  t.equal(await none.count(), 0, 'not when there is a hit');
  for (const text of ['nowhere', 'nothing']) {
    await searchFor(text);
    await none.waitFor();
    await page.getByRole('button', { name: 'Close the notice' }).click();
    await none.waitFor({ state: 'detached' });
    await panel(page).getByText(`No card matches “${text}”.`).waitFor();
    await counted(page, '0 cards found').waitFor();
  }

  const refusal = { code: 'malformed_request', message: 'Not this' };
  const allow = await refuse(page, 'GET', /search=/, [400, refusal]);
  await searchFor('front');
  await notice(page, 'alert', 'The search failed: Not this').waitFor();
  t.equal(await list(page).count(), 0, 'no cards of another search under this one');
  await allow(() => panel(page).getByRole('button', { name: 'Try again' }).click());
  await counted(page, '41 cards found').waitFor();
  await page.getByRole('button', { name: 'Show all cards' }).click();
  await counted(page, '41 cards').waitFor();
});

test('ADM-18 ADM-19 ERR-36 SL-60 a card of anybody is edited in its place, and deleted after a question', async (app) => {
  const { t, page } = app;
  const house = { front: 'house', back: 'nha', level: 'A1', audio_file: '/storage/cards/none.mp3' };
  const deckId = await openCards(app, [house, ...plainCards(20)]);
  await page.getByRole('button', { name: 'Edit the card: house' }).click();
  const form = page.getByRole('form', { name: 'Edit the card house' });
  const save = form.getByRole('button', { name: 'Save the card' });
  await form.getByLabel('Front').fill('home');
  await form.getByLabel('Back').fill('nhà');
  await form.getByRole('button', { name: 'Remove the audio' }).click();
  await failsOnce(page, 'PATCH', CARD, 'The card could not be saved', () => save.click());
  t.equal(await form.getByLabel('Front').inputValue(), 'home');
  await save.click();
  await notice(page, 'status', 'The card has been saved.').waitFor();
  await row(page, 'nhà').waitFor();
  await page.getByRole('button', { name: 'Edit the card: home' }).and(page.locator(':focus')).waitFor();
  t.match((await cardRows(app, deckId))[0], { front: 'home', back: 'nhà', level: 'A1', audio_file: null });

  await page.getByRole('button', { name: 'Edit the card: front 1', exact: true }).click();
  const other = page.getByRole('form', { name: 'Edit the card front 1', exact: true });
  await chooseFile(other.getByRole('button', { name: 'Audio' }), 'content/official-decks/audio/cat.mp3');
  await other.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Play the audio: front 1', exact: true }).waitFor();
  t.match((await cardRows(app, deckId))[1], { front: 'front 1', audio_file: /^\/storage\/cards\// });

  await page.getByRole('button', { name: 'Page 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “front 20”?' });
  const answer = async (name: string) => {
    await page.getByRole('button', { name: 'Delete the card: front 20' }).click();
    await dialog.getByRole('button', { name }).click();
  };
  const writes = writesOf(page);
  await answer('Cancel');
  t.same(writes, []);
  await failsOnce(page, 'DELETE', CARD, 'The card could not be deleted', () => answer('Delete the card'));
  await answer('Delete the card');
  await notice(page, 'status', 'The card has been deleted.').waitFor();
  await row(page, 'front 19').waitFor();
  await counted(page, '20 cards').waitFor();
  t.equal((await cardRows(app, deckId)).length, 20, 'and no page is left that is gone');
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
  const search = page.getByRole('searchbox');
  await search.fill('front 1');
  await search.press('Enter');
  await page.getByText('1 card found').waitFor();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete the deck' }).click();
  await notice(page, 'status', 'The deck has been deleted.').waitFor();
  await page.waitForURL(`${baseUrl}/assmin?view=cards`);
  await page.getByRole('heading', { name: 'Decks and cards' }).and(page.locator(':focus')).waitFor();
  t.equal(await page.getByRole('alert').count(), 0, 'what was searched in a deck that is gone is no failure');
  t.equal(await page.getByRole('combobox').inputValue(), '');
  t.equal(await deckRow(app, deckId), undefined);
  await page.getByRole('combobox').fill('words to delete');
  await page.getByText('No deck matches.').waitFor();
});
