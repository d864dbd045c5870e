import t from 'tap';
import { until } from '../../../harness/until.ts';
import { headerOf } from '../../../lib/live/fake-network.ts';
import { examBench, openedExam, refusal } from '../exam-bench.ts';

t.test('EXS-02 API-34 opening the exam: loading, then in progress with the time of the server', async (t) => {
  const bench = examBench(t);
  const page = bench.page();
  const opening = page.controller.open();
  t.equal(page.view().status, 'loading');
  await opening;
  t.match(page.view(), { status: 'ready', saving: 'saved', session: { phase: 'taking', page: 1 } });
  t.equal(page.seconds(), 3_600);
  await bench.pass(61);
  t.equal(page.seconds(), 3_539);
  t.same(page.newsTypes(), []);
  t.equal(bench.sentTo('/result').length, 0, 'ERR-53 nothing is asked that can only be refused');
});

t.test('ERR-51 what cannot be opened can be tried again', async (t) => {
  const bench = examBench(t);
  const page = bench.page();
  bench.server.isDown = true;
  await page.controller.open();
  t.match(page.view(), { status: 'failed', error: { code: 'network_error' }, session: null });
  bench.server.isDown = false;
  await page.controller.open();
  t.equal(page.view().status, 'ready');
});

t.test('every change is saved within a second and a call, several in one call', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'B');
  t.equal(page.view().saving, 'pending');
  await bench.pass(0.5);
  page.controller.skip(102);
  await bench.pass(0.5);
  await page.saving('saved');
  t.match(bench.server.work, { answers: { 101: 'B' }, skipped: [102], version: 1 });
  t.equal(page.session().savedAt, bench.server.work.saved_at);
  t.equal(bench.sentTo('/answers').length, 1);
  t.equal(bench.sentTo('/answers')[0]?.init.keepalive, true);
  await bench.pass(60);
  t.equal(bench.sentTo('/answers').length, 1, 'nothing new, nothing saved');
});

t.test('what changes while a save is under way is saved next, and never two at once', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'B');
  page.controller.hide();
  page.controller.answer(102, 'C');
  page.controller.hide();
  await page.saving('pending');
  t.equal(bench.sentTo('/answers').length, 1);
  t.same(bench.server.work.answers, { 101: 'B' });
  await bench.pass(1);
  await page.saving('saved');
  t.match(bench.server.work, { answers: { 101: 'B', 102: 'C' }, version: 2 });
  t.same(page.newsTypes(), []);
});

t.test('the network goes: it says so, tries with longer pauses, and at once when it is back', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.isDown = true;
  page.controller.answer(101, 'B');
  t.notOk(page.controller.isAtRisk());
  await bench.pass(1);
  await page.saving('failing');
  t.ok(page.controller.isAtRisk());
  await bench.pass(1 + 2 + 4);
  t.equal(bench.sentTo('/answers').length, 4);
  page.controller.answer(102, 'C');
  t.equal(page.view().saving, 'failing');
  bench.server.isDown = false;
  page.controller.retry();
  await page.saving('saved');
  t.same(bench.server.work.answers, { 101: 'B', 102: 'C' });
  t.notOk(page.controller.isAtRisk());
  t.same(page.newsTypes(), []);
});

t.test('a save whose answer got lost is no news, and loses nothing', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.losing = 1;
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await page.saving('failing');
  page.controller.answer(101, 'D');
  page.controller.answer(102, 'C');
  await bench.pass(1);
  await page.saving('saved');
  t.match(bench.server.work, { answers: { 101: 'D', 102: 'C' }, version: 2 });
  t.same(page.newsTypes(), []);
});

t.test('another device goes on: both keep what they did, and it is told once', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.elsewhere({ 101: 'A', 102: 'A' }, [103]);
  page.controller.answer(102, 'B');
  await bench.pass(1);
  await page.saving('saved');
  t.match(bench.server.work, { answers: { 101: 'A', 102: 'B' }, skipped: [103], version: 2 });
  t.same(page.marks(), { 101: 'A', 102: 'B', 103: 'skipped' });
  bench.server.elsewhere({ 101: 'D', 102: 'B' });
  page.controller.answer(104, 'B');
  await bench.pass(1);
  await page.saving('saved');
  t.same(bench.server.work.answers, { 101: 'D', 102: 'B', 104: 'B' });
  t.same(page.newsTypes(), ['changed-elsewhere']);
});

