import t from 'tap';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { refused, toldToWait } from '../../harness/refused.ts';
import { answersOf, givenExamClassroom } from '../given-exams.ts';
import { facts, takingCalls } from './taking-calls.ts';

const api = await startApi(t);

const stopClockAt = (ms: number): Promise<void> => api.databaseClock.stopAt(ms);
const iso = (ms: number): string => new Date(ms).toISOString();

async function started({
  students = 1,
  key = 'ABCD',
  now = Math.floor(Date.now() / 1_000) * 1_000 + 357,
} = {}) {
  await stopClockAt(now);
  const given = await givenExamClassroom(api, { students, key });
  const calls = given.students.map((student: TestAccount) => takingCalls(given.exam.id, student));
  const attempts = await Promise.all(calls.map((call) => call.attempt()));
  const deadline = Date.parse(attempts[0]!.deadline_at);
  return { ...given, calls, lan: calls[0]!, now, deadline };
}

const setHidden = (token: string, examId: number, is_hidden: boolean) =>
  api.call('PATCH /api/exams/:examId/visibility', { params: { examId }, token, body: { is_hidden } });

t.test('each save tells its version and the time left, and another device finds it', async (t) => {
  const { lan, exam, now } = await started();
  const [first, second] = exam.questions;
  const answers = answersOf(exam, 'B-C');
  await api.databaseClock.advance(4_000);
  const saved = await lan.save(0, answers, [second!.id]);
  t.equal(saved.status, 200, JSON.stringify(saved.body));
  t.same(saved.body, {
    success: true,
    data: { version: 1, saved_at: iso(now + 4_000), remaining_seconds: 1_796 },
  });
  t.match(await lan.attempt(), { answers, skipped: [second!.id], version: 1, saved_at: iso(now + 4_000) });
  t.match((await lan.save(1, { [first!.id]: 'D' })).body, { data: { version: 2 } });
  t.match((await lan.save(2, {})).body, { data: { version: 3 } });
  const { answers: none, skipped } = await lan.attempt();
  t.same([none, skipped], [{}, []], 'what was taken back is gone');
  t.same(await facts(api, 'ExamSubmitted', exam.id), [], 'and nothing is handed in');
});

t.test('a save from an older version changes nothing and tells what is kept', async (t) => {
  const { lan, exam } = await started();
  await lan.save(0, answersOf(exam, 'AB'));
  await lan.save(1, answersOf(exam, 'ABC'));
  const current = await lan.attempt();
  for (const version of [0, 1, 3, 2_147_483_647])
    refused(t, await lan.save(version, answersOf(exam, 'D')), 'exam_changed_elsewhere', '', {
      data: current,
    });
  t.same(await lan.attempt(), current);
});

t.test('of saves that are made from one version at once, one is kept', async (t) => {
  const { lan, exam } = await started({ key: 'ABCDABCDABCDABCDABCD' });
  for (let round = 0; round < 5; round++) {
    const saves = await Promise.all(
      exam.questions.map(({ id }) => lan.save(round, { [id]: 'A' }, [exam.questions[round]!.id])),
    );
    const winners = saves.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    t.equal(winners.length, 1);
    const kept = await lan.attempt();
    t.match(kept, { version: round + 1, answers: { [exam.questions[winners[0]!]!.id]: 'A' } });
    for (const { status, body } of saves)
      if (status !== 200) t.same([status, body.code, body.data], [409, 'exam_changed_elsewhere', kept]);
  }
});

t.test('saves that arrive in any order never put an older one over a newer one', async (t) => {
  const { calls, exam } = await started({ students: 120, key: 'ABCDA' });
  const versions = [0, 1, 2, 3, 4];
  const orders: number[][] = permutations(versions);
  t.equal(orders.length, calls.length);
  for (const [index, order] of orders.entries()) {
    const lan = calls[index]!;
    let kept = 0;
    for (const version of order) {
      const { status } = await lan.save(version, answersOf(exam, 'D'.repeat(1 + version)));
      if (status !== (version === kept ? 200 : 409)) t.fail(`${order}: ${version} ${status}`);
      if (version === kept) kept++;
    }
    const { version, answers } = await lan.attempt();
    if (version !== kept || Object.keys(answers).length !== kept)
      t.fail(`${order}: ${version} with ${JSON.stringify(answers)}`);
  }
});

