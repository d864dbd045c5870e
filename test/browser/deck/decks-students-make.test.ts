import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { pasteInto } from '../people/roster-in-browser.ts';

const TITLE = 'Words of my own';
const allowed = (page: Page) => page.getByRole('switch', { name: 'Students may make their own decks' });
const made = (page: Page) => page.getByRole('region', { name: 'Decks I made' });

const test = screen();

test('OWD-01 OWD-02 OWD-04 (document 2 §6) OWD-05 OWD-07 a deck of a student’s own, seen by nobody else, and deleted by the administrator', async (app) => {
  const { t, newContext, sql } = app;
  const admin = await adminInBrowser(app);
  await admin.open('site');
  t.teardown(() => sql`update site_settings set students_make_decks = false`);
  t.notOk(await allowed(app.page).isChecked(), 'at first they may not');
  await allowed(app.page).click();
  await notice(app.page, 'status', 'Students may make decks of their own.').waitFor();

  const student = await makeAccount(app, 'student', 'Mai');
  const page = await (await newContext()).newPage();
  await enter(page, student, '/student');
  await made(page).getByText('Nobody else sees them.').waitFor();
  await made(page).getByRole('link', { name: 'Make a deck' }).click();
  await page.getByRole('heading', { level: 1, name: 'Decks I made' }).waitFor();
  const form = page.getByRole('form', { name: 'New deck' });
  await form.getByLabel('Title', { exact: true }).fill(TITLE);
  await form.getByRole('button', { name: 'Create the deck' }).click();
  await page.getByRole('link', { name: `Manage: ${TITLE}` }).click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Share…' }).count(), 0, 'there is nobody to share it with');
  await page.getByRole('link', { name: 'Add many cards' }).first().click();
  await pasteInto(
    page.getByLabel('List of cards'),
    Array.from({ length: 10 }, (_, n) => `word ${n + 1}\ttừ ${n + 1}`).join('\n'),
  );
  await page.getByRole('button', { name: 'Preview the cards' }).click();
  await page.getByRole('button', { name: 'Add 10 cards' }).click();
  await page.getByText('10 cards', { exact: true }).first().waitFor();
  await page.waitForURL(/\/student\/decks\/own\/\d+$/);
  const deckId = Number(page.url().split('/').at(-1));
  await page.getByRole('link', { name: 'Table' }).click();
  await page.getByRole('heading', { level: 1, name: 'Table of the cards' }).waitFor();
  await page.getByRole('link', { name: `Back to the deck ${TITLE}` }).click();

  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await page.getByRole('button', { name: 'Confident' }).click();
  await until(async () => (await student.events()).length === 1, 'the answer is in the log');

  const others = await (await newContext()).newPage();
  await enter(others, await makeAccount(app, 'student', 'Nam'), '/student/decks');
  await others.getByRole('region', { name: 'Official decks' }).getByRole('article').first().waitFor();
  await others.getByRole('button', { name: 'Find anything' }).click();
  const search = others.getByRole('dialog', { name: 'Find anything' });
  await search.getByRole('combobox').fill('words of my');
  await search.getByText('Nothing found').waitFor();
  t.equal(await others.getByText(TITLE).count(), 0, 'nothing for another student');

  await app.page.goto(`/assmin?view=people&personId=${student.id}`);
  const decks = app.page.getByRole('region', { name: 'Decks', exact: true });
  await decks.getByText('A student’s deck').waitFor();
  await decks.getByText(/^10 cards · made on /).waitFor();
  t.equal(await app.page.getByText(TITLE).count(), 0, 'nothing for the administrator');
  await decks.getByRole('button', { name: /^Delete the deck: 10 cards/ }).click();
  const question = app.page.getByRole('dialog', { name: 'Delete a deck of Mai?' });
  await question.getByRole('button', { name: 'Delete the deck' }).click();
  await decks.waitFor({ state: 'detached' });
  await page.goto('/student/decks/own/trash');
  const list = page.getByRole('list', { name: 'Deleted decks' });
  await list.getByText('An administrator has deleted this deck, and can bring it back.').waitFor();
  await list.getByText(TITLE).waitFor();
  t.equal(await page.getByRole('button', { name: /Bring back|Empty the trash/ }).count(), 0);
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await decks.getByText('A student’s deck').waitFor();

  await admin.open('site');
  await allowed(app.page).click();
  await notice(app.page, 'status', 'Students make no more decks of their own.').waitFor();
  await page.goto(`/student/decks/own/${deckId}`);
  await page
    .getByText('Your school does not let students make or change decks of their own')
    .first()
    .waitFor();
  const card = page.getByRole('article', { name: TITLE });
  t.equal(await card.getByRole('link', { name: /^Manage/ }).count(), 0);
  t.equal(await page.getByRole('form').count(), 0);
  await card.getByRole('button', { name: 'Export' }).waitFor();
  await card.getByRole('button', { name: `Delete: ${TITLE}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the deck' }).click();
  await page.getByText('No deck.').waitFor();
});
