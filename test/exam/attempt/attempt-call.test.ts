import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { refused, toldToWait } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { answersOf, examBody, givenClassOf, givenExamClassroom } from '../given-exams.ts';
import { facts, iso, MINUTE, someMoment, started, takingCalls } from './taking-calls.ts';

const api = await startApi(t);

async function stopClock(now = someMoment()): Promise<number> {
  await api.databaseClock.stopAt(now);
  return now;
}

t.test('EXM-01 CX-24 SL-48 SL-49 API-34 the first GET starts the clock and tells no key', async (t) => {
  const now = await stopClock();
  const { students, exam } = await givenExamClassroom(api, { key: 'AB', main_content_type: 'none' });
  const lan = takingCalls(exam.id, students[0]!);
  const opened = await lan.open();
  t.equal(opened.status, 200, JSON.stringify(opened.body));
  const { question_count, submission_count, classes, ...shown } = exam;
  const attempt = {
    ...{ started_at: iso(now), deadline_at: iso(now + 30 * MINUTE), remaining_seconds: 1_800 },
    ...{ submitted: false, answers: {}, skipped: [], version: 0, saved_at: null },
  };
  const questions = exam.questions.map(({ correct_option, ...question }) => question);
  t.same(opened.body, { success: true, data: { ...shown, questions, attempt } });
  await api.databaseClock.advance(90_250);
  t.same(await lan.attempt(), { ...attempt, remaining_seconds: 1_709.75 }, 'nothing but time has passed');
  t.same(await facts(api, 'ExamStarted', exam.id), [
    { student_id: students[0]!.id, data: { exam_id: exam.id, duration_minutes: 30 }, at: iso(now) },
  ]);
});

t.test('SL-48 twenty windows on two API processes begin one attempt', async (t) => {
  await stopClock();
  const second = await startApi(t, { databaseUrl: api.databaseUrl, clockOffset: 12_345 });
  const { students, exam } = await givenExamClassroom(api);
  const windows = Array.from({ length: 20 }, (_, index) =>
    takingCalls(exam.id, students[0]!.as(index % 2 ? { api: second } : {})).attempt(),
  );
  const attempts = await Promise.all(windows);
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
  t.equal(new Set(attempts.map(({ deadline_at }) => deadline_at)).size, 1);
  t.equal(new Set(attempts.map(({ started_at }) => started_at)).size, 1);
});

t.test('SL-48 a duration that is edited later counts for who begins later', async (t) => {
  const { teaching, lan, exam, classId, teacher, deadline, now } = await started(api, { key: 'A' });
  const minh = await api.register('student');
  await givenClassOf(teacher, [minh]).then((other) => teaching.setClasses(exam.id, [classId, other]));
  await teaching.update(exam.id, examBody('', { duration_minutes: 180, questions: exam.questions }));
  t.equal((await lan.attempt()).deadline_at, iso(deadline));
  t.equal((await takingCalls(exam.id, minh).attempt()).deadline_at, iso(now + 180 * MINUTE));
});

t.test('SL-48 no way to begin again: another window, an own clock, the class, or a lost row', async (t) => {
  const { teacher, teaching, students, classId, exam, lan, now, deadline } = await started(api);
  const student = students[0]!;
  const deadline_at = iso(deadline);
  await api.databaseClock.advance(10 * MINUTE);
  const claims = { started_at: iso(now + 10 * MINUTE), remaining_seconds: 1_800, time_spent: 0 };
  const saved = await student.data('POST /api/exams/:examId/answers', {
    params: { examId: exam.id },
    body: { version: 0, answers: {}, skipped: [], ...claims },
    headers: { date: new Date(now).toUTCString() },
  });
  t.same(saved, { version: 1, saved_at: iso(now + 10 * MINUTE), remaining_seconds: 1_200 });

  await student.data('POST /api/classes/:classId/leave', { params: { classId } });
  t.equal((await lan.open()).status, 403);
  await student.data('POST /api/classes/:classId/join', { params: { classId } });
  await teacher.data('POST /api/classes/:classId/approve/:studentId', {
    params: { classId, studentId: student.id },
  });
  t.match(await lan.attempt(), { deadline_at, remaining_seconds: 1_200, version: 1 });

  await teaching.update(exam.id, examBody('', { duration_minutes: 180, questions: exam.questions }));
  await api.sql`delete from exam_attempts where exam_id = ${exam.id}`;
  t.match(await lan.attempt(), { started_at: iso(now), deadline_at, remaining_seconds: 1_200 }, 'by the log');

  await api.databaseClock.advance(20 * MINUTE + 1_500);
  t.match(await lan.attempt(), { deadline_at, remaining_seconds: -1.5 });
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
});

t.test('SL-23 SL-24 ERR-54 a closed exam is not opened, saved or handed in, and loses nothing', async (t) => {
  const { lan, exam, teaching, teacher, students, classId } = await started(api);
  const [pending, stranger] = [await api.register('student'), await api.register('student')];
  await pending.data('POST /api/classes/:classId/join', { params: { classId } });
  const answers = answersOf(exam, 'AB');
  await lan.save(0, answers);
  const closed = async (what: string, calls = lan) => {
    refused(t, await calls.open(), 'exam_not_accessible', what);
    for (const version of [0, 1]) refused(t, await calls.save(version, {}), 'exam_submit_unauthorized', what);
    refused(t, await calls.submit(answers), 'exam_submit_unauthorized', what);
  };
  await closed('who has asked to join', takingCalls(exam.id, pending));
  await closed('of no class', takingCalls(exam.id, stranger));
  await teaching.setHidden(exam.id, true);
  await closed('hidden');
  await teaching.setHidden(exam.id, false);
  t.match(await lan.attempt(), { answers, version: 1 });
  for (const classes of [[], [await givenClassOf(teacher, [stranger])]]) {
    await teaching.setClasses(exam.id, classes);
    await closed('of none of the classes');
  }
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1, 'no other clock has been started');
  t.equal((await takingCalls(exam.id, stranger).open()).status, 200);
  await teaching.setClasses(exam.id, [classId]);
  t.equal((await lan.save(1, answersOf(exam, 'ABC'))).status, 200);
  const left = { params: { classId, studentId: students[0]!.id } };
  await teacher.data('DELETE /api/classes/:classId/students/:studentId', left);
  await closed('out of the class');
  t.same(await facts(api, 'ExamSubmitted', exam.id), []);
  refused(t, await takingCalls(2_000_000_000, stranger).open(), 'exam_not_found');
});