function permutations(of: number[]): number[][] {
  if (of.length < 2) return [of];
  return of.flatMap((first) =>
    permutations(of.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

t.test('a save whose answer was lost is answered when it is sent again', async (t) => {
  const { lan, exam, now } = await started();
  const answers = answersOf(exam, 'AB');
  await lan.save(0, answers, [exam.questions[3]!.id]);
  await api.databaseClock.advance(7_000);
  const again = await lan.save(0, Object.fromEntries(Object.entries(answers).toReversed()), [
    exam.questions[3]!.id,
  ]);
  t.equal(again.status, 200, JSON.stringify(again.body));
  t.same(again.body.data, { version: 1, saved_at: iso(now), remaining_seconds: 1_793 }, 'kept once');
});

t.test('the first save of who has not opened the exam starts its clock', async (t) => {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 1;
  await stopClockAt(now);
  const { students, exam } = await givenExamClassroom(api);
  const saved = await takingCalls(exam.id, students[0]!).save(0, answersOf(exam, 'A'));
  t.same(saved.body.data, { version: 1, saved_at: iso(now), remaining_seconds: 1_800 });
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
});

t.test('what is no answer is refused and leaves what was kept', async (t) => {
  const { lan, exam, students } = await started();
  const other = await givenExamClassroom(api, { key: 'A' });
  const [first, second] = exam.questions.map(({ id }) => id);
  const foreign = other.exam.questions[0]!.id;
  await lan.save(0, { [first!]: 'A' });
  const kept = await lan.attempt();
  for (const [answers, skipped, named] of [
    [{ [foreign]: 'A' }, [], foreign],
    [{ [first!]: 'B' }, [foreign], foreign],
    [{ 2000000000: 'A', [second!]: 'B' }, [foreign], `${foreign}, 2000000000`],
    [{ 9999999999: 'A' }, [], 9_999_999_999],
  ] as const)
    refused(t, await lan.save(1, answers, [...skipped]), 'question_not_in_exam', '', {
      params: { questions: named },
    });
  for (const letter of ['E', 'a', '', 'AB', '1'])
    t.match(await lan.save(1, { [first!]: letter }), { status: 422, body: { code: 'validation_failed' } });
  const { token } = students[0]!;
  for (const body of [
    { version: 1, answers: { [first!]: null }, skipped: [] },
    { version: 1, answers: { abc: 'A' }, skipped: [] },
    { version: 1, answers: { 0: 'A' }, skipped: [] },
    { version: 1, answers: ['A'], skipped: [] },
    { version: 1, answers: {}, skipped: ['1'] },
    { version: 1, answers: {}, skipped: Array.from({ length: 1_001 }, () => first) },
    { version: -1, answers: {}, skipped: [] },
    { version: 1.5, answers: {}, skipped: [] },
    { version: 2_147_483_648, answers: {}, skipped: [] },
    { version: 1, skipped: [] },
    { version: 1, answers: {} },
  ])
    t.match(
      await api.unchecked('POST /api/exams/:examId/answers', { params: { examId: exam.id }, token, body }),
      { status: 422, body: { code: 'validation_failed' } },
    );
  t.same(await lan.attempt(), kept);
});

t.test('a question that was taken out meanwhile may still be answered', async (t) => {
  const { lan, exam, teacher } = await started();
  const [first, ...rest] = exam.questions;
  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: { title: 'Unit 1', duration_minutes: 30, main_content_type: 'none', questions: rest },
  });
  t.equal((await lan.save(0, { [first!.id]: 'A', [rest[0]!.id]: 'B' })).status, 200);
});

t.test('it is taken until the end of the grace, to the millisecond, whenever it was begun', async (t) => {
  const base = Math.floor(Date.now() / 1_000) * 1_000;
  for (const fraction of [0, 1, 123, 249, 333, 500, 666, 999]) {
    const { lan, exam, deadline } = await started({ now: base + fraction });
    t.equal(deadline, base + fraction + 1_800_000);
    let version = 0;
    for (const offset of [-1, 0, 1, 5_000, 9_999, 10_000]) {
      await stopClockAt(deadline + offset);
      const saved = await lan.save(version++, answersOf(exam, 'ABCD'.slice(version % 4)));
      t.same(
        [saved.status, saved.body.data?.version, saved.body.data?.remaining_seconds],
        [200, version, -offset / 1_000],
        `${fraction} ms, ${offset} ms after the end`,
      );
    }
    const kept = await lan.attempt();
    for (const offset of [10_001, 10_002, 3_600_000]) {
      await stopClockAt(deadline + offset);
      refused(t, await lan.save(version, {}), 'exam_time_over');
    }
    const { remaining_seconds, ...after } = await lan.attempt();
    t.same({ ...after, remaining_seconds: -10 }, kept);
    t.equal(remaining_seconds, -3_600);
  }
});

t.test('after the submission nothing is saved, and its result is told', async (t) => {
  const { lan, exam, teacher } = await started();
  await lan.save(0, answersOf(exam, 'DDDD'));
  t.equal((await lan.submit(answersOf(exam, 'ABCA'))).status, 200);
  const points = { score: 3, total: 4 };
  for (const version of [0, 1, 2])
    refused(t, await lan.save(version, {}), 'exam_already_submitted', '', { data: points });
  t.match(await lan.attempt(), { submitted: true, version: 1, answers: answersOf(exam, 'DDDD') });
  await setHidden(teacher.token, exam.id, true);
  refused(t, await lan.save(1, {}), 'exam_already_submitted', '', { data: points });
});

t.test('SL-23 SL-24 ERR-54 hidden, unassigned or out of the class: no more is saved, or lost', async (t) => {
  const { lan, exam, teacher, students, classId } = await started();
  const answers = answersOf(exam, 'AB');
  await lan.save(0, answers);
  const unauthorized = async () => {
    for (const version of [0, 1]) refused(t, await lan.save(version, {}), 'exam_submit_unauthorized');
  };
  await setHidden(teacher.token, exam.id, true);
  await unauthorized();
  await setHidden(teacher.token, exam.id, false);
  t.match(await lan.attempt(), { answers, version: 1 });

  const assign = (class_ids: number[]) =>
    teacher.call('POST /api/exams/:examId/classes', { params: { examId: exam.id }, body: { class_ids } });
  await assign([]);
  await unauthorized();
  await assign([classId]);
  t.equal((await lan.save(1, answersOf(exam, 'ABC'))).status, 200);

  await teacher.data('DELETE /api/classes/:classId/students/:studentId', {
    params: { classId, studentId: students[0]!.id },
  });
  await unauthorized();
  const stranger = takingCalls(exam.id, await api.register('student'));
  refused(t, await stranger.save(0, {}), 'exam_submit_unauthorized');
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1, 'and no clock is started');

  await teacher.data('DELETE /api/exams/:examId', { params: { examId: exam.id } });
  refused(t, await lan.save(2, {}), 'exam_not_found');
});

t.test('SL-44 ERR-45 after 120 saves a minute a student is told to wait, and others are not', async (t) => {
  const { calls, lan, exam } = await started({ students: 2 });
  const saves = await Promise.all(Array.from({ length: 120 }, () => lan.save(0, answersOf(exam, 'AB'))));
  t.same(new Set(saves.map(({ status }) => status)), new Set([200]));
  toldToWait(t, await lan.save(1, answersOf(exam, 'CD')));
  t.match(
    await lan.attempt(),
    { version: 1, answers: answersOf(exam, 'AB') },
    'what was refused is not kept',
  );
  t.equal((await calls[1]!.save(0, answersOf(exam, 'AB'))).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'ABCD'))).status, 200, 'and handing in goes on');
});
