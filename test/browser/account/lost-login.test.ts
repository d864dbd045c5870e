import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { choose, kept, option, saved } from '../people/exam-taking-in-browser.ts';
import {
  allSaved,
  answered,
  flashcard,
  leave,
  openDeck,
  plainCards,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import { deckKept, workerReady } from '../people/offline-in-browser.ts';
import { enter, logIn, makeAccount, type Person } from '../people/person.ts';
import { examsOf } from '../people/results-in-browser.ts';
import { logInByForm } from './account-forms.ts';

const test = screen({ as: 'student', timezoneId: 'Asia/Ho_Chi_Minh' });
const withWorker = { test: screen({ serviceWorkers: 'allow' }) };

test('SL-43 ERR-39 an expired login keeps the answers until the student logs in again', async (app) => {
  const { t, page, sql, baseUrl, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(3)));
  const { pathname } = new URL(page.url());
  await revealButton(page).waitFor();
  await sql`update users set token_version = token_version + 1 where id = ${student.id}`;
  await study(page, ['Confident']);
  await page.waitForURL((url) => url.pathname === '/login');
  await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
  t.same(await answered(student), []);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  t.equal(token, null, 'the login that was refused is forgotten: with it, nobody stays at the login');
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/progress') && response.ok() && response.request().postData() !== null,
  );
  await logInByForm(page, student);
  await sent;
  await becomes(t, async () => page.url(), `${baseUrl}${pathname}`);
  await flashcard(page, 2, 3).waitFor();
  await allSaved(page);
  t.same(await answered(student), ['front 1']);
});

test('GLB-13 GLB-14 a logout with unsaved answers asks; the next student neither sends nor sees them', async (app) => {
  const { t, page, student: first } = app;
  const answerUnsaved = async () => {
    await page.route('**/api/**', (route) => route.abort());
    await study(page, ['Confident']);
    await page.getByText('1 answer waiting for the network').waitFor();
    await leave(page);
    await logOut(page);
  };
  const dialog = page.getByRole('dialog', { name: 'Log out with unsaved answers?' });
  await openDeck(page, await first.deck('Words', plainCards(4)));
  await revealButton(page).waitFor();
  await answerUnsaved();
  await dialog.getByText('1 answer has not reached the server yet.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The question's own entry of the history goes a moment after it.
  await page.waitForFunction(() => !history.state?.dialogs?.length);
  await page.goBack();
  await flashcard(page, 2, 4).waitFor();
  await page.unroute('**/api/**');
  await allSaved(page);
  t.same(await answered(first), ['front 1'], 'still logged in, and nothing lost');

  await answerUnsaved();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.unroute('**/api/**');
  const second = await logIn(app, page, 'student');
  await openDeck(page, await second.deck('Own words', plainCards(2)));
  await study(page, ['Confident']);
  await allSaved(page);
  t.same(await answered(second), ['front 1']);
  t.same(await answered(first), ['front 1']);
  await leave(page);
  await logOut(page);
  await page.waitForURL('**/login');
  t.equal(await page.getByRole('dialog').count(), 0, 'with nothing unsaved it does not ask');
});

/** All that anybody at this computer can read of what the browser has stored, as one text. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of db.objectStoreNames)
        await new Promise<void>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => {
            texts.push(JSON.stringify(reading.result));
            resolve();
          };
        });
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });

withWorker.test(
  'OFF-07 OFF-08 OFF-09 on a shared computer nothing of an ended session can be read, and unsent work is sent later',
  async (app) => {
    const { t, page, sql } = app;
    const end = ({ id }: Person) => sql`update users set token_version = token_version + 1 where id = ${id}`;
    const atLogin = () => page.waitForURL((url) => url.pathname === '/login');
    const logInHere = async (person: Person) => {
      await logInByForm(page, person);
      await page.waitForURL((url) => url.pathname !== '/login');
    };
    const isGone = (marks: string[], what: string) => {
      const left = async () => {
        const text = await readable(page);
        return marks.filter((mark) => text.includes(mark));
      };
      return becomes(t, left, [], what);
    };
    const marksOf = (person: Person, ...more: string[]) => [person.name, person.email, person.token, ...more];

    const teacher = await makeAccount(app, 'teacher', 'Cô Quỳnhmai');
    const deckId = await teacher.deck('Decktitlemark', plainCards(3));
    const { id: classId } = await teacher.call('POST /api/classes', {
      body: { name: '10A1', deck_id: deckId },
    });
    const { exam } = examsOf({ test: app, page, teacher, classId });
    const given = await exam('AB', { title: 'Examtitlemark' });
    const first = await studentOf(app, classId, 'Firstpupilmark', teacher);
    const second = await studentOf(app, classId, 'Secondpupilmark', teacher);

    // A teacher writes an exam, and goes without a logout.
    await enter(page, teacher, '/exam-create');
    await page.getByLabel('Title', { exact: true }).fill('Drafttitlemark');
    await page.getByLabel('Question text').fill('Draftquestionmark');
    await until(async () => (await readable(page)).includes('Draftquestionmark'), 'the draft is kept');
    await end(teacher);
    await page.goto('/privacy');
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await atLogin();
    const ofTeacher = marksOf(teacher, 'Drafttitlemark', 'Draftquestionmark', '"correct_option":"');
    await isGone(ofTeacher, 'nothing of the teacher is left');

    // A pupil learns and takes an exam, neither of which the server has in full when the session ends.
    await logInHere(first);
    await workerReady(page);
    await openDeck(page, deckId);
    await study(page, ['Confident']);
    await allSaved(page);
    await page.goto('/student');
    await deckKept(page, deckId);
    await openDeck(page, deckId);
    await revealButton(page).waitFor();
    // Only now: as long as calls fail the page takes itself for offline, and keeps nothing.
    await page.route('**/progress', (route) => route.abort());
    await study(page, ['Confident']);
    await page.getByText('1 answer waiting for the network').waitFor();
    await page.goto(`/exam/${given.id}`);
    await choose(page, 1, 'A');
    await saved(page);
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await end(first);
    await choose(page, 2, 'B');
    await atLogin();
    await page.unroute('**/progress');
    const ofFirst = marksOf(
      first,
      token,
      'Decktitlemark',
      'Examtitlemark',
      'Question 1',
      'front 1',
      '"cardId":',
    );
    await isGone(ofFirst, 'nothing of the pupil is left');

    // The next pupil is here.
    await page.goto('/login');
    await logInHere(second);
    await page.goto('/account');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    // Whose class it is the second pupil may read as well.
    await isGone(
      [
        ...ofTeacher.filter((mark) => mark !== teacher.name),
        ...marksOf(first, token, 'Question 1', '"cardId":'),
      ],
      'nothing of those before is there for the next one',
    );
    await logOut(page);
    await atLogin();
    await isGone(marksOf(second), 'nothing of the second pupil is left');

    // The first one comes back, and all arrives.
    await logInHere(first);
    await until(
      async () => (await first.events()).filter(({ front }) => front !== null).length === 2,
      'the answer is sent',
    );
    await page.goto(`/exam/${given.id}`);
    await option(page, 2, 'B').waitFor();
    t.same([await option(page, 1, 'A').isChecked(), await option(page, 2, 'B').isChecked()], [true, true]);
    await until(
      async () => Object.values((await kept(app, first)).answers).join() === 'A,B',
      'the exam is saved',
    );
  },
);
