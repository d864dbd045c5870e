import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import { choose, option, saved } from '../people/exam-taking-in-browser.ts';
import { allSaved, openDeck, plainCards, revealButton, study } from '../people/learning-in-browser.ts';
import { deckKept, workerReady } from '../people/offline-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { examsOf } from '../people/results-in-browser.ts';

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

async function logInByForm(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

const test = screen({ serviceWorkers: 'allow' });

test('OFF-07 OFF-08 OFF-09 on a shared computer nothing of an ended session can be read, and unsent work is sent later', async (app) => {
  const { t, page, db } = app;
  const end = ({ id }: Person) =>
    db.query('update users set token_version = token_version + 1 where id = $1', [id]);
  const atLogin = () => page.waitForURL((url) => url.pathname === '/login');
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
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await atLogin();
  const ofTeacher = marksOf(teacher, 'Drafttitlemark', 'Draftquestionmark', '"correct_option":"');
  await isGone(ofTeacher, 'nothing of the teacher is left');

  // A pupil learns and takes an exam, neither of which the server has in full when the session ends.
  await logInByForm(page, first);
  await workerReady(page);
  await openDeck(page, deckId);
  await study(page, ['Knew it']);
  await allSaved(page);
  await page.goto('/student');
  await deckKept(page, deckId);
  await openDeck(page, deckId);
  await revealButton(page).waitFor();
  // Only now: as long as calls fail the page takes itself for offline, and keeps nothing.
  await page.route('**/progress', (route) => route.abort());
  await study(page, ['Knew it']);
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
  await logInByForm(page, second);
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
  await logInByForm(page, first);
  await until(
    async () => (await first.events()).filter(({ front }) => front !== null).length === 2,
    'the answer is sent',
  );
  await page.goto(`/exam/${given.id}`);
  await option(page, 2, 'B').waitFor();
  t.same([await option(page, 1, 'A').isChecked(), await option(page, 2, 'B').isChecked()], [true, true]);
  await until(async () => {
    const { rows } = await db.query<{ answers: Record<string, string> }>(
      'select answers from exam_attempts where exam_id = $1 and student_id = $2',
      [given.id, first.id],
    );
    return given.questions.map(({ id }) => rows[0]?.answers[id]).join() === 'A,B';
  }, 'the exam is saved');
});
