import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { logInByForm } from '../account/account-forms.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const card = (page: Page, position: number) =>
  page.getByRole('region', { name: `Card ${position} of 5`, exact: true });

/** Turns the card at this place of the round and says that it was known. */
async function know(page: Page, position: number): Promise<void> {
  await card(page, position).getByRole('button', { name: 'Reveal' }).click();
  await card(page, position).getByRole('button', { name: 'Confident' }).click();
}

/** Chooses an official deck on the first page, and has its first card. */
async function tryDeck(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Try five cards: Everyday nouns' }).click();
  await page.waitForURL(/\/try\/\d+$/);
  await card(page, 1).waitFor();
}

const ended = (page: Page) => page.getByRole('heading', { name: 'Well done, you learnt 5 cards' });

const eventsOf = ({ sql }: BrowserTest, email: string) =>
  sql<{ ordinal: number; tries: number; late: boolean }>`
    select c.ordinal, (e.data->>'tries')::int as tries, e.occurred_at > now() as late
    from events e join users u on u.id = e.student_id join cards c on c.id = (e.data->>'card_id')::int
    where u.email = ${email} order by e.position`;

/** The student's home with what was done as a guest: fifteen of today's twenty new cards are left. */
async function homeHasThem(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Learn 15 new cards' }).waitFor();
  await page.getByRole('link', { name: 'Continue: Everyday nouns' }).waitFor();
}

const test = screen();

test('HOM-23 HOM-24 SL-120 SL-121 a guest tries five cards, registers, and they count once and in order', async (app) => {
  const { t, page, context } = app;
  await tryDeck(page);
  t.equal(await page.getByRole('button', { name: "Edit the deck's settings" }).count(), 0);
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'card, progress, a way out');
  for (const position of [1, 2]) await know(page, position);
  await card(page, 3).waitFor();
  await page.reload();
  for (const position of [3, 4]) await know(page, position);
  await context.setOffline(true);
  await know(page, 5);
  await ended(page).waitFor();
  await page.getByText('5 of 5 right at the first try').waitFor();
  await context.setOffline(false);
  await page.reload();
  await ended(page).waitFor();
  await page.getByRole('link', { name: 'Register to keep it' }).click();
  await page.waitForURL(/\/register\?next=%2Ftry%2F\d+$/);
  await page.reload();
  // Only students try cards: the role is known, and the name is asked for.
  t.ok(await page.getByRole('radio', { name: 'Student' }).isChecked());
  await becomes(t, () => hasFocus(page.getByRole('textbox', { name: 'Your name' })), true);
  // Enter goes on to what is empty, and sends from the last field.
  await page.keyboard.type('Lan');
  await page.keyboard.press('Enter');
  await page.keyboard.type('trial@example.org');
  for (const label of ['Password', 'Repeat the password']) {
    await page.keyboard.press('Enter');
    await becomes(t, () => hasFocus(page.getByLabel(label, { exact: true })), true);
    await page.keyboard.type('quiet lamp of mine');
  }
  t.equal(await page.getByText('Please fill in this field').count(), 0);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/student');
  await homeHasThem(page);
  const events = await eventsOf(app, 'trial@example.org');
  t.same(
    events.map(({ ordinal }) => ordinal),
    [...events.map(({ ordinal }) => ordinal)].sort((a, b) => a - b),
    'in the order given',
  );
  t.match([events.length, events.some(({ late }) => late)], [5, false]);
  await page.reload();
  await homeHasThem(page);
  t.equal((await eventsOf(app, 'trial@example.org')).length, 5, 'and once');
});

test('SL-121 a login that the trial led to takes it along; another login does not', async (app) => {
  const { t, page, baseUrl } = app;
  const [other, own] = [await makeAccount(app, 'student'), await makeAccount(app, 'student')];
  await tryDeck(page);
  for (let position = 1; position <= 5; position += 1) await know(page, position);
  await ended(page).waitFor();
  await page.goto('/login');
  await logInByForm(page, other);
  await page.waitForURL('**/student');
  await page.getByText('Choose your first deck').waitFor();
  t.same(await eventsOf(app, other.email), []);
  await logOut(page);
  await page.waitForURL(`${baseUrl}/**`);
  await page.getByRole('button', { name: /^Your menu/ }).waitFor({ state: 'detached' });

  await page.goto('/');
  await page.getByRole('link', { name: 'Try five cards: Everyday nouns' }).click();
  await ended(page).waitFor();
  await page.getByRole('link', { name: 'I have an account' }).click();
  await page.waitForURL(/\/login\?next=/);
  await logInByForm(page, own);
  await homeHasThem(page);
  t.equal((await eventsOf(app, own.email)).length, 5);
});

test('SL-120 a deck that is gone, or none, leads back to the decks', async ({ page, baseUrl }) => {
  await page.goto('/try/999999');
  await page.getByRole('alert').filter({ hasText: 'The cards could not be loaded' }).waitFor();
  await page.getByRole('link', { name: 'See the decks' }).click();
  await page.waitForURL(`${baseUrl}/`);
  await page.goto('/try/x');
  await page.getByText('No deck selected').waitFor();
});
