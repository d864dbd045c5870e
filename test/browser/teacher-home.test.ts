import type { Page } from 'playwright-core';
import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import { enter, newClass, newDeck, registered, studentOf } from './class-in-browser.ts';
import { givenProgress } from './progress-in-browser.ts';
import { refuse } from './refused-calls.ts';
import { examsOf } from './results-in-browser.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name });

t.test('a newcomer is led to the first class, its number and a deck', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  await enter(test, page, 'teacher', teacher, '/teacher');
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
  const number = page.getByRole('group', { name: 'Class number' });
  await number.getByText(/^\d+$/).waitFor();
  await page.getByText('There are no students yet.').waitFor();
  await page.goto(`${test.baseUrl}/teacher`);
  await card(page, '10A1')
    .getByText(/They join with the class number \d+/)
    .waitFor();
  t.equal(await steps.count(), 0);
});

t.test('the home shows of each class who studies, who waits, what runs and who is silent', async (t) => {
  const scene = await givenProgress(t);
  const { test, page, teacher, classId, deckId } = scene;
  const an = await scene.student('Lê An', [
    { daysAgo: 1, cards: 2 },
    { daysAgo: 0, cards: 3 },
  ]);
  await scene.student('Vũ Bình', [{ daysAgo: 9, cards: 2 }]);
  await scene.student('Chi');
  const exams = examsOf(scene);
  const exam = await exams.exam('AB', { title: 'Unit 1' });
  await exams.handedIn(exam, an, 'AB');
  await studentOf(test, classId, 'Nga');
  await newClass(teacher, '10A2', deckId);
  await enter(test, page, 'teacher', teacher, '/teacher');
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
});

t.test('an official deck opens, on the home and in a class', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const official = (await teacher.call('GET /api/decks')).find(({ is_official }) => is_official)!;
  const { id } = await newClass(teacher, '10A1', official.id);
  await newDeck(teacher, 'Unit 1');
  for (const path of ['/teacher', `/teacher/classes?classId=${id}&tab=decks`]) {
    const page = await (await test.newContext()).newPage();
    await enter(test, page, 'teacher', teacher, path);
    await page
      .getByRole('button', { name: `Preview: ${official.title}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Preview: ${official.title}` });
    await dialog.getByRole('button', { name: 'Flip the card' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

t.test('ERR-18 a home that cannot be read says why, and can be tried again', async (t) => {
  const scene = await givenProgress(t);
  const { test, page, teacher } = scene;
  const allow = await refuse(page, 'GET', '/api/teacher/home');
  await enter(test, page, 'teacher', teacher, '/teacher');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await allow();
  await retry.click();
  await card(page, '10A1').waitFor();
});
