import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { logIn } from './account-in-browser.ts';
import { adminInBrowser, chooseDeck, deckRow } from './admin-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';
import { refuse } from './refused-calls.ts';
import { writesOf } from './teacher-in-browser.ts';

const OVERLOADED = { code: 'overloaded', message: 'The server is busy, please try again in a moment' };
const SAVED = 'The official deck has been saved.';

const newForm = (page: Page) => page.getByRole('form', { name: 'New official deck' });
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit the official deck' });
const list = (page: Page) => page.getByRole('list', { name: 'Official decks' });
const row = (page: Page, title: string) => list(page).getByRole('listitem', { name: title });
const focused = (page: Page) => page.locator(':focus');

const officialDecks = async (test: BrowserTest) =>
  (await test.api('GET /api/official-decks')).body.data.map(({ title }) => title);

t.test('official decks, on a site that has none', async (t) => {
  const test = await startBrowserTest(t, { own: true, seed: false, locale: 'en-US' });
  const { page } = test;

  await t.test('CLS-02 a teacher who has no deck is led to where decks are made', async () => {
    await logIn(test, page, 'teacher');
    await page.goto(`${test.baseUrl}/teacher/classes`);
    await page.getByRole('link', { name: 'Make one first' }).click();
    await page.waitForURL('**/teacher/decks');
    await page.evaluate(() => localStorage.clear());
  });

  const admin = await adminInBrowser(test);
  t.afterEach(async () => {
    await page.unrouteAll();
    await test.db.query('delete from class_decks');
    await test.db.query('delete from decks');
  });

  await t.test('ADM-06 ADM-07 ADM-11 DCK-19 SL-60 a deck becomes official, with its label', async (t) => {
    await admin.teacher.deck('Đồ vật', [], { is_official: true });
    const animals = await admin.teacher.deck('Động vật', [
      { front: 'cat', back: 'mèo' },
      { front: 'dog', back: 'chó' },
    ]);
    await admin.open('official');
    const writes = writesOf(page);
    const form = newForm(page);
    const make = form.getByRole('button', { name: 'Make it official' });
    await make.click();
    await form.getByRole('combobox').and(page.locator('[aria-invalid=true]')).and(focused(page)).waitFor();
    await form.getByText('Please fill in this field').first().waitFor();
    await form.getByRole('combobox').click();
    await page.getByRole('option').first().waitFor();
    t.same(
      (await page.getByRole('option').allInnerTexts()).map((text) => text.split(/\n+/)),
      [['Động vật', 'Lan', '2 cards']],
      'official ones are not offered',
    );

    await chooseDeck(form, 'dong', /^Động vật/);
    const label = form.getByLabel('Label of its button');
    for (const typed of [' ', 'x'.repeat(51)]) {
      await label.fill(typed);
      await make.click();
      await label.and(page.locator('[aria-invalid=true]')).and(focused(page)).waitFor();
    }
    t.same(writes, []);
    await label.fill(' Con vật ');
    await form.getByText('7/50').waitFor();
    await make.click();
    await notice(page, 'status', SAVED).waitFor();
    await row(page, 'Động vật').getByText('Button: Con vật').waitFor();
    await row(page, 'Động vật').getByText('2 cards').waitFor();
    await row(page, 'Động vật').getByText('Owner: Lan').waitFor();
    await page.getByText('2 official decks').waitFor();
    t.match(await deckRow(test, animals), { is_official: true, official_button_label: 'Con vật' });
    t.same((await officialDecks(test)).sort(), ['Đồ vật', 'Động vật'].sort());
    await becomes(t, () => form.getByRole('combobox').inputValue(), '', 'ready for another one');
    await becomes(t, () => label.inputValue(), '');
  });

  await t.test('ADM-08 ADM-09 ADM-10 an official deck is edited, or left as it is', async (t) => {
    const deckId = await admin.teacher.deck('Nouns', [], { is_official: true, description: 'Old' });
    await admin.open('official');
    const edit = row(page, 'Nouns').getByRole('button', { name: 'Edit: Nouns' });
    const form = editForm(page);
    const title = form.getByLabel('Title');
    await edit.click();
    await title.and(focused(page)).waitFor();
    t.ok(await form.getByRole('combobox').isDisabled());
    t.equal(await form.getByRole('combobox').inputValue(), 'Nouns · Lan');
    await title.fill('Thrown away');
    const writes = writesOf(page);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await newForm(page).waitFor();
    await edit.and(focused(page)).waitFor();
    t.same(writes, []);

    await edit.click();
    t.equal(await title.inputValue(), 'Nouns');
    const update = form.getByRole('button', { name: 'Update the deck' });
    await title.fill(' ');
    await update.click();
    await title.and(page.locator('[aria-invalid=true]')).and(focused(page)).waitFor();
    t.same(writes, []);
    await title.fill('Things');
    await form.getByLabel('Description').fill('');
    await form.getByLabel('Label of its button').fill('Things around us');
    await refuse(page, 'PATCH', '**/api/admin/official-decks/*', [
      422,
      { code: 'invalid_deck_data', message: 'Not this title', errors: { title: ['Not this title'] } },
    ]);
    await update.click();
    await notice(page, 'alert', 'The official deck could not be saved: Not this title').waitFor();
    t.equal(await title.getAttribute('aria-invalid'), 'true');
    t.equal(await title.inputValue(), 'Things');
    await page.unroute('**/api/admin/official-decks/*');
    await update.click();
    await notice(page, 'status', SAVED).waitFor();
    await newForm(page).waitFor();
    await row(page, 'Things').getByRole('button', { name: 'Edit: Things' }).and(focused(page)).waitFor();
    await row(page, 'Things').getByText('Button: Things around us').waitFor();
    t.same(await deckRow(test, deckId), {
      title: 'Things',
      description: null,
      is_official: true,
      official_button_label: 'Things around us',
    });
  });

  await t.test('ADM-12 ADM-13 DCK-19 ERR-36 SL-60 the mark is taken away; the deck stays', async (t) => {
    const deckId = await admin.teacher.deck('Nouns', [{ front: 'a', back: 'b' }], { is_official: true });
    await admin.open('official');
    const remove = row(page, 'Nouns').getByRole('button', { name: 'Remove official: Nouns' });
    const dialog = page.getByRole('dialog', { name: 'Remove “Nouns” from the official decks?' });
    const writes = writesOf(page);
    await remove.click();
    await dialog.getByText('The deck stays with Lan').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    t.same(writes, []);

    await refuse(page, 'DELETE', '**/api/admin/official-decks/*', [503, OVERLOADED]);
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove official' }).click();
    await notice(page, 'alert', /^The mark could not be taken away: The server is busy/).waitFor();
    await page.unroute('**/api/admin/official-decks/*');
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove official' }).click();
    await notice(page, 'status', 'The deck is no longer official.').waitFor();
    await page.getByText('No deck is official yet.').waitFor();
    await page.getByRole('heading', { name: 'Official decks', exact: true }).and(focused(page)).waitFor();
    t.match(await deckRow(test, deckId), { title: 'Nouns', is_official: false, official_button_label: null });
    t.equal((await admin.teacher.cards(deckId)).length, 1);
    t.same(await officialDecks(test), []);
    await newForm(page).getByRole('combobox').click();
    await page.getByRole('option', { name: /^Nouns/ }).waitFor();
  });

  await t.test(
    'ADM-12 ADM-13 ADM-14 ADM-20 ERR-36 a deck is deleted; its button alone is busy meanwhile',
    async (t) => {
      const nouns = await admin.teacher.deck('Nouns', [{ front: 'a', back: 'b' }], { is_official: true });
      await admin.teacher.classes(nouns, 2);
      await admin.teacher.deck('Verbs', [], { is_official: true });
      await admin.open('official');
      await row(page, 'Nouns').getByText('In 2 classes').waitFor();
      const button = (title: string) => row(page, title).getByRole('button', { name: `Delete: ${title}` });
      const dialog = page.getByRole('dialog', { name: 'Delete “Nouns”?' });
      await refuse(page, 'DELETE', '**/api/admin/decks/*', [503, OVERLOADED]);
      await button('Nouns').click();
      await dialog.getByText('2 classes study this deck. It disappears there').waitFor();
      await dialog.getByRole('button', { name: 'Delete the deck' }).click();
      await notice(page, 'alert', /^The deck could not be deleted: The server is busy/).waitFor();
      t.ok(await deckRow(test, nouns));
      await page.unroute('**/api/admin/decks/*');

      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/api/admin/decks/*', async (route) => {
        await held;
        await route.continue();
      });
      await button('Nouns').click();
      await dialog.getByRole('button', { name: 'Delete the deck' }).click();
      await button('Nouns').and(page.locator('[data-loading]')).waitFor();
      t.equal(await page.getByRole('button').and(page.locator('[data-loading]')).count(), 1);
      t.ok(await button('Verbs').isEnabled());
      letGo();
      await notice(page, 'status', 'The deck has been deleted.').waitFor();
      await row(page, 'Nouns').waitFor({ state: 'detached' });
      await row(page, 'Verbs').waitFor();
      await page.getByRole('heading', { name: 'Official decks', exact: true }).and(focused(page)).waitFor();
      t.equal(await deckRow(test, nouns), undefined);
    },
  );

  await t.test('ADM-11 ERR-36 the list: on its way, failed, read again, twelve a page', async (t) => {
    for (let number = 10; number < 23; number += 1)
      await admin.teacher.deck(`Deck ${number}`, [], { is_official: true });
    const allow = await refuse(page, 'GET', '**/api/admin/decks', [
      400,
      { code: 'malformed_request', message: 'Not you' },
    ]);
    await admin.open('official');
    await notice(page, 'alert', 'The decks could not be loaded: Not you').waitFor();
    await allow();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/admin/decks', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    letGo();
    await row(page, 'Deck 10').waitFor();
    t.equal(await list(page).getByRole('listitem').count(), 12);
    await page.getByRole('button', { name: 'Next page' }).click();
    await row(page, 'Deck 22').waitFor();
    t.equal(await list(page).getByRole('listitem').count(), 1);
    await row(page, 'Deck 22')
      .getByRole('link', { name: /^0 cards ?: Deck 22$/ })
      .click();
    await page
      .getByRole('tabpanel', { name: 'Decks and cards' })
      .getByText('This deck has no cards yet.')
      .waitFor();
  });
});
