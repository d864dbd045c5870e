import type { Page } from 'playwright-core';
import { screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const PASSAGE = Array.from({ length: 60 }, (_, index) => `Line ${index + 1} of the text.`).join('\n');

const boxOf = async (page: Page, name: string) => page.getByRole('region', { name }).first().boundingBox();

const test = screen({ viewport: { width: 1440, height: 900 } });

test('an exam with a text', async (app) => {
  const { t, page } = app;
  const scene = await examScene(app);
  const { classId, teacher } = scene;
  const exam = await scene.exam('ABCDABCDABCD', { main_content_type: 'text', main_text: PASSAGE });
  const student = await studentOf(app, classId, 'An', teacher);
  await enter(page, student, `/exam/${exam.id}`);
  await page.getByRole('radio').first().waitFor();

  await t.test('the text stands beside the questions and stays there', async (t) => {
    const text = await boxOf(page, 'Passage');
    const questions = await page.getByRole('group').first().boundingBox();
    t.ok(text && questions && text.x + text.width <= questions.x);
    t.equal(await page.getByRole('button', { name: 'Passage' }).isVisible(), false);
    await page.getByRole('button', { name: 'Question 10: open' }).click();
    const later = await boxOf(page, 'Passage');
    t.same(later?.y, text?.y);
    t.equal(
      await page
        .getByRole('list')
        .getByRole('listitem')
        .filter({ hasText: /^Line \d+ of/ })
        .count(),
      60,
    );
  });

  await t.test('the whole row of an option is its target, 44 px high', async (t) => {
    const radio = page.getByRole('radio', { name: /^B\. / }).first();
    await radio.scrollIntoViewIfNeeded();
    const row = await radio.evaluateHandle((input) => input.closest('[class*="row"]') as HTMLElement);
    const box = await row.asElement()?.boundingBox();
    t.ok(box && box.height >= 44);
    if (!box) return;
    await page.mouse.click(box.x + box.width - 4, box.y + box.height - 4);
    await page.getByRole('button', { name: 'Question 1: answered' }).waitFor();
    t.ok(await radio.isChecked());
  });

  await t.test('on a phone the text comes to any question', async (t) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('button', { name: 'Question 10: open' }).click();
    await page.getByRole('button', { name: 'Passage' }).click();
    const drawer = page.getByRole('dialog', { name: 'Passage' });
    await drawer.getByText('Line 1 of the text.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    t.equal(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
      false,
    );
  });

  await t.test('who leaves is told that the clock runs on', async (t) => {
    const leave = page.getByRole('button', { name: 'Leave the exam' });
    await leave.click();
    const question = page.getByRole('dialog', { name: 'Leave the exam?' });
    await question.getByText('The clock runs on').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    t.match(page.url(), /\/exam\//);
    await leave.click();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(/\/student$/);
  });
});
