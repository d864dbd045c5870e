import { readFile } from 'node:fs/promises';
import { pngOf } from '../../card/pictures-made.ts';
import { BASIC, packageOf } from '../../deck-import/anki/given-anki-packages.ts';
import { becomes } from '../../harness/becomes.ts';
import { screenCheck } from '../harness/accessible-screen.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { fits, hasFocus, screen } from '../harness/screen.ts';
import { chooseLanguage } from '../people/account-in-browser.ts';
import {
  ankiFile,
  audioFile,
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
  zipFile,
} from '../people/import-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

const BAD_ROWS = [
  { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
  { front: ' ', back: 'chó' },
  { front: 'cow', back: 'b'.repeat(501), level: 1 },
  { front: 'fish', back: 'cá', audio: 'fish.mp3' },
  { front: 'fish', back: 'cá' },
];

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
const PHONE = { width: 360, height: 740 };

const cardsOf = ({ sql }: BrowserTest, title: string) =>
  sql`select cards.* from cards join decks d on d.id = deck_id where d.title = ${title}
    order by ordinal`;

const test = screen({}, importPage);
const asTeacher = screen({ as: 'teacher' });
const onPhone = screen({ viewport: PHONE });

test('ADM-23 SL-55 what is only checked changes nothing and tells everything', async (app) => {
  const { t, page, sql } = app;
  await fillIn(page, 'Pets', jsonFile('pets.json', BAD_ROWS));
  await chooseFiles(page, 'Audio and pictures (optional)', [
    await audioFile('cat.mp3'),
    await audioFile('agree.mp3'),
  ]);
  await press(page, 'Check only');
  await notice(page, 'status', 'The files have arrived and are being checked.').waitFor();
  const card = importCard(page, 'Pets');
  await statusOf(card, 'Errors found').waitFor();

  await card.getByText('2 errors, 3 notes').waitFor();
  const row = card.getByRole('table', { name: 'What was found' }).getByRole('row');
  const cells = (index: number) => row.nth(index).getByRole('cell').allTextContents();
  t.same(await cells(1), ['2 chó', 'Front', 'Error The front is missing']);
  t.same(await cells(2), ['3 cow', 'Back', 'Error At most 500 characters']);
  t.match(await cells(3), ['4 fish', 'Audio', /^Note The audio “fish.mp3” was not sent/]);
  for (const name of ['Audio found', 'Audio missing', 'Audio that no card uses', 'Duplicates left out'])
    t.equal(await figure(card, name), '1', name);
  t.equal(await card.getByRole('button', { name: 'Import now' }).count(), 0);

  await chooseLanguage(page, 'VI – Tiếng Việt');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Tải tất cả dưới dạng CSV' }).click(),
  ]);
  t.match(download.suggestedFilename(), /^import-\d+-problems\.csv$/);
  t.match(await readFile(await download.path(), 'utf8'), '\r\n2,chó,front,Lỗi,Thiếu mặt trước\r\n');
  await chooseLanguage(page, 'EN – English');

  t.equal(await importForm(page).getByLabel('Title').inputValue(), 'Pets', 'the form is as it was');
  await chooseFiles(page, /^Deck file/, [jsonFile('pets.json', BAD_ROWS.slice(3, 4))]);
  await press(page, 'Check only');
  await card.getByText('Nothing stands in the way. Nothing has been changed yet.').waitFor();
  t.same(await cardsOf(app, 'Pets'), []);
  const writes = writesOf(page);
  await card.getByRole('button', { name: 'Import now' }).click();
  await statusOf(card, 'Imported').waitFor();
  await notice(page, 'status', 'The deck has been imported.').waitFor();
  t.notOk(writes.includes('POST /api/admin/imports'));
  t.match(await cardsOf(app, 'Pets'), [{ front: 'fish' }]);

  await becomes(t, () => importForm(page).getByLabel('Title').inputValue(), '', 'it is a deck now');
  await fillIn(page, 'Pets', jsonFile('pets.json', BAD_ROWS.slice(3, 4)));
  await press(page, 'Check only');
  await card.getByRole('button', { name: 'Throw the files away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Throw the files away' }).click();
  await statusOf(card, 'Stopped').waitFor();
  const rows = await sql`select has_files from deck_imports order by id desc limit 1`;
  t.same(rows, [{ has_files: false }]);
});

