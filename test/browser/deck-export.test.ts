import { readFile } from 'node:fs/promises';
import t from 'tap';
import { unzip } from '../deck-export/exported-deck.ts';
import { notice } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { refuse, teacherInBrowser } from './teacher-in-browser.ts';

t.test('a teacher takes a deck home in each of three formats', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US', viewport: { width: 360, height: 740 } });
  const { page, baseUrl } = test;
  const teacher = await teacherInBrowser(test);
  const deckId = await teacher.deck('Từ vựng 1', [{ front: 'cat', back: 'mèo' }]);
  await page.goto(`${baseUrl}/teacher?deckId=${deckId}`);
  const menu = page.getByRole('button', { name: 'Export' });

  const take = async (name: string) => {
    await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const zip = await take('ZIP with audio');
  t.equal(zip.name, 'Từ vựng 1.zip');
  t.same(JSON.parse(String((await unzip(zip.content)).get('deck.json')?.content)), {
    title: 'Từ vựng 1',
    cards: [{ front: 'cat', back: 'mèo' }],
  });
  const csv = await take('CSV table');
  t.equal(csv.name, 'Từ vựng 1.csv');
  t.match(String(csv.content), /^\uFEFFid,front,.+\r\n,cat,mèo,,,,,\r\n$/s);
  const apkg = await take('Anki package');
  t.equal(apkg.name, 'Từ vựng 1.apkg');
  t.same([...(await unzip(apkg.content)).keys()], ['collection.anki2', 'media']);

  await refuse(page, 'GET', '**/api/decks/*/export**', [
    503,
    { code: 'overloaded', message: 'The server is busy, please try again in a moment' },
  ]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'CSV table' }).click();
  await notice(page, 'alert', /^The deck could not be exported: The server is busy/).waitFor();
});

t.test('LNG-10 the formats in Vietnamese, by keyboard', async (t) => {
  const test = await startBrowserTest(t, { locale: 'vi-VN' });
  const { page, baseUrl } = test;
  const teacher = await teacherInBrowser(test);
  const deckId = await teacher.deck('Động vật', [{ front: 'cat', back: 'mèo' }]);
  await page.goto(`${baseUrl}/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Xuất bộ thẻ' }).press('Enter');
  const item = page.getByRole('menuitem', { name: 'Bảng CSV' });
  await item.waitFor();
  await item.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  t.equal(download.suggestedFilename(), 'Động vật.csv');
});