t.test('EXS-12 EXS-23 EXS-24 a reload goes on with answers, skips, page and time', async (t) => {
  const { bench, page: first } = await openedExam(t, { questions: 25 });
  first.controller.answer(101, 'B');
  first.controller.skip(112);
  first.controller.turn(2);
  await bench.pass(40 * 60);
  const stored = JSON.parse(bench.storage.getItem('nho-cache:7:exam:3:progress') ?? '{}').value;
  t.match(stored, {
    progress: { marks: { 101: 'B', 112: 'skipped' }, page: 2, phase: 'taking', result: null },
    timeLeft: { seconds: 1_200, percent: 100 / 3, level: 'amber' },
    countdown: { remainingMs: 1_200_000 },
  });
  const facts = JSON.parse(bench.storage.getItem('nho-cache:7:exam:3:exam') ?? '{}').value;
  t.match(facts, { exam: { title: 'Unit 1' }, startedAt: '2026-11-21T08:00:00.000Z' });
  first.controller.close();
  const again = bench.page();
  const opening = again.controller.open();
  t.match(again.view(), { status: 'ready' }, 'without waiting for the server');
  t.match(again.session(), { marks: { 101: 'B', 112: 'skipped' }, page: 2 });
  t.equal(again.seconds(), 1_200);
  await opening;
  t.equal(again.seconds(), 1_200);
  t.same(again.newsTypes(), []);
});

t.test('EXS-24 a reload without the server goes on, and what was not saved is saved later', async (t) => {
  const { bench, page: first } = await openedExam(t);
  bench.server.isDown = true;
  first.controller.answer(101, 'B');
  await bench.pass(60);
  first.controller.close();
  await bench.pass(60);
  const again = await bench.openPage();
  t.equal(again.seconds(), 3_480);
  again.controller.answer(102, 'C');
  bench.server.isDown = false;
  again.controller.retry();
  await until(() => bench.server.work.version === 1);
  t.same(bench.server.work.answers, { 101: 'B', 102: 'C' });
});

t.test('SL-48 the clock of the computer gains nothing, nor does clearing the browser', async (t) => {
  const { bench, page } = await openedExam(t);
  await bench.pass(60);
  bench.moveWall(-86_400);
  await bench.pass(1);
  t.equal(page.seconds(), 3_539);
  bench.moveWall(2 * 86_400);
  await bench.pass(1);
  await until(() => page.seconds() === 3_538);
  t.equal(page.session().phase, 'taking', 'a clock that leaps ahead hands nothing in');
  page.controller.close();
  bench.storage.removeItem('nho-cache:7:exam:3:progress');
  const again = await bench.openPage();
  t.equal(again.seconds(), 3_538);
});

t.test('SL-48 after the computer slept the server is asked how much is left', async (t) => {
  const { bench, page } = await openedExam(t);
  await bench.pass(10);
  bench.sleep(1_800);
  const asked = bench.sentTo('/exams/3').length;
  page.controller.wake();
  t.equal(page.seconds(), 1_790, 'the shorter time, before the server has answered');
  t.equal(bench.sentTo('/exams/3').length, asked + 1);
  await bench.settled();
  await bench.pass(1);
  t.equal(page.seconds(), 1_789);
});

t.test('ERR-57 a storage that refuses is told once, and the exam goes on', async (t) => {
  const bench = examBench(t);
  const page = bench.page();
  t.intercept(bench.storage, 'setItem', {
    value: () => {
      throw new Error('The quota has been exceeded');
    },
  });
  await page.controller.open();
  page.controller.answer(101, 'B');
  await bench.pass(5);
  await page.saving('saved');
  t.same(bench.server.work.answers, { 101: 'B' });
  t.same(page.newsTypes(), ['cache-failed']);
});

