import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { flashcard, plainCards, study } from '../people/learning-in-browser.ts';
import { deployable, workerReady } from '../people/offline-in-browser.ts';
import { logIn } from '../people/person.ts';

const offer = (page: Page) => page.getByText('A new version is ready');
const workerOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { isWaiting: Boolean(registration?.waiting), active: registration?.active?.state };
  });

const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

/** A student on a product behind a server of the test's own, on which new versions appear. */
const test = screen({ serviceWorkers: 'allow' }, async (app) => {
  const to = await deployable(app.t, app.baseUrl);
  const page = await (await app.newContext({ baseURL: to.baseUrl })).newPage();
  return { page, student: await logIn(app, page, 'student'), to };
});

test('OFF-05 a new version is offered, and comes when the student agrees', async ({ t, page, to }) => {
  await page.goto('/student');
  await workerReady(page);
  t.equal(await offer(page).count(), 0, 'the first version is none that is new');
  to.deploy();
  await look(page);
  await offer(page).waitFor();
  const loadedAgain = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loadedAgain;
  await workerReady(page);
  t.same(await workerOf(page), { isWaiting: false, active: 'activated' });
  t.equal(await offer(page).count(), 0);
});

test('OFF-05 a session is neither interrupted nor asked; the offer comes after it', async (app) => {
  const { t, page, student, to } = app;
  const deckId = await student.deck('Words', plainCards(3));
  await page.goto(`/learn/${deckId}`);
  await flashcard(page, 1, 3).waitFor();
  await workerReady(page);
  to.deploy();
  await look(page);
  await until(async () => (await workerOf(page)).isWaiting, 'the new version waits');
  await study(page, ['Knew it']);
  await flashcard(page, 2, 3).waitFor();
  t.equal(await offer(page).count(), 0);
  // As when another tab is looked at: with a session open, nothing changes.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  t.same(await workerOf(page), { isWaiting: true, active: 'activated' });
  await page.goto('/student');
  await offer(page).waitFor();
});

test('OFF-05 a part that the server no longer has: the page comes again in the new version', async (app) => {
  const { t, page, to } = app;
  await logIn(app, page, 'teacher');
  await page.goto('/account');
  await workerReady(page);
  to.removeUnseen();
  to.deploy();
  const loadedAgain = page.waitForEvent('load');
  await page.evaluate(() => {
    history.pushState(null, '', '/teacher/exams');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await loadedAgain;
  t.equal(new URL(page.url()).pathname, '/teacher/exams', 'at the address that was wanted');
  await until(async () => !(await workerOf(page)).isWaiting, 'the new version is in use');
  await page.evaluate(() => Object.assign(window, { isNew: true }));
  await page.getByRole('alert').waitFor();
  t.equal(await page.evaluate(() => 'isNew' in window), true, 'once, and not again and again');
});
