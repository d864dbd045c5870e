import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, plainCards, study, undoButton } from '../people/learning-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const more = (page: Page) => page.getByRole('button', { name: 'More: this card' });
const side = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });
const choose = async (page: Page, item: string) => {
  await more(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const kind = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Which cards' }).getByText(name, { exact: true });
const row = (page: Page, front: string) =>
  page.getByRole('list', { name: 'Cards of the deck' }).getByRole('listitem').filter({ hasText: front });

const test = screen({ as: 'student' });

test('MYC-01 MYC-03 a card is put aside in the session, brought back by Undo, flagged, and found again', async (app) => {
  const { t, page, student } = app;
  const deckId = await student.deck('Words', plainCards(3));
  await openDeck(page, deckId);
  await flashcard(page, 1, 3).waitFor();
  await choose(page, 'Put aside until tomorrow');
  await notice(page, 'status', 'Put aside: it comes again tomorrow.').waitFor();
  await side(page, 'front 2').waitFor();
  await undoButton(page).click();
  await side(page, 'front 1').waitFor();
  await choose(page, 'Flag this card');
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Take the flag away' }).waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Put aside for good');
  await side(page, 'front 2').waitFor();
  await page.reload();
  await side(page, 'front 2').waitFor();

  await choose(page, 'All cards of this deck');
  await page.getByRole('heading', { name: 'Words', level: 1 }).waitFor();
  await row(page, 'front 3').waitFor();
  await kind(page, 'Put aside').click();
  await row(page, 'front 2').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Bring back: front 1' }).click();
  await page.getByText('No card is put aside.').waitFor();
  await kind(page, 'Flagged').click();
  await row(page, 'front 1').waitFor();
  t.equal(await row(page, 'front 2').count(), 0);
  await page.setViewportSize({ width: 360, height: 740 });
  t.same(await student.events(), [], 'nothing of this is an answer');
});

test('SL-258 SL-289 without the network no card is put aside or reported, and both are said', async (app) => {
  const { t, page, sql, student, context } = app;
  const official = await (await makeAccount(app, 'teacher')).deck('Words', plainCards(3), {
    is_official: true,
  });
  await openDeck(page, official);
  await flashcard(page, 1, 3).waitFor();
  await choose(page, 'Report a mistake');
  const dialog = page.getByRole('dialog', { name: 'Report a mistake' });
  await dialog.getByRole('radio', { name: 'The spelling is wrong' }).check();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Report the mistake' }).click();
  await notice(page, 'alert', /The server cannot be reached/).waitFor();
  // The button has lost the focus while it was sending: the key is the window's all the same, and nobody leaves.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close the notice' }).click();
  await choose(page, 'Put aside for good');
  await notice(page, 'alert', /The server cannot be reached/).waitFor();
  await side(page, 'front 1').waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  t.notMatch(kept, /spelling/, 'nothing of the report is kept');
  await context.setOffline(false);
  await page.reload();
  await side(page, 'front 1').waitFor();
  t.same(await sql`select from card_reports where student_id = ${student.id}`, []);
  t.same(await sql`select from card_marks where student_id = ${student.id}`, []);
});

test('MYC-06 the history of a card is seen from its menu and from the list', async ({ t, page, student }) => {
  const deckId = await student.deck('Words', plainCards(2));
  const dialog = page.getByRole('dialog', { name: 'History of the card' });
  await openDeck(page, deckId);
  await flashcard(page, 1, 2).waitFor();
  await choose(page, 'History of the card');
  await dialog.getByText('You have not answered this card yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await study(page, ['Confident']);
  await flashcard(page, 2, 2).waitFor();
  await choose(page, 'All cards of this deck');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'History: front 2' }).click();
  await dialog.getByText('You have not answered this card yet.').waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  // The answer is on its way while the session is left.
  await until(async () => (await student.events()).length === 1, 'the answer is kept');
  await page.getByRole('button', { name: 'History: front 1' }).click();
  const answers = dialog.getByRole('list', { name: 'Your answers, the newest first' }).getByRole('listitem');
  await answers.filter({ hasText: /Confident.*next after \d+ days?/ }).waitFor();
  t.equal(await answers.count(), 1);
});
