import { BASIC, packageOf } from '../../deck-import/anki/given-anki-packages.ts';
import { screen } from '../harness/screen.ts';
import { chooseLanguage } from '../people/account-in-browser.ts';
import { fillIn, importCard, importForm, press, statusOf } from '../people/import-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

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
  const buffer = await packageOf(folder, { version: 3, types: [BASIC], notes, tamper: log });
  return { name: 'pets.apkg', mimeType: 'application/octet-stream', buffer };
}

const test = screen({ viewport: { width: 360, height: 740 } });
const asTeacher = screen({ as: 'teacher', name: 'Lan' });

test('IMF-18 a student brings the schedule of an Anki package along, and its cards are due', async (app) => {
  const { t, page, db } = app;
  const allow = (allowed: boolean) =>
    db.query('update site_settings set students_make_decks = $1', [allowed]);
  await allow(true);
  const student = await makeAccount(app, 'student', 'Phương');
  await enter(page, student, '/student/decks/own/import');
  const choice = importForm(page).getByRole('checkbox', { name: 'Bring my schedule along' });
  await fillIn(page, 'Pets', await givenPackage(t.testdir()));
  await choice.check();
  await press(page, 'Check only');
  const card = importCard(page, 'Pets');
  await statusOf(card, 'Checked').waitFor();
  await card.getByText('4 answers of 2 cards since 3 May 2021 would be brought along.').waitFor();
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is cut off');

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
  await fillIn(page, 'Pets', await givenPackage(t.testdir()));
  await importForm(page)
    .getByText(/^What Anki asks becomes the front/)
    .waitFor();
  t.equal(await importForm(page).getByRole('checkbox', { name: 'Bring my schedule along' }).count(), 0);
});