t.test('a page that is left hands its last change to the browser', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'B');
  page.controller.leave();
  page.controller.close();
  await until(() => bench.server.work.version > 0);
  t.same(bench.server.work.answers, { 101: 'B' });
});

t.test('ERR-54 an exam that is hidden meanwhile: answers stay and are saved when it is back', async (t) => {
  const { bench, page } = await openedExam(t);
  const hidden = () => refusal(403, 'exam_submit_unauthorized', 'Unauthorized to submit this exam');
  bench.server.instead = [hidden, hidden];
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await page.saving('failing');
  await bench.pass(1);
  t.same(page.newsTypes(), ['refused']);
  await bench.pass(2);
  await page.saving('saved');
  t.same(bench.server.work.answers, { 101: 'B' });
});

t.test('an exam that is deleted meanwhile leaves nothing behind', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.instead = [() => refusal(404, 'exam_not_found', 'Exam not found')];
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await until(() => page.view().status === 'failed');
  t.match(page.view(), { error: { code: 'exam_not_found' }, session: null });
  await bench.pass(60);
  t.same(
    [0, 1, 2].map((index) => bench.storage.key(index)),
    ['user_id', 'token', null],
  );
});

t.test('a login that has ended: the answers stay, and the next login goes on', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.instead = [
    () => refusal(401, 'unauthenticated', 'Invalid or expired session, please log in again'),
  ];
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await until(() => page.view().isSignedOut);
  t.same(page.newsTypes(), ['refused']);
  page.controller.close();
  const again = await bench.openPage();
  await bench.pass(1);
  await until(() => bench.server.work.version === 1);
  t.same(bench.server.work.answers, { 101: 'B' });
  t.notOk(again.view().isSignedOut);
});

t.test('another student logs in on this browser: nothing is sent or kept under their name', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'B');
  bench.storage.setItem('user_id', '8');
  const calls = bench.all.length;
  page.controller.hide();
  page.controller.leave();
  page.controller.close();
  await bench.pass(10);
  t.equal(bench.all.length, calls);
  t.notOk(bench.storage.getItem('nho-cache:8:exam:3:progress'));
  bench.storage.setItem('user_id', '7');
  const again = await bench.openPage();
  t.same(again.marks(), { 101: 'B' });
});

const KEY = /^[0-9a-f-]{36}$/;
const keysOf = (bench: ReturnType<typeof examBench>) =>
  bench.sentTo('/submit').map((sent) => headerOf(sent, 'Idempotency-Key'));

t.test('EXS-14 EXS-16 EXS-18 API-36 handing in, once, and only when something was done', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.submit();
  t.equal(page.session().phase, 'taking', 'nothing was done yet');
  page.controller.answer(101, 'A');
  page.controller.skip(102);
  page.controller.submit();
  page.controller.submit();
  t.equal(page.session().phase, 'handing-in');
  await page.inPhase('submitted');
  page.controller.submit();
  const [sent, ...more] = bench.sentTo('/submit');
  t.same(more, []);
  t.same(JSON.parse(String(sent?.init.body)), { answers: { 101: 'A' } });
  t.match(headerOf(sent, 'Idempotency-Key'), KEY);
  t.same(page.session().result, { score: 1, total: 12, time_spent_seconds: 0 });
  t.same(page.newsTypes(), ['submitted']);
  await bench.pass(60);
  t.equal(bench.sentTo('/answers').length, 0, 'nothing is saved any more');
});

t.test('EXS-14 a skip alone is enough', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.skip(101);
  page.controller.submit();
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, {});
});

t.test('without the network it waits, over a reload too, and comes in once under one key', async (t) => {
  const { bench, page: first } = await openedExam(t);
  first.controller.answer(101, 'A');
  bench.server.isDown = true;
  first.controller.submit();
  await until(() => first.view().isHandInWaiting);
  t.ok(first.controller.isAtRisk());
  t.equal(first.session().phase, 'handing-in');
  await bench.pass(10);
  first.controller.close();
  const again = await bench.openPage();
  await until(() => again.view().isHandInWaiting);
  bench.server.isDown = false;
  // It arrives, and the answer gets lost.
  bench.server.losing = 1;
  again.controller.retry();
  await until(() => bench.server.submitted !== null);
  await bench.pass(10);
  await again.inPhase('submitted');
  t.same(bench.server.submitted?.answers, { 101: 'A' });
  t.equal(new Set(keysOf(bench)).size, 1);
  t.notOk(again.view().isHandInWaiting);
});

