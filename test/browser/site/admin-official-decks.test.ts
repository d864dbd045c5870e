import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser, chooseDeck, deckRow } from '../people/admin-in-browser.ts';
import { logIn } from '../people/person.ts';
import { hold } from '../shell/held-calls.ts';

const SAVED = 'The official deck has been saved.';

const newForm = (page: Page) => page.getByRole('form', { name: 'New official deck' });
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit the official deck' });
const list = (page: Page) => page.getByRole('list', { name: 'Official decks' });
const row = (page: Page, title: string) => list(page).getByRole('listitem', { name: title });
const focused = (page: Page) => page.locator(':focus');

const officialDecks = async (test: BrowserTest) =>
  (await test.api('GET /api/official-decks')).body.data.map(({ title }) => title);

const test = screen({ own: true, seed: false, env: { CONTACT_EMAIL: 'hello@example.org' } });

test('official decks, on a site that has none', async (app) => {
  const { t, page, sql } = app;

  await t.test('CLS-02 a teacher who has no deck is led to where decks are made', async () => {
    await logIn(app, page, 'teacher');
    await page.goto('/teacher/classes');
    await page.getByRole('link', { name: 'Make one first' }).click();
    await page.waitForURL('**/teacher/decks');
    await page.evaluate(() => localStorage.clear());
  });

  const admin = await adminInBrowser(app);
  t.afterEach(async () => {
    await page.unrouteAll();
    await sql`delete from class_decks`;
    await sql`delete from decks`;
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
    await label.fill('x'.repeat(51));
    await make.click();
    await label.and(page.locator('[aria-invalid=true]')).and(focused(page)).waitFor();
    t.same(writes, []);
    await label.fill(' Con vật ');
    await form.getByText('7/50').waitFor();
    await make.click();
    await notice(page, 'status', SAVED).waitFor();
    await row(page, 'Động vật').getByText('Button: Con vật').waitFor();
    await row(page, 'Động vật').getByText('2 cards').waitFor();
    await row(page, 'Động vật').getByText('Owner: Lan').waitFor();
    await page.getByText('2 official decks').waitFor();
    t.match(await deckRow(app, animals), { is_official: true, official_button_label: 'Con vật' });
    t.same((await officialDecks(app)).sort(), ['Đồ vật', 'Động vật'].sort());
    await becomes(t, () => form.getByRole('combobox').inputValue(), '', 'ready for another one');
    await becomes(t, () => label.inputValue(), 'Learn', 'what a button says without another word');
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
    t.same(await deckRow(app, deckId), {
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

    await refuse(page, 'DELETE', '**/api/admin/official-decks/*');
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove official' }).click();
    await notice(page, 'alert', /^The mark could not be taken away: The server is busy/).waitFor();
    await page.unroute('**/api/admin/official-decks/*');
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove official' }).click();
    await notice(page, 'status', 'The deck is no longer official.').waitFor();
    await page.getByText('No deck is official yet.').waitFor();
    await page.getByRole('heading', { name: 'Official decks', exact: true }).and(focused(page)).waitFor();
    t.match(await deckRow(app, deckId), { title: 'Nouns', is_official: false, official_button_label: null });
    t.equal((await admin.teacher.cards(deckId)).length, 1);
    t.same(await officialDecks(app), []);
    await newForm(page).getByRole('combobox').click();
    await page.getByRole('option', { name: /^Nouns/ }).waitFor();
  });

  await t.test('ADM-12 ADM-13 ADM-14 ADM-20 ERR-36 a deck is deleted by its own button', async (t) => {
    const nouns = await admin.teacher.deck('Nouns', [{ front: 'a', back: 'b' }], { is_official: true });
    await admin.teacher.classes(nouns, 2);
    await admin.teacher.deck('Verbs', [], { is_official: true });
    await admin.open('official');
    await row(page, 'Nouns').getByText('In 2 classes').waitFor();
    const button = (title: string) => row(page, title).getByRole('button', { name: `Delete: ${title}` });
    const dialog = page.getByRole('dialog', { name: 'Delete “Nouns”?' });
    await refuse(page, 'DELETE', '**/api/admin/decks/*');
    await button('Nouns').click();
    await dialog.getByText('2 classes study this deck. It disappears there').waitFor();
    await dialog.getByRole('button', { name: 'Delete the deck' }).click();
    await notice(page, 'alert', /^The deck could not be deleted: The server is busy/).waitFor();
    t.ok(await deckRow(app, nouns));
    await page.unroute('**/api/admin/decks/*');

    const letGo = await hold(page, '**/api/admin/decks/*');
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
    t.equal(await deckRow(app, nouns), undefined);
  });

  await t.test('ADM-11 ERR-36 the list: on its way, failed, read again, twelve a page', async (t) => {
    for (let number = 10; number < 23; number += 1)
      await admin.teacher.deck(`Deck ${number}`, [], { is_official: true });
    const allow = await refuse(page, 'GET', '**/api/admin/decks', [
      400,
      { code: 'malformed_request', message: 'Not you' },
    ]);
    await admin.open('official');
    await notice(page, 'alert', 'The decks could not be loaded: Not you').waitFor();
    await allow(() => page.getByRole('button', { name: 'Try again' }).click());
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

  await t.test('HOM-08 HOM-09 HOM-10 at home they come on pages of three', async (t) => {
    for (let number = 1; number <= 19; number += 1)
      await admin.teacher.deck(`Deck ${number}`, [], { is_official: true });
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    const cards = page.getByRole('region', { name: 'Start with a ready-made deck' }).getByRole('article');
    const pages = page.getByRole('navigation', { name: 'Pages of decks' });
    const numbers = pages.getByRole('button', { name: /^Page \d+$/ });
    const [previous, next] = ['Previous page', 'Next page'].map((name) =>
      pages.getByRole('button', { name }),
    );
    await cards.first().waitFor();
    t.equal(await cards.count(), 3);
    t.equal(await previous!.isDisabled(), true);
    await pages.getByRole('button', { name: 'Page 5' }).click();
    t.same(await numbers.allInnerTexts(), ['3', '4', '5', '6', '7']);
    await next!.click();
    await next!.click();
    t.equal(await pages.locator('[aria-current=page]').textContent(), '7');
    t.equal(await cards.count(), 1, 'the nineteenth deck');
    t.equal(await next!.isDisabled(), true);
    await previous!.click();
    t.equal(await pages.locator('[aria-current=page]').textContent(), '6');
  });

  await t.test('GLB-09 SL-13 the footer has a link to the configured address', async (t) => {
    const contact = page.getByRole('contentinfo').getByRole('link', { name: 'hello@example.org' });
    await contact.waitFor();
    t.equal(await contact.getAttribute('href'), 'mailto:hello@example.org');
  });
});