test('IMF-01 SL-55 ERR-36 bad rows change nothing and are told; the rest is imported without them', async (app) => {
  const { t, page } = app;
  await fillIn(page, 'Some pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Import');
  const reason = 'Nothing was imported: 2 problems have to be mended first';
  await notice(page, 'alert', `The deck could not be imported: ${reason}`).waitFor();
  const card = importCard(page, 'Some pets');
  await statusOf(card, 'Errors found').waitFor();
  t.same(await cardsOf(app, 'Some pets'), []);
  t.equal(await importForm(page).getByLabel('Title').inputValue(), 'Some pets', 'what was typed stays');
  await importForm(page).getByText('pets.json · 1 kB').waitFor();
  await card.getByRole('list', { name: 'First cards' }).getByText('mèo').waitFor();
  await card.getByText(/^2 errors were found. Import the rest without them/).waitFor();
  await card.getByRole('button', { name: 'Import the rest' }).click();
  await statusOf(card, 'Imported').waitFor();
  t.equal(await figure(card, 'Left out for errors'), '2');
  t.equal(await figure(card, 'New cards'), '2');
  await card.getByRole('row', { name: /chó.*Left out The front is missing/ }).waitFor();
  await becomes(t, () => importForm(page).getByLabel('Title').inputValue(), '', 'and goes once it is a deck');
});

test('IMF-20 IMF-21 wrong lines are mended or left out by keys on a phone, and come so', async (app) => {
  const { t, page } = app;
  await page.setViewportSize(PHONE);
  await fillIn(page, 'Mended pets', jsonFile('pets.json', BAD_ROWS));
  await press(page, 'Check only');
  const mended = importCard(page, 'Mended pets');
  await mended.getByRole('button', { name: 'See and mend all lines' }).press('Enter');
  const lines = mended.getByRole('list', { name: 'Lines of the list' }).getByRole('listitem');
  await becomes(t, () => lines.count(), 2);
  await lines.first().getByText('The front is missing').waitFor();
  await lines.last().getByText('At most 500 characters').waitFor();
  t.ok(await fits(page));

  await lines.first().getByRole('button', { name: 'Save line 2' }).press('Enter');
  const front = lines.first().getByLabel('Front', { exact: true });
  t.ok(await hasFocus(front));
  await front.fill('dog');
  await lines.first().getByRole('button', { name: 'Save line 2' }).press('Enter');
  await lines.first().getByRole('button', { name: 'Edit line 2' }).waitFor();
  t.equal(await mended.getByRole('button', { name: 'Import the rest' }).count(), 0, 'its figures are old');
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
  t.match(await cardsOf(app, 'Mended pets'), [
    { front: 'cat', definition: 'It purrs' },
    { front: 'dog', definition: null },
    { front: 'fish', definition: null },
  ]);
});

test('IMF-24 a line whose cut is in doubt is taken as it was read once somebody says so', async (app) => {
  const { t, page } = app;
  await fillIn(page, 'Said', csvFile('said.csv', 'Từ,Nghĩa\ncat,mèo\n"Hello" she said,cô ấy nói chào\n'));
  await press(page, 'Check only');
  const said = importCard(page, 'Said');
  await said.getByRole('button', { name: 'See and mend all lines' }).click();
  const lines = said.getByRole('list', { name: 'Lines of the list' }).getByRole('listitem');
  await lines.getByText(/^A cell begins with a quote/).waitFor();
  await lines.getByRole('button', { name: /^Edit line/ }).click();
  await lines.getByRole('button', { name: /^Save line/ }).click();
  await lines.getByText(/^A cell begins with a quote/).waitFor({ state: 'detached' });
  await said.getByRole('button', { name: 'Check again' }).click();
  await said.getByText('Nothing stands in the way. Nothing has been changed yet.').waitFor();
  await said.getByRole('button', { name: 'Import now' }).click();
  await statusOf(said, 'Imported').waitFor();
  t.match(await cardsOf(app, 'Said'), [
    { front: 'cat' },
    { front: '"Hello" she said', back: 'cô ấy nói chào' },
  ]);
});

