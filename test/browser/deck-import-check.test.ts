import { readFile } from 'node:fs/promises';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { packageOf } from '../deck-import/given-anki-packages.ts';
import { chooseLanguage } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import {
  chooseFiles,
  csvFile,
  figure,
  fillIn,
  importCard,
  importForm,
  importPage,
  jsonFile,
  press,
  realAudio,
  statusOf,
} from './import-in-browser.ts';
import { notice } from './noted-notices.ts';

const ENGLISH = { locale: 'en-US' };
const BAD_ROWS = [
  { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
  { front: ' ', back: 'chó' },
  { front: 'cow', back: 'b'.repeat(501), level: 1 },
  { front: 'fish', back: 'cá', audio: 'fish.mp3' },
  { front: 'fish', back: 'cá' },
];

t.test('ADM-23 SL-55 what is only checked changes nothing and tells everything', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, db } = test;
  await importPage(test);
  await fillIn(page, 'Pets', jsonFile('pets.json', BAD_ROWS));
  await chooseFiles(page, 'Audio and pictures (optional)', [
    { name: 'cat.mp3', mimeType: 'audio/mpeg', buffer: await realAudio('cat.mp3') },
    { name: 'agree.mp3', mimeType: 'audio/mpeg', buffer: await realAudio('agree.mp3') },
  ]);
  await press(page, 'Check only');
  await notice(page, 'status', 'The files have arrived and are being checked.').waitFor();
  const card = importCard(page, 'Pets');
  await statusOf(card, 'Errors found').waitFor();

  await t.test('ADM-23 every bad row with its number, field and reason', async (t) => {
    await card.getByText('2 errors, 3 notes').waitFor();
    const row = card.getByRole('table', { name: 'What was found' }).getByRole('row');
    const cells = (index: number) => row.nth(index).getByRole('cell').allTextContents();
    t.same(await cells(1), ['2 chó', 'Front', 'Error The front is missing']);
    t.same(await cells(2), ['3 cow', 'Back', 'Error At most 500 characters']);
    t.match(await cells(3), ['4 fish', 'Audio', /^Note The audio “fish.mp3” was not sent/]);
    t.equal(await figure(card, 'Audio found'), '1');
    t.equal(await figure(card, 'Audio missing'), '1');
    t.equal(await figure(card, 'Audio that no card uses'), '1');
    t.equal(await figure(card, 'Duplicates left out'), '1');
    t.equal(await card.getByRole('button', { name: 'Import now' }).count(), 0);
  });

  await t.test('ADM-23 all of it as a file, in the language of the page', async (t) => {
    await chooseLanguage(page, 'VI – Tiếng Việt');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Tải tất cả dưới dạng CSV' }).click(),
    ]);
    t.match(download.suggestedFilename(), /^import-\d+-problems\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    t.equal(lines[0], '\uFEFFThẻ số,Những từ đầu,Trường,Loại,Vấn đề');
    t.ok(lines.includes('2,chó,front,Lỗi,Thiếu mặt trước'), lines.join('\n'));
    t.equal(lines.length, 1 + 5 + 1);
    await chooseLanguage(page, 'EN – English');
  });

  await t.test('ADM-23 the mended file is checked again, and imported without another upload', async (t) => {
    t.equal(await importForm(page).getByLabel('Title').inputValue(), 'Pets', 'the form is as it was');
    await chooseFiles(page, /^Deck file/, [jsonFile('pets.json', BAD_ROWS.slice(3, 4))]);
    await press(page, 'Check only');
    await card.getByText('Nothing stands in the way. Nothing has been changed yet.').waitFor();
    t.same((await db.query(`select 1 from decks where title = 'Pets'`)).rows, []);
    let uploads = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/admin/imports')) uploads += 1;
    });
    await card.getByRole('button', { name: 'Import now' }).click();
    await statusOf(card, 'Imported').waitFor();
    await notice(page, 'status', 'The deck has been imported.').waitFor();
    t.equal(uploads, 0);
    t.equal((await db.query(`select 1 from decks where title = 'Pets'`)).rows.length, 1);
  });

  await t.test('ADM-23 what was checked can be thrown away', async (t) => {
    await press(page, 'Check only');
    await card.getByRole('button', { name: 'Throw the files away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Throw the files away' }).click();
    await statusOf(card, 'Stopped').waitFor();
    const { rows } = await db.query('select has_files from deck_imports order by id desc limit 1');
    t.same(rows, [{ has_files: false }]);
  });
});

t.test('SL-55 ERR-36 an import with bad rows changes nothing and says so', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, db } = test;
  await importPage(test);
  await fillIn(page, 'Bad pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Import');
  const reason = 'Nothing was imported: 2 problems have to be mended first';
  await notice(page, 'alert', `The deck could not be imported: ${reason}`).waitFor();
  const card = importCard(page, 'Bad pets');
  await statusOf(card, 'Failed').waitFor();
  await card.getByRole('table').getByText('The front is missing').waitFor();
  t.same((await db.query(`select 1 from decks where title = 'Bad pets'`)).rows, []);
});

