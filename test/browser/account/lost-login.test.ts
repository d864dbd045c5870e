import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { column } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { studentOf } from '../people/class-in-browser.ts';
import {
  begin,
  choose,
  kept,
  option,
  saved,
  startExam,
  startQuestion,
} from '../people/exam-taking-in-browser.ts';
import {
  allSaved,
  answered,
  flashcard,
  leave,
  openDeck,
  plainCards,
  rating,
  revealButton,
  side,
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
    await startExam(page);
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

/** An and Bình, of one class that has an exam and a deck. */
const sharedComputer = screen({}, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck('Words', plainCards(3));
  const { id: classId } = await teacher.call('POST /api/classes', {
    body: { name: '10A1', deck_id: deckId },
  });
  const scene = examsOf({ test: app, page: app.page, teacher, classId });
  const exam = await scene.exam('ABCD', { title: 'Unit 1' });
  const an = await studentOf(app, classId, 'Firstpupilmark', teacher);
  const binh = await studentOf(app, classId, 'Bình', teacher);
  const attempts = async ({ id }: Person) =>
    column(await app.sql`select exam_id from exam_attempts where student_id = ${id}`, 'exam_id');
  /** Bình logs in by the form in a tab of his own, once the server has ended An's session. */
  const logInBeside = async () => {
    await app.sql`update users set token_version = token_version + 1 where id = ${an.id}`;
    const beside = await app.context.newPage();
    await beside.goto('/student');
    await beside.waitForURL((url) => url.pathname === '/login');
    await logInByForm(beside, binh);
    await beside.waitForURL((url) => url.pathname === '/student');
    return beside;
  };
  return { deckId, exam, an, binh, attempts, logInBeside };
});

/** What a page sends to the server with any token, from now on. */
function sentWithToken(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

const whoIsHere = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Bình is logged in now in this browser' });

/** The student who had gone logs in again, in the place of Bình. */
async function comeBack(page: Page, student: Person): Promise<void> {
  await page.getByRole('button', { name: 'Not you? Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await logInByForm(page, student);
  await page.waitForURL((url) => url.pathname === '/student');
}

sharedComputer(
  'OFF-10 OFF-11 EXS-30 an exam left open is not the next student’s who logs in in another tab',
  async (app) => {
    const { t, page, exam, an, binh, attempts, logInBeside } = app;
    await begin(page, an, exam.id);
    await page.getByRole('main').getByText('Logged in: Firstpupilmark').waitFor();
    for (const [number, letter] of [...'ABC'].entries()) await choose(page, number + 1, letter);
    await until(
      async () => Object.values((await kept(app, an)).answers).join() === 'A,B,C',
      'they are saved',
    );
    const beside = await logInBeside();
    const sent = sentWithToken(page);
    await whoIsHere(page).waitFor();
    t.equal(await page.getByText('Firstpupilmark').count(), 0, 'whose exam it was is not said');
    t.equal(await page.getByRole('radio').count(), 0);
    // Bình is at work in his tab, which this one hears.
    await beside.goto('/student/classes');
    await beside.getByRole('button', { name: 'Take exam: Unit 1' }).waitFor();
    await page.bringToFront();
    await whoIsHere(page).waitFor();
    t.same(sent, [], 'nothing is sent or read in the name of Bình');
    t.same(await attempts(binh), []);

    await comeBack(page, an);
    await page.goto(`/exam/${exam.id}`);
    await until(() => option(page, 3, 'C').isChecked(), 'An goes on without a question');
    t.same(await attempts(binh), []);
  },
);

sharedComputer(
  'OFF-10 who has heard of nothing is stopped by the next call: an answer is nobody else’s',
  async (app) => {
    const { t, page, exam, an, binh, attempts, logInBeside } = app;
    await page.addInitScript(() =>
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
    );
    await begin(page, an, exam.id);
    await choose(page, 1, 'A');
    await saved(page);
    await logInBeside();
    const sent = sentWithToken(page);
    await choose(page, 2, 'B');
    await whoIsHere(page).waitFor();
    t.same(sent, []);
    t.same(await attempts(binh), []);
    t.same((await kept(app, an)).answers, { 1: 'A' });
    await page.getByRole('button', { name: 'Continue as Bình' }).click();
    await page.waitForURL((url) => url.pathname === '/student');
    await page.getByRole('heading', { level: 1, name: 'Hello, Bình!' }).waitFor();
    t.same(await attempts(binh), []);
  },
);

sharedComputer(
  'EXS-29 a login in the place of another leads on to the exam, which asks who is there first',
  async (app) => {
    const { t, page, exam, an, binh, attempts } = app;
    await begin(page, an, exam.id);
    await choose(page, 1, 'A');
    await saved(page);
    await app.sql`update users set token_version = token_version + 1 where id = ${an.id}`;
    await page.route('**/api/me', (route) => route.abort());
    await choose(page, 2, 'B');
    await page.getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.unroute('**/api/me');
    await logInByForm(page, binh);
    await page.waitForURL(`**/exam/${exam.id}`);
    await startQuestion(page).waitFor();
    await page.getByText('You are taking it as Bình.').waitFor();
    await page.reload();
    await startQuestion(page).waitFor();
    t.same(await attempts(binh), [], 'neither the login nor a reload begins it');
    await startExam(page);
    await option(page, 1, 'A').waitFor();
    t.equal(await option(page, 1, 'A').isChecked(), false, 'nothing of An is there');
    t.same(await attempts(binh), [exam.id]);
  },
);

sharedComputer(
  'OFF-10 OFF-11 a learning session left open rates nothing for the next student',
  async (app) => {
    const { t, page, deckId, an, binh, logInBeside } = app;
    await enter(page, an);
    await openDeck(page, deckId);
    await study(page, ['Confident']);
    await allSaved(page);
    await revealButton(page).click();
    await logInBeside();
    const sent = sentWithToken(page);
    await whoIsHere(page).waitFor();
    await page.keyboard.press('3');
    t.same(sent, []);
    t.same(await answered(binh), []);
    await comeBack(page, an);
    await openDeck(page, deckId);
    await side(page, 'front 2').waitFor();
    // Whether the card is still turned depends on whether that was kept before the other one logged in.
    await revealButton(page).or(rating(page, 'Confident')).first().waitFor();
    if (await revealButton(page).isVisible()) await revealButton(page).click();
    await rating(page, 'Confident').click();
    await allSaved(page);
    t.same(await answered(an), ['front 1', 'front 2']);
    t.same(await answered(binh), []);
  },
);

test('OFF-07 OFF-09 a page that asks for nothing hears as well that its session has ended', async (app) => {
  const { t, page, sql } = app;
  const teacher = await makeAccount(app, 'teacher', 'Teachermark');
  await enter(page, teacher, '/teacher/decks/paste');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await sql`update users set token_version = token_version + 1 where id = ${teacher.id}`;
  await page.reload();
  await page.waitForURL((url) => url.pathname === '/login');
  t.notMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), /Teachermark|"token"/);
});

test('OFF-09 a session that has ended is said once, at the login, which asks whoever comes', async (app) => {
  const { t, page, sql, student } = app;
  await student.deck('Words', plainCards(3));
  await page.goto('/student');
  await page.getByRole('heading', { level: 1, name: 'Hello, Lan!' }).waitFor();
  await sql`update users set token_version = token_version + 1 where id = ${student.id}`;
  await page.reload();
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await notice(page, 'alert', 'Invalid or expired session, please log in again').waitFor();
  t.equal(await page.getByRole('button', { name: 'Log in again' }).count(), 0);
  t.equal(await page.getByText('Lan').count(), 0);
});