test('ADM-23 the columns of a table are seen and chosen', async (app) => {
  const { t, page } = app;
  await fillIn(page, 'Tiere', csvFile('bad.csv', '\n\n'));
  await notice(page, 'alert', 'There is no card in the file').waitFor();
  const table = 'Wort;Nghĩa;Bài\nKatze;"mèo; con mèo";1\nHund;chó;2\n';
  await fillIn(page, 'Tiere', csvFile('tiere.csv', table));
  const form = importForm(page);
  const preview = form.getByRole('table', { name: 'First rows of the file' });
  await preview.getByRole('cell', { name: 'mèo; con mèo' }).waitFor();
  const front = form.getByRole('combobox', { name: 'Front', exact: true });
  const back = form.getByRole('combobox', { name: 'Back', exact: true });
  t.equal(await back.inputValue(), 'Nghĩa', 'found by its name');
  t.equal(await front.inputValue(), '');
  await press(page, 'Import');
  await form.getByText('Please choose a column').waitFor();
  t.ok(await hasFocus(front));
  await front.selectOption('Wort');
  await form.getByRole('combobox', { name: 'Level' }).selectOption('Bài');
  await press(page, 'Import');
  await statusOf(importCard(page, 'Tiere'), 'Imported').waitFor();
  t.match(await cardsOf(app, 'Tiere'), [
    { front: 'Katze', back: 'mèo; con mèo', level: '1' },
    { front: 'Hund', back: 'chó', level: '2' },
  ]);
});

test('ADM-23 EMP-06 IMF-14 the fields of an Anki package are found by their names, or chosen once its cards are seen', async (app) => {
  const { t, page } = app;
  const type = { id: 1_500_000_000_002, fields: ['Wort', 'Bild', 'Bedeutung', 'Satz'] };
  const notes = [
    { guid: 'a', type: type.id, fields: ['Katze', '', 'mèo [sound:cat.mp3]', 'Die <b>Katze</b> schläft.'] },
  ];
  const media = { 'cat.mp3': await realAudio('cat.mp3') };
  const anki = await packageOf(t.testdir(), { version: 3, types: [type], notes, media });
  await fillIn(page, 'Tiere aus Anki', ankiFile(anki));
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
  t.match(await cardsOf(app, 'Tiere aus Anki'), [
    { front: 'Katze', back: 'mèo', example_sentence: 'Die **Katze** schläft.', audio_file: /\.mp3$/ },
  ]);
});

test('PIC-08 PIC-09 a check shows which cards have pictures, and which are left out', async (app) => {
  const { t, page } = app;
  const cards = [
    { front: 'red', back: 'đỏ', front_picture: 'red.png', front_picture_alt: 'A red square' },
    { front: 'blue', back: 'xanh', back_picture: 'blue.png' },
    { front: 'green', back: 'lục', back_picture: 'green.png' },
  ];
  const files = { 'deck.json': Buffer.from(JSON.stringify(cards)), 'blue.png': SVG, 'red.png': pngOf(9, 9) };
  await fillIn(page, 'Colours', await zipFile('colours.zip', files));
  await press(page, 'Check only');
  const card = importCard(page, 'Colours');
  await statusOf(card, 'Checked').waitFor();
  await card.getByText('Left out: 1 picture that is SVG and 1 picture that was not sent.').waitFor();
  t.equal(await figure(card, 'Pictures found'), '1');
  const first = card.getByRole('list', { name: 'First cards' }).getByRole('listitem');
  t.equal(await first.filter({ hasText: 'red' }).getByRole('img', { name: 'with a picture' }).count(), 1);
  t.equal(await first.getByRole('img', { name: 'with a picture' }).count(), 1);
  await screenCheck(t, page)('wide');
  await page.setViewportSize(PHONE);
  await screenCheck(t, page)('narrow');
});