t.test('SL-23 who has handed in reads the own result, however closed the exam is', async (t) => {
  const { teaching, students, classId, exam, lan } = await started(api, { key: 'AB' });
  t.equal((await lan.submit(answersOf(exam, 'A'))).status, 200);
  await api.project();
  const before = await lan.result();
  t.equal(before.status, 200);

  await teaching.setHidden(exam.id, true);
  await teaching.setClasses(exam.id, []);
  await students[0]!.data('POST /api/classes/:classId/leave', { params: { classId } });
  refused(t, await lan.open(), 'exam_not_accessible');
  const after = await lan.result();
  t.same([after.status, after.body], [200, before.body]);

  await teaching.remove(exam.id);
  // Other processes hear of it a moment later.
  await until(async () => (await lan.result()).body.code === 'exam_not_found');
  refused(t, await lan.result(), 'exam_not_found');
});

t.test('each save tells its version and the time left, and another device finds it', async (t) => {
  const { lan, exam, now } = await started(api);
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
  const { lan, exam } = await started(api);
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
  const { lan, exam } = await started(api, { key: 'ABCDABCDABCDABCDABCD' });
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
  const { calls, exam } = await started(api, { students: 120, key: 'ABCDA' });
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
  const { lan, exam, now } = await started(api);
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
  const now = await stopClock();
  const { students, exam } = await givenExamClassroom(api);
  const saved = await takingCalls(exam.id, students[0]!).save(0, answersOf(exam, 'A'));
  t.same(saved.body.data, { version: 1, saved_at: iso(now), remaining_seconds: 1_800 });
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
});

t.test('what is no answer is refused and leaves what was kept', async (t) => {
  const { lan, exam, students } = await started(api);
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
  const { lan, exam, teaching } = await started(api);
  const [first, ...rest] = exam.questions;
  await teaching.update(exam.id, examBody('', { questions: rest }));
  t.equal((await lan.save(0, { [first!.id]: 'A', [rest[0]!.id]: 'B' })).status, 200);
});

t.test('it is taken until the end of the grace, to the millisecond, whenever it was begun', async (t) => {
  const base = Math.floor(Date.now() / 1_000) * 1_000;
  for (const fraction of [0, 1, 123, 249, 333, 500, 666, 999]) {
    const { lan, exam, deadline } = await started(api, { now: base + fraction });
    t.equal((await lan.attempt()).deadline_at, iso(deadline));
    let version = 0;
    for (const offset of [-1, 0, 1, 5_000, 9_999, 10_000]) {
      await stopClock(deadline + offset);
      const saved = await lan.save(version++, answersOf(exam, 'ABCD'.slice(version % 4)));
      t.same(
        [saved.status, saved.body.data?.version, saved.body.data?.remaining_seconds],
        [200, version, -offset / 1_000],
        `${fraction} ms, ${offset} ms after the end`,
      );
    }
    const kept = await lan.attempt();
    for (const offset of [10_001, 10_002, 3_600_000]) {
      await stopClock(deadline + offset);
      refused(t, await lan.save(version, {}), 'exam_time_over');
    }
    const { remaining_seconds, ...after } = await lan.attempt();
    t.same({ ...after, remaining_seconds: -10 }, kept);
    t.equal(remaining_seconds, -3_600);
  }
});

t.test('after the submission nothing is saved, and its result is told', async (t) => {
  const { lan, exam, teaching } = await started(api);
  await lan.save(0, answersOf(exam, 'DDDD'));
  t.equal((await lan.submit(answersOf(exam, 'ABCA'))).status, 200);
  const points = { score: 3, total: 4 };
  for (const version of [0, 1, 2])
    refused(t, await lan.save(version, {}), 'exam_already_submitted', '', { data: points });
  t.match(await lan.attempt(), { submitted: true, version: 1, answers: answersOf(exam, 'DDDD') });
  await teaching.setHidden(exam.id, true);
  refused(t, await lan.save(1, {}), 'exam_already_submitted', '', { data: points });
});

t.test('SL-44 ERR-45 after 120 saves a minute a student is told to wait, and others are not', async (t) => {
  const { calls, lan, exam } = await started(api, { students: 2 });
  const saves = await Promise.all(Array.from({ length: 120 }, () => lan.save(0, answersOf(exam, 'AB'))));
  t.same(new Set(saves.map(({ status }) => status)), new Set([200]));
  toldToWait(t, await lan.save(1, answersOf(exam, 'CD')));
  t.match(await lan.attempt(), { version: 1, answers: answersOf(exam, 'AB') }, 'the refused is not kept');
  t.equal((await calls[1]!.save(0, answersOf(exam, 'AB'))).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'ABCD'))).status, 200, 'and handing in goes on');
});
