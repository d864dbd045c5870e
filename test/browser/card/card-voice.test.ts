import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { becomes } from '../../harness/becomes.ts';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, revealButton } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';

const READ = "Read aloud with the browser's voice";

interface Said {
  said?: string[];
}

/** Chromium has no voices of its own in a test: these write down what they read. */
const giveVoices = (page: Page, languages = ['en-GB', 'vi-VN']) =>
  page.addInitScript((langs) => {
    const said: string[] = [];
    (window as Said).said = said;
    const voices = langs.map((lang) => ({ lang, name: lang, default: false, localService: true }));
    class Utterance {
      lang = '';
      rate = 1;
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = {
      getVoices: () => voices,
      speak: ({ lang, text, rate }: Utterance) =>
        said.push(rate === 1 ? `${lang}: ${text}` : `${lang} at ${rate}: ${text}`),
      cancel: () => said.push('stopped'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  }, languages);

const said = (page: Page) => page.evaluate(() => (window as Said).said ?? []);
const readButton = (page: Page) => page.getByRole('button', { name: READ });

const CARDS = [
  { front: 'water', back: 'nước' },
  { front: 'Haus', back: 'house' },
];

/** The page has come to read this, after all else. */
const hears = (t: Test, page: Page, expected: string) =>
  becomes(t, async () => (await said(page)).at(-1), expected);

const test = screen({ as: 'student' });

test('VOI-03 a card without audio is read side by side by voices of its languages, until it goes', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page);
  await openDeck(page, await student.deck('Words', CARDS));
  await readButton(page).click();
  await hears(t, page, 'en-GB: water');
  await revealButton(page).click();
  await hears(t, page, 'stopped');
  await page.keyboard.press('p');
  await hears(t, page, 'vi-VN: nước');
  await page.getByRole('button', { name: 'Knew it', exact: true }).click();
  await flashcard(page, 2, 2).waitFor();
  await hears(t, page, 'stopped');
  t.equal(await readButton(page).count(), 0, 'nothing says in which language the second one is');
});

test('VOI-03 without a voice of its language a card has no button', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page, ['en-US']);
  await openDeck(page, await student.deck('Words', [{ front: 'nước', back: 'water' }]));
  await flashcard(page, 1, 1).waitFor();
  t.equal(await readButton(page).count(), 0);
  await revealButton(page).click();
  await readButton(page).waitFor();
});

test('VOI-04 a dictation without audio is read by a voice, and nothing is to be read before', async (app) => {
  const { t, page, db, student } = app;
  await giveVoices(page);
  const deckId = await student.deck('Words', CARDS);
  await db.query(
    `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
     values ($1, $2, 20, 200, 'dictation')`,
    [student.id, deckId],
  );
  await openDeck(page, deckId);
  await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
  t.notMatch(await flashcard(page, 1, 2).textContent(), /water|nước/);
  await becomes(t, async () => (await said(page)).includes('en-GB: water'), true, 'it is read by itself');
  const box = page.getByRole('textbox', { name: 'Type the answer' });
  await box.fill('water');
  await box.press('Enter');
  await page.getByText('Exactly right').waitFor();
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 2).getByText('Haus', { exact: true }).waitFor();
  t.equal(await box.count(), 1, 'what no voice reads is typed');
});

test('VOI-05 SL-275 cards are heard by themselves and at the chosen speed, on every device', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page);
  const deckId = await student.deck('Words', CARDS.slice(0, 1));
  await openDeck(page, deckId);
  await readButton(page).waitFor();
  t.notOk((await said(page)).includes('en-GB: water'), 'nothing is heard unasked');
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Play each card by itself' }).check();
  await dialog.getByLabel('Speed of the sound').selectOption('0.75');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hears(t, page, 'en-GB at 0.75: water');
  await page.reload();
  await hears(t, page, 'en-GB at 0.75: water');
  await revealButton(page).click();
  await hears(t, page, 'vi-VN at 0.75: nước');

  const elsewhere = await (await app.newContext()).newPage();
  await giveVoices(elsewhere);
  await enter(elsewhere, student);
  await openDeck(elsewhere, deckId);
  await hears(t, elsewhere, 'en-GB at 0.75: water');
  await elsewhere.route('**/api/**', (route) => route.abort());
  await elsewhere.reload();
  await hears(t, elsewhere, 'en-GB at 0.75: water');
});