t.test('EXS-26 an exam of which the server lost the beginning is opened again, and handed in', async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'A');
  bench.server.instead = [() => refusal(409, 'exam_not_begun', 'Open this exam before you hand it in')];
  page.controller.submit();
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, { 101: 'A' });
  const [first, ...again] = keysOf(bench);
  t.same(again, [first]);
  t.same(page.newsTypes(), ['submitted']);
});

t.test("ERR-55 'Exam already submitted' is shown, and the first result with its answers", async (t) => {
  const { bench, page } = await openedExam(t);
  page.controller.answer(101, 'B');
  bench.server.submitted = { key: 'elsewhere', answers: { 101: 'A', 102: 'A' } };
  page.controller.submit();
  await page.inPhase('submitted');
  t.match(page.news, [{ type: 'refused', error: { message: 'Exam already submitted' } }]);
  await until(() => page.marks()?.[102] === 'A');
  t.match(page.session(), { marks: { 101: 'A', 102: 'A' }, result: { score: 2, total: 12 } });
});

t.test('ERR-55 a save that finds the exam handed in says the same', async (t) => {
  const { bench, page } = await openedExam(t);
  bench.server.submitted = { key: 'elsewhere', answers: { 102: 'A' } };
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await page.inPhase('submitted');
  await until(() => page.marks()?.[102] === 'A');
  t.match(page.session(), { marks: { 102: 'A' }, result: { score: 1 }, notCounted: [1] });
  t.same(page.newsTypes(), ['refused']);
});

t.test(
  'EXS-31 a window where nothing is done hears within two minutes that it was handed in elsewhere',
  async (t) => {
    const { bench, page } = await openedExam(t);
    page.controller.answer(101, 'B');
    await bench.pass(2);
    bench.server.submitted = { key: 'elsewhere', answers: { 101: 'B' } };
    await bench.pass(110);
    await page.inPhase('submitted');
    t.same(page.session()?.notCounted, [], 'it is said, and that nothing is missing');
  },
);

t.test(
  'EXS-31 what was answered without a network, and handed in elsewhere, is named by its numbers',
  async (t) => {
    const { bench, page } = await openedExam(t);
    page.controller.answer(101, 'A');
    await bench.pass(2);
    bench.server.isDown = true;
    page.controller.answer(102, 'B');
    page.controller.answer(103, 'C');
    page.controller.skip(104);
    bench.server.submitted = { key: 'elsewhere', answers: { 101: 'A', 103: 'D' } };
    await bench.pass(1);
    await page.saving('failing');
    bench.server.isDown = false;
    page.controller.retry();
    await page.inPhase('submitted');
    await until(() => page.session()?.result?.score !== undefined);
    t.match(page.session(), { notCounted: [2, 3], marks: { 101: 'A', 103: 'D' } });
  },
);

for (const [title, status, code, message, type] of [
  ['ERR-54 where it may not', 403, 'exam_submit_unauthorized', 'Unauthorized to submit this exam', 'refused'],
  ['ERR-56 EXS-17 after another failure', 500, 'internal_error', 'Something went wrong', 'submit-failed'],
] as const)
  t.test(`${title} the answers stay, the student is told, and may submit again`, async (t) => {
    const { bench, page } = await openedExam(t);
    page.controller.answer(101, 'A');
    bench.server.instead = [() => refusal(status, code, message)];
    page.controller.submit();
    await until(() => page.news.length > 0);
    t.match(page.news, [{ type, error: { message } }]);
    t.match(page.session(), { phase: 'taking', marks: { 101: 'A' }, submission: null });
    page.controller.submit();
    await page.inPhase('submitted');
    t.same(page.newsTypes(), [type, 'submitted']);
    t.equal(new Set(keysOf(bench)).size, 2, 'a new submission, a new key');
  });

