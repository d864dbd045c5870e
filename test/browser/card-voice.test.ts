import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { flashcard, learner, openDeck, revealButton } from './learning-in-browser.ts';

const ENGLISH = { locale: 'en-US' };
const READ = "Read aloud with the browser's voice";

interface Said {
  said?: string[];
}

/** Chromium has no voices of its own in a test: these write down what they read. */
async function giveVoices({ page }: BrowserTest, languages: string[]): Promise<void> {
  await page.addInitScript((langs) => {
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
}

const said = (page: Page) => page.evaluate(() => (window as Said).said ?? []);
const readButton = (page: Page) => page.getByRole('button', { name: READ });

t.test(
  'VOI-03 a card without audio is read side by side by voices of its languages, until it goes',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page } = test;
    await giveVoices(test, ['en-GB', 'vi-VN']);
    const student = await learner(test);
    await openDeck(
      test,
      await student.deck('Words', [
        { front: 'water', back: 'nước' },
        { front: 'Haus', back: 'house' },
      ]),
    );
    await readButton(page).click();
    await becomes(t, async () => (await said(page)).at(-1), 'en-GB: water');
    await revealButton(page).click();
    await becomes(t, async () => (await said(page)).at(-1), 'stopped');
    await page.keyboard.press('p');
    await becomes(t, async () => (await said(page)).at(-1), 'vi-VN: nước');
    await page.getByRole('button', { name: 'Knew it', exact: true }).click();
    await flashcard(page, 2, 2).waitFor();
    await becomes(t, async () => (await said(page)).at(-1), 'stopped');
    t.equal(await readButton(page).count(), 0, 'nothing says in which language the second one is');
  },
);

t.test('VOI-03 without a voice of its language a card has no button', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await giveVoices(test, ['en-US']);
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', [{ front: 'nước', back: 'water' }]));
  await flashcard(page, 1, 1).waitFor();
  t.equal(await readButton(page).count(), 0);
  await revealButton(page).click();
  await readButton(page).waitFor();
});

t.test('VOI-04 a dictation without audio is read by a voice, and nothing is to be read before', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, db } = test;
  await giveVoices(test, ['en-GB', 'vi-VN']);
  const student = await learner(test);
  const deckId = await student.deck('Words', [
    { front: 'water', back: 'nước' },
    { front: 'Haus', back: 'house' },
  ]);
  await db.query(
    `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
     values ($1, $2, 20, 200, 'dictation')`,
    [student.studentId, deckId],
  );
  await openDeck(test, deckId);
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

t.test('VOI-05 cards are heard by themselves and at the chosen speed, on this device', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await giveVoices(test, ['en-GB', 'vi-VN']);
  const student = await learner(test);
  await openDeck(test, await student.deck('Words', [{ front: 'water', back: 'nước' }]));
  await readButton(page).waitFor();
  t.notOk((await said(page)).includes('en-GB: water'), 'nothing is heard unasked');
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Play each card by itself' }).check();
  await dialog.getByLabel('Speed of the sound').selectOption('0.75');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await becomes(t, async () => (await said(page)).at(-1), 'en-GB at 0.75: water');
  await page.reload();
  await becomes(t, async () => (await said(page)).at(-1), 'en-GB at 0.75: water');
  await revealButton(page).click();
  await becomes(t, async () => (await said(page)).at(-1), 'vi-VN at 0.75: nước');
});
