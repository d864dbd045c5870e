import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { begin, choose, handIn, option, saved, submissions } from '../people/exam-taking-in-browser.ts';
import {
  allSaved,
  answered,
  flashcard,
  openDeck,
  plainCards,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import { deckKept, deployable, keptPaths, setOffline, workerReady } from '../people/offline-in-browser.ts';
import { logIn } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const ALLOWED = { locale: 'en-US', serviceWorkers: 'allow' } as const;

/** Studies one card of a deck and goes home, where the deck is kept. */
async function studyAndKeep(test: BrowserTest, deckId: number): Promise<void> {
  const { page } = test;
  await openDeck(test.page, deckId);
  await study(page, ['Confident']);
  await allSaved(page);
  await page.goto('/student');
  await deckKept(page, deckId);
}

/** Forgets the open session, as its end does: what is kept of the deck is then all that there is. */
const forgetSession = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes(':learning:')) localStorage.removeItem(key);
  });

const test = screen({ as: 'student', ...ALLOWED });
const asGuest = screen(ALLOWED);

test('OFF-01 OFF-02 OFF-03 without the network: the home with its numbers, a deck, and every answer once', async (app) => {
  const { t, page, context, student } = app;
  const deckId = await student.deck('Words', plainCards(4));
  const otherId = await student.deck('Other words', plainCards(1));
  await studyAndKeep(app, deckId);
  await workerReady(page);
  await page.reload();
  await page.getByText('Words').first().waitFor();

  await setOffline(context, true);
  await page.reload();
  await page.getByText(/Offline · figures of \d/).waitFor();
  await page.getByText('Words').first().waitFor();
  t.equal(await page.getByRole('alert').count(), 0, 'nothing is told as a failure');

  await forgetSession(page);
  await openDeck(page, deckId);
  await flashcard(page, 1, 3).waitFor();
  await study(page, ['Confident', 'Confident']);
  await page.getByText('2 answers waiting for the network').waitFor();
  await page.reload();
  await flashcard(page, 3, 3).waitFor();

  await setOffline(context, false);
  await allSaved(page);
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
  await study(page, ['Confident']);
  await allSaved(page);
  t.same(await answered(student), ['front 1', 'front 2', 'front 3', 'front 4']);

  await setOffline(context, true);
  await openDeck(page, otherId);
  await page.getByText('This deck is not on this device yet.').waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
  await setOffline(context, false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await flashcard(page, 1, 1).waitFor();
});

test('OFF-02 today over all decks is studied without the network', async (app) => {
  const { t, page, context, student } = app;
  await studyAndKeep(app, await student.deck('Words', plainCards(3)));
  await workerReady(page);
  await forgetSession(page);
  await setOffline(context, true);
  await page.goto('/learn/today');
  await study(page, ['Confident', 'Confident']);
  await page.getByText('2 answers waiting for the network').waitFor({ state: 'attached' });
  await setOffline(context, false);
  await allSaved(page);
  t.same(await answered(student), ['front 1', 'front 2', 'front 3']);
});

asGuest('OFF-01 worker and manifests are served as browsers want them', async ({ t, baseUrl }) => {
  const headersOf = async (path: string) => Object.fromEntries((await fetch(`${baseUrl}${path}`)).headers);
  t.match(await headersOf('/sw.js'), {
    'content-type': /^(text|application)\/javascript/,
    'cache-control': 'no-cache',
    'content-security-policy': /worker-src 'self';.*manifest-src 'self'/,
  });
  for (const path of ['/manifest.webmanifest', '/manifest.en.webmanifest'])
    t.match(await headersOf(path), {
      'content-type': /^application\/manifest\+json/,
      'cache-control': 'no-cache',
    });
});

test('OFF-02 LRN-41 two tabs without the network: each answer once, in the order given', async (app) => {
  const { t, page, context, sql, student } = app;
  const decks = [await student.deck('One', plainCards(3)), await student.deck('Two', plainCards(3))];
  const [first = 0, second = 0] = decks;
  await sql`update cards set front = 'other ' || front where deck_id = ${second}`;
  const other = await context.newPage();
  await openDeck(page, first);
  await openDeck(other, second);
  for (const each of [page, other]) await revealButton(each).waitFor();
  await setOffline(context, true);
  for (const [each, waiting] of [
    [page, '1 answer'],
    [other, '2 answers'],
    [other, '3 answers'],
    [page, '4 answers'],
  ] as const) {
    await each.bringToFront();
    await study(each, ['Confident']);
    await each.getByText(`${waiting} waiting for the network`).waitFor();
  }
  await setOffline(context, false);
  for (const each of [page, other]) await allSaved(each);
  t.same(await answered(student), ['front 1', 'other front 1', 'other front 2', 'front 2']);
});

test('OFF-02 audio of a kept deck plays without the network, from any place in it', async (app) => {
  const { t, page, context, sql, student } = app;
  const rows = await sql<{ audio_file: string }>`select audio_file from cards
    where audio_file is not null limit 1`;
  const audio = rows[0]?.audio_file ?? '';
  const deckId = await student.deck('Sounds', [
    ...plainCards(1),
    { front: 'a', back: 'b', audio_file: audio },
  ]);
  await studyAndKeep(app, deckId);
  await until(async () => (await keptPaths(page)).includes(audio), 'the audio is kept');
  await workerReady(page);
  await page.reload();
  await setOffline(context, true);
  const heard = await page.evaluate(async (src) => {
    const part = await fetch(src, { headers: { Range: 'bytes=10-19' } });
    const player = new Audio(src);
    const loaded = new Promise((resolve, reject) => {
      player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) && player.duration > 0);
      player.onerror = () => reject(new Error(player.error?.message));
    });
    player.load();
    const bytes = (await part.arrayBuffer()).byteLength;
    return [part.status, bytes, part.headers.get('Content-Range')?.startsWith('bytes 10-19/'), await loaded];
  }, audio);
  t.same(heard, [206, 10, true, true]);
});