t.test('IMF-01 the rest is imported without what has errors', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await importPage(test);
  await fillIn(page, 'Some pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Check only');
  const card = importCard(page, 'Some pets');
  await card.getByRole('list', { name: 'First cards' }).getByText('mèo').waitFor();
  await card.getByText(/^2 errors were found. Import the rest without them/).waitFor();
  await card.getByRole('button', { name: 'Import the rest' }).click();
  await statusOf(card, 'Imported').waitFor();
  t.equal(await figure(card, 'Left out for errors'), '2');
  t.equal(await figure(card, 'New cards'), '2');
  await card.getByRole('row', { name: /chó.*Left out The front is missing/ }).waitFor();
});

t.test('ADM-23 the columns of a table are seen and chosen', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, db } = test;
  await importPage(test);
  const table = 'Wort;Nghĩa;Bài\nKatze;"mèo; con mèo";1\nHund;chó;2\n';
  await fillIn(page, 'Tiere', csvFile('tiere.csv', table));
  const form = importForm(page);
  const preview = form.getByRole('table', { name: 'First rows of the file' });
  await preview.getByRole('cell', { name: 'mèo; con mèo' }).waitFor();
  const front = form.getByRole('combobox', { name: 'Front', exact: true });
  t.equal(
    await form.getByRole('combobox', { name: 'Back', exact: true }).inputValue(),
    'Nghĩa',
    'found by its name',
  );
  t.equal(await front.inputValue(), '');
  await press(page, 'Import');
  await form.getByText('Please choose a column').waitFor();
  t.equal(await front.evaluate((select) => select === document.activeElement), true);
  await front.selectOption('Wort');
  await form.getByRole('combobox', { name: 'Level' }).selectOption('Bài');
  await press(page, 'Import');
  await statusOf(importCard(page, 'Tiere'), 'Imported').waitFor();
  const { rows } = await db.query(
    `select front, back, level from cards join decks d on d.id = deck_id where d.title = 'Tiere' order by ordinal`,
  );
  t.same(rows, [
    { front: 'Katze', back: 'mèo; con mèo', level: '1' },
    { front: 'Hund', back: 'chó', level: '2' },
  ]);
});

t.test('ADM-23 a table that cannot be read is told of at once', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page } = test;
  await importPage(test);
  await fillIn(page, 'Bad', csvFile('bad.csv', 'front,back,back\ncat,mèo,x\n'));
  await notice(page, 'alert', 'Two columns are called “back”').waitFor();
});

t.test(
  'ADM-23 EMP-06 IMF-14 the fields of an Anki package are found by their names, or chosen once its cards are seen',
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page, db } = test;
    await importPage(test);
    const type = { id: 1_500_000_000_002, fields: ['Wort', 'Bild', 'Bedeutung', 'Satz'] };
    const notes = [
      { guid: 'a', type: type.id, fields: ['Katze', '', 'mèo [sound:cat.mp3]', 'Die <b>Katze</b> schläft.'] },
    ];
    const media = { 'cat.mp3': await realAudio('cat.mp3') };
    const folder = t.testdir();
    const anki = {
      name: 'tiere.apkg',
      mimeType: 'application/octet-stream',
      buffer: await packageOf(folder, { version: 3, types: [type], notes, media }),
    };
    await fillIn(page, 'Tiere aus Anki', anki);
    await press(page, 'Check only');
    const card = importCard(page, 'Tiere aus Anki');
    const first = card.getByRole('list', { name: 'First cards' });
    const fields = card.getByRole('group', { name: 'Which field is which' });
    await becomes(t, () => fields.getByLabel('Front', { exact: true }).inputValue(), 'Wort');
    await fields.getByLabel('Back', { exact: true }).selectOption('Bedeutung');
    await fields.getByLabel('Example sentence').selectOption('Satz');
    await fields.getByRole('button', { name: 'Check with these fields' }).click();
    await first.getByText('mèo', { exact: true }).waitFor();
    await first.getByRole('strong').filter({ hasText: 'Katze' }).waitFor();
    await card.getByRole('button', { name: 'Import now' }).click();
    await statusOf(card, 'Imported').waitFor();
    const { rows } = await db.query(
      `select front, back, example_sentence, audio_file from cards join decks d on d.id = deck_id
     where d.title = 'Tiere aus Anki'`,
    );
    t.match(rows, [
      {
        front: 'Katze',
        back: 'mèo',
        example_sentence: 'Die **Katze** schläft.',
        audio_file: /\.mp3$/,
      },
    ]);
  },
);
