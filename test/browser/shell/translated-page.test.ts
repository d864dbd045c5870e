import type { Page } from 'playwright-core';
import { answersOf } from '../../exam/given-exams.ts';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { begin, choose, handIn, option, question } from '../people/exam-taking-in-browser.ts';
import { followed, openDeck, plainCards, revealButton } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

/** Puts elements in the place of texts, as translators do: in one step, in two, or with the text in them. */
type Way = 'replaced' | 'beside' | 'moved in';

const translate = (page: Page, way: Way) =>
  page.evaluate((chosen) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('font, script, style, option, [translate="no"]'))
        continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = `${text.data}~`;
      if (chosen === 'replaced') text.replaceWith(outer);
      else {
        text.before(outer);
        if (chosen === 'beside') text.remove();
        else {
          inner.textContent = '';
          inner.append(text);
          text.data += '~';
        }
      }
    }
  }, way);

/** Goes on as if the browser translated the page again and again. */
async function translating(page: Page, way: Way, steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps) {
    await translate(page, way);
    await step();
  }
}

/** What is seen of the page, without the marks of the translation. */
const seen = async (page: Page) =>
  (await page.locator('body').allInnerTexts()).join().replaceAll('~', '').replaceAll(/\s+/g, ' ');
const shows = (page: Page, text: string | RegExp) =>
  until(async () => (await seen(page)).match(text) !== null, `the page shows ${text}`);
const failures = (page: Page) => {
  const failed: string[] = [];
  page.on('pageerror', ({ message }) => failed.push(message));
  return failed;
};

const test = screen({}, examScene);

for (const way of ['replaced', 'beside', 'moved in'] as const)
  test(`GLB-25 an exam that the browser translates stays, and says what is so now: ${way}`, async (app) => {
    const { t, page, teacher, classId } = app;
    const failed = failures(page);
    const exam = await app.exam('ABCDABCDABCD', { title: 'Long' });
    const student = await studentOf(app, classId, 'An', teacher);
    await begin(page, student, exam.id);
    await question(page, 1).waitFor();
    await shows(page, 'Changes are saved automatically');
    await translating(page, way, [
      () => choose(page, 1, 'A'),
      () => shows(page, '1/12 answered'),
      () => shows(page, /Saved at \d/),
      () => page.getByRole('button', { name: 'Page 2' }).click(),
      () => option(page, 11, 'A').waitFor(),
      () => shows(page, 'Questions 11 to 12'),
      () => page.route('**/api/exams/*/answers', (route) => route.abort()),
      () => choose(page, 11, 'B'),
      () => shows(page, 'Not saved yet: the server cannot be reached.'),
      () => shows(page, '2/12 answered'),
    ]);
    const text = await seen(page);
    t.notMatch(text, /stopped working|Saved at|1\/12|Questions 1 to 10/);
    await page.unroute('**/api/exams/*/answers');
    await translating(page, way, [
      () => shows(page, /Saved at \d/),
      () => handIn(page),
      () => shows(page, /\d+\/12 right/),
    ]);
    t.same(failed, []);
  });

test('GLB-25 a session that the browser translates says which answers wait', async (app) => {
  const { t, page } = app;
  const failed = failures(page);
  const student = await studentOf(app, app.classId, 'An', app.teacher);
  await enter(page, student, '/student');
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const known = async () => {
    await page.getByRole('button', { name: 'Reveal' }).click();
    await translate(page, 'replaced');
    await page.getByRole('button', { name: 'Confident' }).click();
    await followed(page);
  };
  await revealButton(page).waitFor();
  await translating(page, 'replaced', [
    known,
    () => shows(page, 'All answers saved'),
    () => page.context().setOffline(true),
    known,
    () => shows(page, '1 answer waiting for the network'),
    () => shows(page, '1 left'),
    known,
    () => shows(page, '2 answers waiting for the network'),
    () => shows(page, 'Congratulations'),
  ]);
  t.notMatch(await seen(page), /All answers saved|stopped working/);
  await page.context().setOffline(false);
  await shows(page, 'All answers saved');
  t.notMatch(await seen(page), /waiting for the network/);
  // The reader has the page as it was again.
  await translate(page, 'replaced');
  await page.evaluate(() => {
    for (const font of document.querySelectorAll('font > font')) font.parentElement?.remove();
  });
  await shows(page, 'All answers saved');
  t.same(failed, []);
});

test('GLB-25 live results that the browser translates go on', async (app) => {
  const { t, page, teacher, classId } = app;
  const failed = failures(page);
  const exam = await app.exam('AB', { title: 'Short' });
  const an = await studentOf(app, classId, 'An', teacher);
  const params = { examId: exam.id };
  await enter(page, teacher, `/teacher/classes?classId=${classId}&tab=exams`);
  const row = async () => (await page.getByRole('table', { name: 'Results' }).allInnerTexts()).join();
  const rowShows = (text: string) => until(async () => (await row()).includes(text), `a row shows ${text}`);
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  await translating(page, 'replaced', [
    () => rowShows('Not started'),
    () => an.call('GET /api/exams/:examId', { params }),
    () => rowShows('In progress'),
    () => an.call('POST /api/exams/:examId/submit', { params, body: { answers: answersOf(exam, 'AB') } }),
    () => rowShows('2/2 right'),
  ]);
  t.notMatch(await row(), /Not started|In progress/);
  t.match(await seen(page), /Handed in 1 of 1/i);
  t.same(failed, []);
});
