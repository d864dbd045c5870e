import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { figures, opener, openProgress, progressScene, student } from '../people/progress-in-browser.ts';

const badge = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

const SECONDS = 7;

/** A class of two, one of whom answers when the test says so; its teacher has a browser until this test ends. */
async function given(t: Test, test: BrowserTest) {
  const context = await test.newContext();
  t.teardown(() => context.close());
  const scene = await progressScene(test, await context.newPage());
  await scene.student('An', [{ daysAgo: 0, cards: 2 }]);
  const mai = await studentOf(scene.test, scene.classId, 'Mai', scene.teacher);
  let next = 0;
  /** Mai answers her next card as known. */
  const answer = async () => {
    const body = { status: 2, time_spent: SECONDS, card_type: 'new' } as const;
    await mai.call('POST /api/cards/:cardId/progress', { params: { cardId: scene.cards[next]! }, body });
    next += 1;
  };
  return { ...scene, mai, answer };
}

/** The same, with the progress of the class open and live. */
async function watched(t: Test, test: BrowserTest) {
  const scene = await given(t, test);
  await openProgress(scene);
  await badge(scene.page, 'Live').waitFor();
  return scene;
}

/** When the page shows that a student has so many cards. */
const has = (page: Page, name: string, cards: number) =>
  student(page, name)
    .getByRole('cell', { name: String(cards), exact: true })
    .first()
    .waitFor();

const test = screen({ own: true });

test('the live progress of a class', async (app) => {
  const { t, sql, baseUrl, server } = app;

  await t.test("PRG-02 a student's answer moves the numbers without a reload", async (t) => {
    const { page, answer } = await watched(t, app);
    await has(page, 'Mai', 0);
    await has(page, 'An', 2);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await answer();
    await has(page, 'Mai', 1);
    await answer();
    await answer();
    await has(page, 'Mai', 3);
    t.same(await figures(page), [
      ['An', 2, '20s'],
      ['Mai', 3, '21s'],
    ]);
    await page.getByRole('img', { name: /^Activity from .* 5 card days$/ }).waitFor();
    t.equal(await page.evaluate(() => 'sameDocument' in window), true);

    await t.test('the focus, the filter and the order stay', async (t) => {
      await page.getByRole('columnheader', { name: 'Card days' }).getByRole('button').click();
      await page.getByLabel('Minimum cards').fill('1');
      await opener(page, 'An').focus();
      const places = await page.evaluate(() => [scrollX, scrollY]);
      await answer();
      await has(page, 'Mai', 4);
      t.same(await figures(page), [
        ['Mai', 4, '28s'],
        ['An', 2, '20s'],
      ]);
      t.equal(await opener(page, 'An').evaluate((button) => button === document.activeElement), true);
      t.equal(await page.getByLabel('Minimum cards').inputValue(), '1');
      t.same(await page.evaluate(() => [scrollX, scrollY]), places);
    });

    await t.test('CON-05 the open window of a student stays open and follows', async (t) => {
      await student(page, 'Mai').click();
      const box = page.getByRole('dialog');
      await box.getByRole('group', { name: 'Cards today' }).getByText('4', { exact: true }).waitFor();
      const period = box.getByRole('button', { name: '7 days' });
      await period.click();
      await answer();
      await box.getByRole('group', { name: 'Cards today' }).getByText('5', { exact: true }).waitFor();
      t.equal(await period.getAttribute('aria-pressed'), 'true');
      t.equal(await period.evaluate((button) => button === document.activeElement), true);
    });
  });

  await t.test('a student who comes is there at once, and so is what they did before', async (t) => {
    const scene = await given(t, app);
    const { page, mai, classId, teacher, answer } = scene;
    await answer();
    await teacher.call('DELETE /api/classes/:classId/students/:studentId', {
      params: { classId, studentId: mai.id },
    });
    await openProgress(scene);
    await badge(page, 'Live').waitFor();
    await badge(page, '1 student').waitFor();
    await mai.call('POST /api/classes/:classId/join', { params: { classId } });
    await teacher.call('POST /api/classes/:classId/approve/:studentId', {
      params: { classId, studentId: mai.id },
    });
    await has(page, 'Mai', 1);
    await page.getByRole('main').getByText('2 students').nth(1).waitFor();
  });

  await t.test('a proxy swallows the stream: the page asks every five seconds', async (t) => {
    const scene = await given(t, app);
    const { page, answer } = scene;
    let swallowed = 0;
    await page.route('**/live', () => {
      // Neither answered nor refused.
      swallowed += 1;
    });
    await page.clock.install();
    await openProgress(scene);
    await has(page, 'Mai', 0);
    await page.clock.runFor(5_000);
    await badge(page, 'Updated every 5 seconds').waitFor();
    await answer();
    await page.clock.runFor(5_000);
    await has(page, 'Mai', 1);
    t.equal(swallowed, 1);
  });

  await t.test('the class is deleted elsewhere: the page says so and asks no more', async (t) => {
    const { page, teacher, classId } = await watched(t, app);
    let streams = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/live')) streams += 1;
    });
    await teacher.call('DELETE /api/classes/:classId', { params: { classId } });
    await page.getByRole('alert').getByText('Class not found').first().waitFor();
    await student(page, 'Mai').waitFor({ state: 'detached' });
    t.equal(streams, 0);
  });

  await t.test('the session has ended: the page leads to the login', async (t) => {
    const { page, teacher } = await watched(t, app);
    const { pathname, search } = new URL(page.url());
    const wanted = pathname + search;
    await sql`update users set token_version = token_version + 1 where id = ${teacher.id}`;
    await page.waitForURL(`${baseUrl}/login?next=${encodeURIComponent(wanted)}`);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
  });

  await t.test('another view of the class closes the stream', async (t) => {
    const { page } = await watched(t, app);
    const open = async () => {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      return Number(/^nho_live_tabs(?:\{[^}]*\})? (\d+)$/m.exec(metrics)?.[1]);
    };
    await until(async () => (await open()) === 1);
    await page.getByRole('tab', { name: 'Decks' }).click();
    await until(async () => (await open()) === 0);
  });

  await t.test('the server restarts: the page says so, comes back by itself and is up to date', async (t) => {
    const { page, answer } = await watched(t, app);
    await server.stop();
    await badge(page, 'Reconnecting…').waitFor();
    await has(page, 'Mai', 0);
    await server.start();
    await answer();
    await badge(page, 'Live').waitFor();
    await has(page, 'Mai', 1);
    await answer();
    await has(page, 'Mai', 2);
  });
});
