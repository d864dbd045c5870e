import type { Locator } from 'playwright-core';
import { screen } from '../harness/screen.ts';
import { manyMembers } from '../people/class-in-browser.ts';
import { enter } from '../people/person.ts';
import { openProgress, progressScene, student, students } from '../people/progress-in-browser.ts';
import { examsOf } from '../people/results-in-browser.ts';

const style = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
const isOnPaper = (locator: Locator) => locator.filter({ visible: true }).count();

const test = screen({ colorScheme: 'dark' });

test('TCH-09 a class, results and a deck are printed whole, black on white, without buttons', async (app) => {
  const { t, db } = app;
  const scene = await progressScene(app);
  const { page, teacher, classId, deckId } = scene;
  await manyMembers(db, classId, 70);
  await scene.student('Lan 71', [{ daysAgo: 0, cards: 3 }]);
  const exams = examsOf(scene);
  const exam = await exams.exam('AB', { title: 'Unit 1' });
  await exams.handedIn(exam, await scene.student('Lan 72'), 'AB');

  await t.test('the students of a class, whatever page is open', async (t) => {
    await openProgress(scene);
    await student(page, 'Lan 12').waitFor();
    t.equal(await students(page).count(), 12);
    await page.emulateMedia({ media: 'print' });
    await student(page, 'Lan 72').waitFor();
    t.equal(await students(page).count(), 72);
    t.equal(await style(page.locator('body'), 'background-color'), 'rgb(255, 255, 255)');
    const ink = (await style(page.getByRole('heading', { level: 1 }), 'color')).match(/\d+/g)?.map(Number);
    t.ok(
      ink?.every((part) => part < 48),
      `${ink}`,
    );
    for (const gone of [
      page.getByRole('banner'),
      page.getByRole('navigation'),
      page.getByRole('tablist'),
      page.getByRole('button', { name: 'Refresh' }),
      page.getByLabel('Search for students'),
    ])
      t.equal(await isOnPaper(gone), 0);
    const pdf = await page.pdf({ format: 'A4' });
    t.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    await page.emulateMedia({ media: 'screen' });
    await student(page, 'Lan 72').waitFor({ state: 'detached' });
  });

  await t.test('the results of an exam', async (t) => {
    await page.goto(`/teacher/classes?classId=${classId}&tab=exams`);
    const results = page.getByRole('table', { name: 'Results', exact: true }).getByRole('rowheader');
    await results.nth(11).waitFor();
    t.equal(await results.count(), 12);
    await page.emulateMedia({ media: 'print' });
    await results.nth(71).waitFor();
    t.equal(await results.count(), 72);
    t.equal(await isOnPaper(page.getByRole('button', { name: 'Download CSV' })), 0);
    await page.emulateMedia({ media: 'screen' });
    await results.nth(12).waitFor({ state: 'detached' });
  });

  await t.test('every card of a deck, whatever page of them is open', async (t) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-print-asked', '');
    });
    await enter(page, teacher, `/teacher?deckId=${deckId}`);
    await page.getByRole('list', { name: 'Cards of the deck' }).getByRole('listitem').first().waitFor();
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('body[data-print-asked]').waitFor();
    const sheet = page.getByRole('table', { name: 'Cards of the deck' });
    t.equal(await isOnPaper(sheet), 0, 'not on the screen');
    await page.emulateMedia({ media: 'print' });
    await sheet.waitFor();
    t.equal(await sheet.getByRole('row').count(), 41);
    t.equal(await isOnPaper(page.getByRole('main')), 0, 'nothing but the cards');
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
    t.equal(await isOnPaper(page.getByRole('main')), 1);
  });
});