test('OFF-06 a logout, and a login by another student, leave nothing of the account behind', async (app) => {
  const { t, page, student } = app;
  await studyAndKeep(app, await student.deck('Words', plainCards(3)));
  await workerReady(page);
  const left = () =>
    page.evaluate(async (id) => {
      const names = await caches.keys();
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(`nho-cache:${id}:`));
      return [...keys, ...names.filter((name) => name.startsWith('nho-kept-') && name.endsWith(`-${id}`))];
    }, String(student.id));
  t.not((await left()).length, 0);
  await page.evaluate(() => {
    // As a login that the server no longer takes, and then another student on the same computer.
    localStorage.removeItem('token');
  });
  await logIn(app, page, 'student');
  await page.goto('/student');
  await until(async () => (await left()).length === 0, 'what was kept for the one before is gone');

  const own = await logIn(app, page, 'student');
  await studyAndKeep(app, await own.deck('Words', plainCards(3)));
  await logOut(page);
  await page.waitForURL('**/login');
  await until(async () => (await keptPaths(page)).length === 0, 'nothing is kept after a logout');
  t.same(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nho-cache:'))),
    [],
  );
});

asGuest('OFF-04 EXS-12 EXS-24 an exam goes on without the network, and is handed in later', async (app) => {
  const { t, newContext, sql } = app;
  const scene = await examScene(app, await (await newContext()).newPage());
  const exam = await scene.exam('ABC', { title: 'Unit 1', duration_minutes: 60 });
  const { page, context } = app;
  const an = await studentOf(app, scene.classId, 'An', scene.teacher);
  await begin(page, an, exam.id);
  await choose(page, 1, 'A');
  await saved(page);
  await workerReady(page);

  await setOffline(context, true);
  await choose(page, 2, 'B');
  await page.getByText('Not saved yet: the server cannot be reached.').waitFor();
  await page.reload();
  await choose(page, 3, 'C');
  t.equal(await option(page, 2, 'B').isChecked(), true);
  await handIn(page);
  await page.getByText('Not handed in yet: the server cannot be reached.').waitFor();

  await page.goto('/student');
  await page.getByText('Offline').first().waitFor();
  await setOffline(context, false);
  const result = async () =>
    await sql<{ score: number; total: number }>`select score, total from exam_results
      where exam_id = ${exam.id} and student_id = ${an.id}`;
  await until(async () => (await result()).length === 1, 'the exam is handed in');
  t.same(await result(), [{ score: 3, total: 3 }]);
  t.equal(await submissions(app, an), 1);
});

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
const deployed = screen({ serviceWorkers: 'allow' }, async (app) => {
  const to = await deployable(app.t, app.baseUrl);
  const page = await (await app.newContext({ baseURL: to.baseUrl })).newPage();
  return { page, student: await logIn(app, page, 'student'), to };
});

deployed('OFF-05 a new version is offered, and comes when the student agrees', async ({ t, page, to }) => {
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

deployed('OFF-05 a session is neither interrupted nor asked; the offer comes after it', async (app) => {
  const { t, page, student, to } = app;
  const deckId = await student.deck('Words', plainCards(3));
  await page.goto(`/learn/${deckId}`);
  await flashcard(page, 1, 3).waitFor();
  await workerReady(page);
  to.deploy();
  await look(page);
  await until(async () => (await workerOf(page)).isWaiting, 'the new version waits');
  await study(page, ['Confident']);
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

deployed('OFF-05 where a part is no longer there, the page comes in the new version', async (app) => {
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