test('IMF-05 of an Anki package all that does not come along is said in one sentence', async (app) => {
  const { t, page } = app;
  const words = {
    id: 5,
    fields: ['Word', 'Meaning', 'Romanization', 'Breakdown'],
    templates: [['{{Word}}', '{{Meaning}}']] as [string, string][],
  };
  const fields = ['cat <img src=cat.png>', 'mèo', 'kat', 'c-a-t'];
  const buffer = await packageOf(t.testdir(), {
    version: 3,
    types: [words],
    notes: [{ guid: 'a', type: 5, fields, ords: [0], tags: ' pets ' }],
    media: { 'cat.png': SVG, 'other.png': pngOf(9, 9), 'film.mp4': Buffer.of(1), 'more.mp3': Buffer.of(1) },
  });
  await fillIn(page, 'From Anki', ankiFile(buffer));
  await press(page, 'Check only');
  const card = importCard(page, 'From Anki');
  await statusOf(card, 'Checked').waitFor();
  await card
    .getByText(
      '1 card in Anki, 1 here. Left out: 1 video, 1 picture that is SVG, 1 further picture, 1 further sound, ' +
        'and the fields Romanization and Breakdown.',
    )
    .waitFor();
});

const DAY_MS = 86_400_000;

/** A package with two cards that were answered in Anki, four times in all, and one that was not. */
async function givenPackage(folder: string) {
  const first = Date.parse('2021-05-03T03:00:00Z');
  const answers = [
    [first, 1],
    [first + 3 * DAY_MS, 1],
    [first + 20 * DAY_MS, 1],
    [first + 21 * DAY_MS, 2],
  ];
  const log = `CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, ease integer NOT NULL,
      factor integer NOT NULL, type integer NOT NULL);
    ${answers.map(([id, cid]) => `INSERT INTO revlog VALUES (${id}, ${cid}, 3, 2500, 1);`).join('')}`;
  const notes = ['cat', 'dog', 'cow'].map((word) => ({
    guid: word,
    type: BASIC.id,
    fields: [word, `nghĩa của ${word}`],
    ords: [0],
  }));
  return ankiFile(await packageOf(folder, { version: 3, types: [BASIC], notes, tamper: log }));
}

onPhone('IMF-18 a student brings the schedule of Anki along, and its cards are due', async (app) => {
  const { t, page, sql } = app;
  await sql`update site_settings set students_make_decks = true`;
  const student = await makeAccount(app, 'student', 'Phương');
  await enter(page, student, '/student/decks/own/import');
  const choice = importForm(page).getByRole('checkbox', { name: 'Bring my schedule along' });
  await fillIn(page, 'My pets', await givenPackage(t.testdir()));
  await choice.check();
  await press(page, 'Check only');
  const card = importCard(page, 'My pets');
  await statusOf(card, 'Checked').waitFor();
  await card.getByText('4 answers of 2 cards since 3 May 2021 would be brought along.').waitFor();
  t.ok(await fits(page));

  await card.getByRole('button', { name: 'Import now' }).click();
  await statusOf(card, 'Imported').waitFor();
  await card.getByText('4 answers of 2 cards since 3 May 2021 were brought along.').waitFor();
  await chooseLanguage(page, 'VI – Tiếng Việt');
  await page.getByText('Đã mang theo 4 câu trả lời của 2 thẻ từ 3/5/2021.').waitFor();
  await chooseLanguage(page, 'EN – English');

  await page.goto('/student');
  await page
    .getByText(/2 (cards )?(due|to review|reviews)/)
    .first()
    .waitFor();
});

asTeacher('IMF-18 a teacher, who learns nothing here, is not asked for a schedule', async ({ t, page }) => {
  await page.goto('/teacher/decks/import');
  await fillIn(page, 'My pets', await givenPackage(t.testdir()));
  await importForm(page)
    .getByText(/^What Anki asks becomes the front/)
    .waitFor();
  t.equal(await importForm(page).getByRole('checkbox', { name: 'Bring my schedule along' }).count(), 0);
});
