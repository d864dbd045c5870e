import { readFile } from 'node:fs/promises';
import { packageOf } from '../../deck-import/anki/given-anki-packages.ts';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { chooseLanguage } from '../people/account-in-browser.ts';
import {
  chooseFiles,
  csvFile,
  figure,
  fillIn,
  importCard,
  importForm,
  importPage,
  jsonFile,
  openImports,
  press,
  realAudio,
  statusOf,
} from '../people/import-in-browser.ts';

const BAD_ROWS = [
  { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
  { front: ' ', back: 'chó' },
  { front: 'cow', back: 'b'.repeat(501), level: 1 },
  { front: 'fish', back: 'cá', audio: 'fish.mp3' },
  { front: 'fish', back: 'cá' },
];

const test = screen();

test('ADM-23 SL-55 what is only checked changes nothing and tells everything', async (app) => {
  const { t, page, db } = app;
  const { id } = await importPage(app);
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
    t.same((await db.query(`select 1 from decks where title = 'Pets' and user_id = $1`, [id])).rows, []);
    let uploads = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/admin/imports')) uploads += 1;
    });
    await card.getByRole('button', { name: 'Import now' }).click();
    await statusOf(card, 'Imported').waitFor();
    await notice(page, 'status', 'The deck has been imported.').waitFor();
    t.equal(uploads, 0);
    t.equal(
      (await db.query(`select 1 from decks where title = 'Pets' and user_id = $1`, [id])).rows.length,
      1,
    );
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

test('IMF-01 SL-55 ERR-36 bad rows change nothing and are told; the rest is imported without them', async (app) => {
  const { t, page, db } = app;
  await importPage(app);
  await fillIn(page, 'Some pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Import');
  const reason = 'Nothing was imported: 2 problems have to be mended first';
  await notice(page, 'alert', `The deck could not be imported: ${reason}`).waitFor();
  const card = importCard(page, 'Some pets');
  await statusOf(card, 'Failed').waitFor();
  t.same((await db.query(`select 1 from decks where title = 'Some pets'`)).rows, []);
  await openImports(app);
  await fillIn(page, 'Some pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Check only');
  await card.getByRole('list', { name: 'First cards' }).getByText('mèo').waitFor();
  await card.getByText(/^2 errors were found. Import the rest without them/).waitFor();
  await card.getByRole('button', { name: 'Import the rest' }).click();
  await statusOf(card, 'Imported').waitFor();
  t.equal(await figure(card, 'Left out for errors'), '2');
  t.equal(await figure(card, 'New cards'), '2');
  await card.getByRole('row', { name: /chó.*Left out The front is missing/ }).waitFor();

  await t.test(
    'IMF-20 IMF-21 wrong lines are mended or left out by keys on a phone, and come so',
    async (t) => {
      await openImports(app);
      await page.setViewportSize({ width: 360, height: 740 });
      await fillIn(page, 'Mended pets', jsonFile('pets.json', BAD_ROWS));
      await press(page, 'Check only');
      const mended = importCard(page, 'Mended pets');
      await mended.getByRole('button', { name: 'See and mend all lines' }).press('Enter');
      const lines = mended.getByRole('list', { name: 'Lines of the list' }).getByRole('listitem');
      await becomes(t, () => lines.count(), 2);
      await lines.first().getByText('The front is missing').waitFor();
      await lines.last().getByText('At most 500 characters').waitFor();
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing is wider');

      await lines.first().getByRole('button', { name: 'Save line 2' }).press('Enter');
      const front = lines.first().getByLabel('Front', { exact: true });
      t.equal(await front.evaluate((field) => field === document.activeElement), true);
      await front.fill('dog');
      await lines.first().getByRole('button', { name: 'Save line 2' }).press('Enter');
      await lines.first().getByRole('button', { name: 'Edit line 2' }).waitFor();
      t.equal(
        await mended.getByRole('button', { name: 'Import the rest' }).count(),
        0,
        'its figures are old',
      );
      const leftOut = page.waitForResponse((answer) => answer.url().endsWith('/cards/3'));
      await lines.last().getByRole('checkbox').press(' ');
      t.equal((await leftOut).status(), 200);

      await mended.getByRole('switch', { name: 'Only lines that are wrong' }).press(' ');
      await becomes(t, () => lines.count(), 5);
      t.equal(await lines.nth(2).getByRole('checkbox').isChecked(), false);
      await lines.first().getByRole('button', { name: 'Edit line 1' }).press('Enter');
      await lines.first().getByLabel('Definition').fill('It purrs');
      await lines.first().getByRole('button', { name: 'Save line 1' }).press('Enter');
      await lines.first().getByText('It purrs').waitFor();
      await lines.first().getByRole('button', { name: 'Edit line 1' }).waitFor();
      await mended.getByRole('button', { name: 'Check again' }).click();
      await mended.getByText('Nothing stands in the way. Nothing has been changed yet.').waitFor();
      t.equal(await figure(mended, 'Left out by hand'), '1');
      await mended.getByRole('button', { name: 'Import now' }).click();
      await statusOf(mended, 'Imported').waitFor();
      const { rows } = await db.query(
        `select front, definition from cards join decks d on d.id = deck_id where d.title = 'Mended pets' order by ordinal`,
      );
      t.same(rows, [
        { front: 'cat', definition: 'It purrs' },
        { front: 'dog', definition: null },
        { front: 'fish', definition: null },
      ]);
    },
  );
});

test('ADM-23 the columns of a table are seen and chosen', async (app) => {
  const { t, page, db } = app;
  await importPage(app);
  await fillIn(page, 'Tiere', csvFile('bad.csv', 'front,back,back\ncat,mèo,x\n'));
  await notice(page, 'alert', 'Two columns are called “back”').waitFor();
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

test('ADM-23 EMP-06 IMF-14 the fields of an Anki package are found by their names, or chosen once its cards are seen', async (app) => {
  const { t, page, db } = app;
  await importPage(app);
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
    { front: 'Katze', back: 'mèo', example_sentence: 'Die **Katze** schläft.', audio_file: /\.mp3$/ },
  ]);
});
