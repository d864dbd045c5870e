import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { startBrowserTest } from './browser-harness.ts';
import { realAudio } from './import-in-browser.ts';
import { notice } from './noted-notices.ts';
import { teacherInBrowser } from './teacher-in-browser.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).getByRole('row');
const row = (page: Page, front: string) =>
  rows(page).filter({ has: page.getByRole('gridcell', { name: front, exact: true }) });
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true });
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ front: `word ${index + 1}`, back: `từ ${index + 1}` }));

t.test('TAB-16 of 5,000 cards only the rows in sight are drawn, and each is a key away', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await teacherInBrowser(test);
  const deckId = await teacher.deck('Words', words(5_000));
  await page.goto(`${test.baseUrl}/teacher/decks/table/${deckId}`);
  await cell(page, 'word 1').click();
  t.equal(await grid(page).getAttribute('aria-rowcount'), '5001');
  t.ok((await rows(page).count()) < 60, 'a few rows');
  await page.keyboard.press('Control+End');
  await cell(page, 'word 5000').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  const isThere = async () => {
    const { rows: found } = await test.db.query(
      `select from cards where deck_id = $1 and ordinal = 5000 and level = 'x'`,
      [deckId],
    );
    return found.length;
  };
  await becomes(t, isThere, 1, 'saved in its row');
  t.ok((await rows(page).count()) < 60, 'still a few');
  await page.getByLabel('Search the cards').fill('word 4999');
  await becomes(t, () => rows(page).count(), 2, 'one below the heads');
  t.equal(await grid(page).getAttribute('aria-rowcount'), '2');
});

t.test('TAB-17 what does not reach the server stays, and is sent again', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await teacherInBrowser(test);
  const deckId = await teacher.deck('Words', words(2));
  const backs = async () => (await teacher.cards(deckId)).map(({ back }) => back);
  await page.goto(`${test.baseUrl}/teacher/decks/table/${deckId}`);
  await cell(page, 'từ 1').click();
  await page.route('**/cards/edits', (route) => route.abort());
  await page.keyboard.type('một');
  await page.keyboard.press('Enter');
  await page.getByText('1 cell did not reach the server.').waitFor();
  await cell(page, 'một').waitFor();
  t.same(await backs(), ['từ 1', 'từ 2']);
  await page.unroute('**/cards/edits');
  await page.getByRole('button', { name: 'Try again' }).click();
  await becomes(t, backs, ['một', 'từ 2'], 'sent again');
  await page.getByText('1 cell did not reach the server.').waitFor({ state: 'detached' });
});

t.test('TAB-18 TAB-13 an audio file is dropped onto a row, and a row onto another one', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await teacherInBrowser(test);
  const deckId = await teacher.deck('Words', words(3));
  await page.goto(`${test.baseUrl}/teacher/decks/table/${deckId}`);
  await grid(page).waitFor();
  const drop = async (name: string, type: string, bytes: Buffer) => {
    const files = await page.evaluateHandle(
      ({ fileName, fileType, content }) => {
        const data = new DataTransfer();
        const bits = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bits], fileName, { type: fileType }));
        return data;
      },
      { fileName: name, fileType: type, content: bytes.toString('base64') },
    );
    await row(page, 'word 2').dispatchEvent('drop', { dataTransfer: files });
  };
  await drop('a.txt', 'text/plain', Buffer.from('x'));
  await notice(page, 'alert', 'Drop an audio file onto the card.').waitFor();
  await drop('cat.mp3', 'audio/mpeg', await realAudio('cat.mp3'));
  await notice(page, 'status', 'The card has this audio now.').waitFor();
  await row(page, 'word 2').getByRole('button', { name: 'Audio: word 2' }).waitFor();
  t.match((await teacher.cards(deckId))[1], { front: 'word 2', audio_file: /^\/storage\/cards\// });

  await row(page, 'word 3')
    .getByText('3', { exact: true })
    .dragTo(row(page, 'word 1'), { targetPosition: { x: 200, y: 5 } });
  await becomes(
    t,
    async () => (await teacher.cards(deckId)).map(({ front }) => front),
    ['word 3', 'word 1', 'word 2'],
    'before the first one',
  );
});
