import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

const test = screen();

test('REP-01 REP-02 REP-04 REP-05 a learner reports a card, its teacher mends it, the learner reads that', async (app) => {
  const { t, page, newContext, db } = app;
  await page.setViewportSize({ width: 360, height: 740 });
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck('Animals', [
    { front: 'cat', back: 'con cho' },
    { front: 'bird', back: 'con chim' },
  ]);
  const classId = (await newClass(teacher, '10A1', deckId)).id;
  const student = await studentOf(app, classId, 'An', teacher);

  await enter(page, student, `/learn/${deckId}`);
  await page.getByRole('button', { name: 'More: this card' }).click();
  await page.getByRole('menuitem', { name: 'Report a mistake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a mistake' });
  await dialog.getByRole('button', { name: 'Report the mistake' }).click();
  await dialog.getByText('Choose what is wrong', { exact: true }).waitFor();
  t.equal(await dialog.getByRole('radio', { name: 'The sound is wrong' }).count(), 0, 'it has none');
  await dialog.getByRole('radio', { name: 'The spelling is wrong' }).check();
  await dialog.getByLabel('What should it say?').fill('con chó? No: con mèo');
  await dialog.getByRole('button', { name: 'Report the mistake' }).click();
  await notice(page, 'status', 'Thank you! Your home page will tell you what became of it.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  const desk = await (await newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enter(desk, teacher, '/teacher/decks');
  await desk.getByText('1 card reported', { exact: true }).waitFor();
  await desk.goto(`/teacher?deckId=${deckId}`);
  const reports = desk.getByRole('region', { name: 'Reported by learners' });
  await reports.getByText('The spelling is wrong: con chó? No: con mèo').waitFor();
  await reports.getByText(/^An, /).waitFor();
  await reports.getByRole('button', { name: 'Edit the reported card: cat' }).click();
  await reports.getByLabel('Back', { exact: true }).fill('con mèo');
  await reports.getByRole('button', { name: 'Save' }).click();
  await reports.getByText('con mèo', { exact: true }).waitFor();
  await reports.getByRole('button', { name: 'Mended: cat' }).click();
  await reports.waitFor({ state: 'detached' });

  await page.goto('/student');
  const became = page.getByRole('region', { name: 'What became of your reports' });
  await became.getByText('The card is mended. Thank you!').waitFor();
  await became.getByRole('button', { name: 'Read' }).click();
  await became.waitFor({ state: 'detached' });
  const { rows } = await db.query('select 1 from card_reports where student_id = $1', [student.id]);
  t.same(rows, []);
});
