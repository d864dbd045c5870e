import t from 'tap';
import { until } from '../../harness/until.ts';
import { headerOf } from '../../lib/live/fake-network.ts';
import { examBench, refusal } from './exam-bench.ts';

const KEY = /^[0-9a-f-]{36}$/;

t.test('EXS-14 EXS-16 EXS-18 API-36 handing in, once, and only when something was done', async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
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
  const bench = examBench(t);
  const page = await bench.openPage();
  page.controller.skip(101);
  page.controller.submit();
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, {});
});

t.test('without the network it waits, over a reload too, and comes in once under one key', async (t) => {
  const bench = examBench(t);
  const first = await bench.openPage();
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
  const keys = new Set(bench.sentTo('/submit').map((sent) => headerOf(sent, 'Idempotency-Key')));
  t.equal(keys.size, 1);
  t.notOk(again.view().isHandInWaiting);
});

t.test('EXS-26 an exam of which the server lost the beginning is opened again, and handed in', async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
  page.controller.answer(101, 'A');
  bench.server.instead = [() => refusal(409, 'exam_not_begun', 'Open this exam before you hand it in')];
  page.controller.submit();
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, { 101: 'A' });
  const keys = bench.sentTo('/submit').map((sent) => headerOf(sent, 'Idempotency-Key'));
  t.same(keys, [keys[0], keys[0]]);
  t.same(page.newsTypes(), ['submitted']);
});

t.test("ERR-55 'Exam already submitted' is shown, and the first result with its answers", async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
  page.controller.answer(101, 'B');
  bench.server.submitted = { key: 'elsewhere', answers: { 101: 'A', 102: 'A' } };
  page.controller.submit();
  await page.inPhase('submitted');
  t.match(page.news, [{ type: 'refused', error: { message: 'Exam already submitted' } }]);
  await until(() => page.marks()?.[102] === 'A');
  t.match(page.session(), { marks: { 101: 'A', 102: 'A' }, result: { score: 2, total: 12 } });
});

t.test('ERR-55 a save that finds the exam handed in says the same', async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
  bench.server.submitted = { key: 'elsewhere', answers: { 102: 'A' } };
  page.controller.answer(101, 'B');
  await bench.pass(1);
  await page.inPhase('submitted');
  await until(() => page.marks()?.[102] === 'A');
  t.match(page.session(), { marks: { 102: 'A' }, result: { score: 1 } });
  t.same(page.newsTypes(), ['refused']);
});

t.test("ERR-54 'Unauthorized to submit this exam': the answers stay; it can be tried again", async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
  page.controller.answer(101, 'A');
  bench.server.instead = [() => refusal(403, 'exam_submit_unauthorized', 'Unauthorized to submit this exam')];
  page.controller.submit();
  await until(() => page.news.length > 0);
  t.match(page.news, [{ type: 'refused', error: { message: 'Unauthorized to submit this exam' } }]);
  t.match(page.session(), { phase: 'taking', marks: { 101: 'A' } });
  page.controller.submit();
  await page.inPhase('submitted');
  t.same(page.newsTypes(), ['refused', 'submitted']);
});

t.test('ERR-56 EXS-17 another failure is told, and the student may submit again', async (t) => {
  const bench = examBench(t);
  const page = await bench.openPage();
  page.controller.answer(101, 'A');
  bench.server.instead = [() => refusal(500, 'internal_error', 'Something went wrong')];
  page.controller.submit();
  await until(() => page.news.length > 0);
  t.match(page.news, [{ type: 'submit-failed', error: { message: 'Something went wrong' } }]);
  t.match(page.session(), { phase: 'taking', submission: null });
  page.controller.submit();
  await page.inPhase('submitted');
  const keys = new Set(bench.sentTo('/submit').map((sent) => headerOf(sent, 'Idempotency-Key')));
  t.equal(keys.size, 2, 'a new submission, a new key');
});

t.test('EXS-13 CX-17 at zero it is handed in by itself, even empty', async (t) => {
  const bench = examBench(t, { minutes: 5 });
  const page = await bench.openPage();
  await bench.pass(299);
  t.equal(page.session().phase, 'taking');
  await bench.pass(1);
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, {});
  t.same(page.session().result, { score: 0, total: 12, time_spent_seconds: 300 });
  t.same(page.newsTypes(), ['submitted']);
});

t.test('EXS-13 what was answered in the last second comes with it', async (t) => {
  const bench = examBench(t, { minutes: 5 });
  const page = await bench.openPage();
  await bench.pass(299.5);
  page.controller.answer(101, 'A');
  await bench.pass(0.5);
  await page.inPhase('submitted');
  t.same(bench.server.submitted?.answers, { 101: 'A' });
});

t.test('the network is gone at zero: nothing can be changed, and all comes when it is back', async (t) => {
  const bench = examBench(t, { minutes: 5 });
  const page = await bench.openPage();
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
  const bench = examBench(t, { minutes: 5 });
  const first = await bench.openPage();
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
  const bench = examBench(t, { minutes: 5 });
  const page = await bench.openPage();
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