t.test('EXS-13 CX-17 at zero it is handed in by itself, even empty, or with the last answer', async (t) => {
  for (const [answers, score] of [
    [{}, 0],
    [{ 101: 'A' }, 1],
  ] as const) {
    const { bench, page } = await openedExam(t, { minutes: 5 });
    await bench.pass(299.5);
    t.equal(page.session().phase, 'taking');
    if (score) page.controller.answer(101, 'A');
    await bench.pass(0.5);
    await page.inPhase('submitted');
    t.same(bench.server.submitted?.answers, answers);
    t.same(page.session().result, { score, total: 12, time_spent_seconds: 300 });
    t.same(page.newsTypes(), ['submitted']);
  }
});

t.test('the network is gone at zero: nothing can be changed, and all comes when it is back', async (t) => {
  const { bench, page } = await openedExam(t, { minutes: 5 });
  bench.server.isDown = true;
  page.controller.answer(101, 'A');
  await bench.pass(302);
  t.ok(page.view().isTimeUp);
  t.ok(page.view().isHandInWaiting);
  page.controller.answer(102, 'A');
  t.same(page.marks(), { 101: 'A' });
  bench.server.isDown = false;
  page.controller.retry();
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, { 101: 'A' });
});

t.test('a time that only the browser knows hands nothing in before the server was asked', async (t) => {
  const { bench, page: first } = await openedExam(t, { minutes: 5 });
  first.controller.answer(101, 'A');
  await bench.pass(2);
  bench.server.isDown = true;
  first.controller.close();
  bench.moveWall(86_000);
  const again = await bench.openPage();
  t.ok(again.view().isTimeUp);
  t.equal(again.session().phase, 'taking');
  bench.server.isDown = false;
  again.controller.retry();
  await until(() => !again.view().isTimeUp);
  t.equal(again.seconds(), 298);
  t.equal(bench.sentTo('/submit').length, 0);
});

t.test('ERR-53 too late to save: the result comes when the server has handed in what it has', async (t) => {
  const { bench, page } = await openedExam(t, { minutes: 5 });
  page.controller.answer(101, 'A');
  await bench.pass(2);
  bench.server.instead = [() => refusal(409, 'exam_time_over', 'The time for this exam is over')];
  page.controller.answer(102, 'A');
  await bench.pass(1);
  await page.inPhase('time-over');
  page.controller.answer(103, 'A');
  await bench.pass(5);
  bench.server.submitted = { key: 'server', answers: { 101: 'A' } };
  await bench.passUntil(() => page.session().phase === 'submitted');
  await until(() => page.session().result !== null);
  t.match(page.session(), { marks: { 101: 'A' }, result: { score: 1, total: 12 } });
});

t.test('EXS-21 API-35 ERR-52 an exam that was handed in: its result, again after a failure', async (t) => {
  const bench = examBench(t);
  bench.server.submitted = { key: 'earlier', answers: { 101: 'A' } };
  const page = bench.page();
  const failing = (path: string) =>
    path.endsWith('/result') ? refusal(500, 'internal_error', 'Something went wrong') : undefined;
  bench.server.instead = [failing];
  await page.controller.open();
  await until(() => page.view().hasResultFailed);
  t.match(page.news, [{ type: 'result-failed', error: { message: 'Something went wrong' } }]);
  page.controller.readResult();
  await until(() => page.session().result !== null);
  t.match(page.session(), { phase: 'submitted', marks: { 101: 'A' }, result: { score: 1, total: 12 } });
  t.notOk(page.view().hasResultFailed);
  page.controller.answer(102, 'A');
  t.same(page.marks(), { 101: 'A' });
});

t.test('ERR-53 a result that is still on its way is no failure', async (t) => {
  const bench = examBench(t);
  bench.server.submitted = { key: 'earlier', answers: { 101: 'A' } };
  bench.server.instead = [
    (path) =>
      path.endsWith('/result') ? refusal(404, 'no_exam_result', 'No result found for this exam') : undefined,
  ];
  const page = await bench.openPage();
  await bench.passUntil(() => bench.sentTo('/result').length === 2);
  await until(() => page.session().result !== null);
  t.same(page.news, []);
});
