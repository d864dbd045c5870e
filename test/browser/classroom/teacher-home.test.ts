import type { Page } from 'playwright-core';
import { dayNumber, studyDay } from '../../../core/learning/study-day.ts';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter } from '../people/person.ts';
import { daysAgo, progressScene } from '../people/progress-in-browser.ts';
import { examsOf } from '../people/results-in-browser.ts';

/** Cards so many study days ago of the teacher, who lives in Vietnam; the helper counts dates of UTC. */
const work = (days: number, cards: number) => ({
  daysAgo: days + dayNumber(daysAgo(0)) - dayNumber(studyDay(Date.now(), 'Asia/Ho_Chi_Minh')),
  cards,
});

const card = (page: Page, name: string) => page.getByRole('article', { name });

const test = screen({ as: 'teacher' });
const ofClass = screen({}, progressScene);

test('TCH-02 a newcomer is led to the first class, its code and an official deck, which opens', async (app) => {
  const { t, page } = app;
  await page.goto('/teacher');
  const steps = page.getByRole('region', { name: 'Your first class in three steps' });
  await steps.getByRole('listitem').nth(2).waitFor();
  t.equal(await steps.getByRole('listitem').count(), 3);
  t.equal(await steps.getByRole('link', { name: 'Create a deck' }).getAttribute('href'), '/teacher/create');
  await steps.getByRole('button', { name: 'New class' }).click();
  const form = page.getByRole('form', { name: 'New class' });
  await form.getByLabel('Class name').fill('10A1');
  await form.getByLabel('Deck', { exact: true }).selectOption({ label: 'Everyday nouns' });
  await form.getByRole('button', { name: 'Create class' }).click();
  await page.getByRole('heading', { level: 1, name: '10A1' }).waitFor();
  const code = page.getByRole('group', { name: 'Class code' });
  await code.getByText(/^[A-Z]{3} [A-Z]{3}$/).waitFor();
  await page.getByText('There are no students yet.').waitFor();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Add students' }).waitFor();
  await page.goto('/teacher');
  await card(page, '10A1')
    .getByText(/They join with the code [A-Z]{3} [A-Z]{3}\./)
    .waitFor();
  t.equal(await steps.count(), 0);

  const [made] = await app.teacher.call('GET /api/classes');
  for (const path of ['/teacher', `/teacher/classes?classId=${made!.id}&tab=decks`]) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Preview: Everyday nouns' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Preview: Everyday nouns' });
    await dialog.getByRole('button', { name: 'Flip' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

ofClass('TCH-02 the home shows of each class who studies, who waits and who is silent', async (app) => {
  const { page, teacher, classId, deckId, student, db } = app;
  const an = await student('Lê An', [work(1, 2), work(0, 3)]);
  await student('Vũ Bình', [work(9, 2)]);
  await student('Chi');
  const exams = examsOf(app);
  const exam = await exams.exam('AB', { title: 'Unit 1' });
  await exams.handedIn(exam, an, 'AB');
  await studentOf(app, classId, 'Nga');
  const { id: newId } = await newClass(teacher, '10A2', deckId);
  await studentOf(app, newId, 'Hà', teacher);
  await until(async () => {
    const { rows } = await db.query(
      `select from class_days d, exam_results r where d.class_id = $1 and r.exam_id = $2`,
      [classId, exam.id],
    );
    return rows.length === 3;
  }, 'days and results are projected');
  await enter(page, teacher, '/teacher');
  const own = card(page, '10A1');
  await own.getByText('1 of 3 studied today').waitFor();
  await own
    .getByRole('img', { name: 'Students who studied in the last 14 days: on 3 days, today 1 of 3' })
    .waitFor();
  await own.getByRole('list', { name: 'Open exams' }).getByText('1 of 3 handed in').waitFor();
  await own.getByText('1 silent for a week: Vũ Bình').waitFor();
  await card(page, '10A2').waitFor();
  for (const [name, tab] of [
    ['1 waiting', 'Requests'],
    ['Unit 1', 'Exams'],
    ['1 silent for a week', 'Students'],
  ] as const) {
    await own.getByRole('link', { name }).click();
    await page.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true }).waitFor();
    await page.goBack();
  }
  await own.getByRole('link', { name: '10A1' }).click();
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await overview.getByText('1 / 3').waitFor();
  await overview.getByRole('region', { name: 'Fallen silent' }).getByText('Vũ Bình').waitFor();
  await overview.getByRole('region', { name: 'Open exams' }).getByText('1 of 3 handed in').waitFor();
  await page.reload();
  await overview.getByText('1 / 3').waitFor();

  // TCH-11: a class in which nobody has begun.
  await page.goto(`/teacher/classes?classId=${newId}`);
  await overview.getByRole('region', { name: 'Fallen silent' }).getByText('Nobody has begun yet.').waitFor();
  const noExams = overview.getByRole('region', { name: 'Open exams' });
  await noExams.getByText('The class has no exam yet.').waitFor();
  await noExams.getByRole('link', { name: 'Create exam' }).waitFor();
  app.t.equal(await overview.getByRole('heading', { name: /^Students a day/ }).count(), 0);
  await page.getByRole('tab', { name: 'Students' }).click();
  await page.getByRole('link', { name: 'Add students' }).waitFor();
});
