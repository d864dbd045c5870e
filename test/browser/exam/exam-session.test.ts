import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import {
  begin,
  choose,
  handIn,
  kept,
  option,
  saved,
  submitButton,
  title,
} from '../people/exam-taking-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

/** As a part of a day. */
const MINUTES = 1 / (24 * 60);

const skip = (page: Page, number: number) =>
  page.getByRole('button', { name: `Skip question ${number}`, exact: true }).click();
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The colours of a chip, and the theme's own as they are filled. */
const coloursOf = (page: Page, name: string) =>
  chip(page, name).evaluate((element) => {
    const colourOf = (variable: string) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${variable})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    return {
      filled: getComputedStyle(element).backgroundColor,
      accent: colourOf('--mantine-primary-color-filled'),
      surface: colourOf('--surface'),
    };
  });
/** Nothing lies over it, and it is not scrolled away. */
const isInSight = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
/** The next step back that the page asks for is made late, as a busy browser does: when the result is called. */
async function holdStepBack(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const isAsked = Promise.withResolvers<void>();
    Object.assign(window, { stepBack: isAsked.promise });
    history.back = isAsked.resolve;
  });
  return () =>
    page.evaluate(async () => {
      await (window as unknown as { stepBack: Promise<void> }).stepBack;
      const ended = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
      History.prototype.back.call(history);
      await ended;
      // What the browser scrolls then is scrolled before the second frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
}
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left' });
const skippedList = (page: Page) => page.getByRole('list', { name: 'Skipped:' });
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Share of the time that is left' });

/** The hues that people call by these names, in degrees; red is on both sides of 0. */
const HUES = { green: [90, 170], amber: [25, 60], red: [345, 375] } as const;

/** Resolves when the share of the time that is left is drawn in this colour. */
const drawnIn = (page: Page, name: keyof typeof HUES) =>
  until(async () => {
    const colour = await bar(page).evaluate((drawn) => getComputedStyle(drawn).backgroundColor);
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    // Of a wheel on which red, green and blue are 120 degrees apart.
    const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    const [from, to] = HUES[name];
    return [degrees, degrees + 360].some((hue) => hue >= from && hue <= to);
  }, `the time left is drawn in ${name}`);

/** The clock of an exam that is handed in: 0:00, and an empty bar. */
async function nothingIsLeft(t: Test, page: Page): Promise<void> {
  await becomes(t, () => timer(page).textContent(), '0:00');
  t.equal(await page.getByText(/^\d+ minutes?$/).count(), 0, 'how long it was is no matter now');
  t.equal(await bar(page).getAttribute('aria-valuenow'), '0');
  await becomes(t, async () => (await bar(page).boundingBox())?.width, 0, 'the bar is empty');
}

async function secondsLeft(page: Page): Promise<number> {
  const [seconds = 0, minutes = 0, hours = 0] = ((await timer(page).textContent()) ?? '')
    .split(':')
    .map(Number)
    .reverse();
  return seconds + 60 * (minutes + 60 * hours);
}

const test = screen({ own: true, viewport: { width: 360, height: 740 } }, examScene);

test('an exam on a phone, from its start to its result', async (app) => {
  const { t, page, teacher, classId } = app;
  const an = await studentOf(app, classId, 'An', teacher);
  const exam = await app.exam('ABCD'.repeat(6), {
    title: 'Unit 1',
    duration_minutes: 60,
    main_content_type: 'text',
    main_text: 'Once upon a time',
  });
  const seen: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/exams')) seen.push(response.text().catch(() => ''));
  });

  await t.test('NAV-17 EXS-01 EXS-03 EXS-04 EXS-05 EXS-09 it is there, and its time runs', async (t) => {
    await begin(page, an, exam.id);
    await title(page, 'Unit 1');
    await page.getByText('60 minutes', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Passage' }).getByText('Once upon a time').waitFor();
    await drawnIn(page, 'green');
    const before = await secondsLeft(page);
    t.ok(before > 3_500 && before <= 3_600, `${before} seconds`);
    await until(async () => (await secondsLeft(page)) < before);
    await becomes(t, () => page.getByRole('radio').count(), 40);
    await page.getByRole('heading', { name: 'Questions 1 to 10 of 24' }).waitFor();
    t.equal(await submitButton(page).isDisabled(), true);
  });

  await t.test('EXS-06 EXS-14 EXS-27 SL-101 answers and skips are saved to the server', async (t) => {
    await choose(page, 1, 'A');
    await choose(page, 2, 'D');
    await skip(page, 2);
    t.equal(await option(page, 2, 'D').isChecked(), false);
    for (const name of ['Question 1: answered', 'Question 2: skipped', 'Question 3: open'])
      await chip(page, name).waitFor();
    const { filled, accent } = await coloursOf(page, 'Question 1: answered');
    t.equal(filled, accent, 'answered is no verdict');
    await page.getByText('1/24 answered', { exact: true }).waitFor();
    await chip(page, 'Question 11: open').click();
    await page.getByRole('heading', { name: 'Questions 11 to 20 of 24' }).waitFor();
    await choose(page, 11, 'C');
    await until(async () => (await kept(app, an)).answers[11] === 'C');
    t.same(await kept(app, an), { answers: { 1: 'A', 11: 'C' }, skipped: [2] });
    await saved(page);
  });

  await t.test(
    'EXS-07 (document 2 §4) a skipped question has its options disabled, until Answer',
    async (t) => {
      await chip(page, 'Question 2: skipped').click();
      const answer = page.getByRole('button', { name: 'Answer question 2 after all' });
      await until(() => hasFocus(answer), 'what opens it has the focus');
      for (const letter of 'ABCD') t.equal(await option(page, 2, letter).isDisabled(), true, letter);
      await page.keyboard.press('Enter');
      await until(() => hasFocus(option(page, 2, 'A')), 'its options are there again');
      await chip(page, 'Question 2: open').waitFor();
      await page.keyboard.press('ArrowDown');
      await chip(page, 'Question 2: answered').waitFor();
      t.equal(await skippedList(page).count(), 0, 'nothing is skipped');
      await skip(page, 2);
    },
  );

  await t.test('EXS-08 SL-45 (document 2 §2) skipped questions are listed, each with Review', async (t) => {
    await skip(page, 3);
    await page.getByRole('button', { name: 'Page 3' }).click();
    await skip(page, 21);
    t.same(await skippedList(page).getByRole('listitem').allInnerTexts(), [
      '2\nReview',
      '3\nReview',
      '21\nReview',
    ]);
    const review = (number: number) =>
      page.getByRole('button', { name: `Review question ${number}` }).click();
    await review(3);
    await page.getByRole('heading', { name: 'Questions 1 to 10 of 24' }).waitFor();
    await until(() => hasFocus(option(page, 3, 'A')), 'it can be answered at once');
    await review(21);
    await becomes(t, () => skippedList(page).getByRole('listitem').count(), 1);
    await until(async () => (await kept(app, an)).skipped.join() === '2');
    await chip(page, 'Question 11: answered').click();
  });

  await t.test('EXS-12 EXS-24 a reload goes on, also without the server', async (t) => {
    await page.reload();
    await page.getByRole('heading', { name: 'Questions 11 to 20 of 24' }).waitFor();
    t.equal(await option(page, 11, 'C').isChecked(), true);
    await page.route('**/api/exams/**', (route) => route.abort());
    await choose(page, 12, 'D');
    await page.getByText('Not saved yet: the server cannot be reached.').waitFor();
    const before = await secondsLeft(page);
    const asked = page.waitForEvent('dialog');
    const reload = page.reload();
    const dialog = await asked;
    t.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
    await reload;
    await until(() => option(page, 12, 'D').isChecked());
    t.ok((await secondsLeft(page)) <= before);
    await page.unroute('**/api/exams/**');
    await until(async () => (await kept(app, an)).answers[12] === 'D');
    await saved(page);
  });

  const other = await (await app.newContext()).newPage();
  await t.test('another device continues it, and nobody loses anything', async (t) => {
    await enter(other, an, `/exam/${exam.id}`);
    await until(() => option(other, 1, 'A').isChecked());
    await chip(other, 'Question 2: skipped').waitFor();
    await choose(other, 3, 'C');
    await until(async () => (await kept(app, an)).answers[3] === 'C');
    await choose(page, 13, 'A');
    await notice(page, 'status', 'answered in another window or on another device').waitFor();
    await until(async () => (await kept(app, an)).answers[13] === 'A');
    await page.getByRole('button', { name: 'Page 1' }).click();
    t.equal(await option(page, 3, 'C').isChecked(), true);
    t.same((await kept(app, an)).answers, { 1: 'A', 3: 'C', 11: 'C', 12: 'D', 13: 'A' });
  });

  await t.test(
    'EXS-10 EXS-11 SL-48 the server clock decides, and what was skipped is answered',
    async (t) => {
      const before = await secondsLeft(page);
      await app.moveClock(31 * MINUTES);
      await page.getByRole('button', { name: 'Page 3' }).click();
      await page.getByRole('button', { name: 'Review question 2' }).click();
      await page.getByRole('heading', { name: 'Questions 1 to 10 of 24' }).waitFor();
      await until(() => hasFocus(option(page, 2, 'A')));
      await page.keyboard.press('ArrowDown');
      await drawnIn(page, 'amber');
      t.ok((await secondsLeft(page)) <= before - 31 * 60);
      await until(async () => (await kept(app, an)).answers[2] === 'B');
      t.same((await kept(app, an)).skipped, []);
      await app.moveClock(25 * MINUTES);
      await choose(page, 4, 'D');
      await drawnIn(page, 'red');
      await notice(page, 'status', 'Less than 5 minutes left').waitFor();
    },
  );

  await t.test(
    'EXS-15 EXS-18 EXS-27 EXS-28 EXS-19 EXS-20 EXS-21 SL-102 (document 2 §2, §4) handing in',
    async (t) => {
      await skip(page, 5);
      await submitButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Submit the exam?' });
      await dialog.getByText('You have answered 7 of 24 questions.').waitFor();
      await dialog.getByText('1 question is skipped.').waitFor();
      await dialog.getByText('16 questions are not answered yet.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await until(
        () => page.evaluate(() => !history.state?.dialogs?.length),
        'the question has left the history',
      );
      const stepBack = await holdStepBack(page);
      const isHeld = Promise.withResolvers<void>();
      await page.route('**/api/exams/*/submit', async (route) => {
        await isHeld.promise;
        await route.continue();
      });
      await handIn(page);
      await page.getByText('The exam is being handed in…').waitFor();
      isHeld.resolve();
      await notice(page, 'status', 'Exam submitted successfully').waitFor();
      const outcome = page.getByRole('region', { name: 'Your result' });
      const points = outcome.getByText('3/10', { exact: true });
      await until(() => isInSight(points), 'the points are in sight');
      await stepBack();
      t.ok(await isInSight(points), 'and stay so when the question leaves the history');
      const { filled, surface } = await coloursOf(page, 'Question 1: answered');
      t.equal(filled, surface, 'what was right is not said by a colour either');
      // Right are 1 A, 2 B, 3 C, 4 D, 11 C, 12 D and 13 A.
      await outcome.getByText('2.9 points', { exact: true }).waitFor();
      await outcome.getByText('7/24 right').waitFor();
      await outcome.getByText(/^Handed in at \d\d:\d\d, \d+ \w+ \d{4} · took 5\d minutes$/).waitFor();
      await outcome.getByText('The right ones are not shown here').waitFor();
      await nothingIsLeft(t, page);
      t.equal(await option(page, 1, 'A').isChecked(), true);
      t.equal(await option(page, 1, 'A').isDisabled(), true);
      t.equal(await submitButton(page).count(), 0);
      await page.reload();
      await outcome.getByText('7/24 right').waitFor();
      await until(() => option(page, 4, 'D').isChecked());
      await outcome.getByText(/took 5\d minutes$/).waitFor();
      await outcome.getByText('3/10', { exact: true }).waitFor();
      await nothingIsLeft(t, page);
    },
  );

  const bodies = (await Promise.all(seen)).filter((body) => body !== '');
  t.ok(bodies.length > 5, `${bodies.length} answers of calls`);
  t.notOk(bodies.join('').includes('correct_option'), 'none of them has a key');
  t.notOk(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('correct_option')));
});
