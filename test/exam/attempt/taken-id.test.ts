import type { TSchema } from '@sinclair/typebox';
import t from 'tap';
import { verifyCommand } from '../../../bin/nho/rebuild-command.ts';
import { repairExamsCommand } from '../../../bin/nho/repair-exams-command.ts';
import { ClientKey } from '../../../core/contract/endpoint.ts';
import { startId, startIds, submissionId, submissionIds } from '../../../core/exam/attempt/exam-event.ts';
import { submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { undoId } from '../../../core/learning/answering/undo.ts';
import { contracts } from '../../contract/all-contracts.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { studyCalls } from '../../learning/study-calls.ts';
import { review } from '../../log/given-events.ts';
import { commandRunner } from '../../nho/command-run.ts';
import { answersOf, givenExamClassroom } from '../given-exams.ts';
import { facts, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const ANSWER = { status: 2, time_spent: 5 };
const RANDOM = '5f0c7a44-9d0e-4b54-8e0a-2f5f2f3c6b10';

async function given() {
  const { exam, students } = await givenExamClassroom(api, { students: 1, key: 'ABCD' });
  const student = students[0]!;
  const deck = await api.addDeck((await api.register('teacher')).id, 2, { official: true });
  return {
    ...studyCalls(student),
    student,
    exam,
    card: deck.cards[0]!,
    lan: takingCalls(exam.id, student),
  };
}

/** Calls that take a key of the client's: in a header, or in the address. What is done to many cards is no event of the log. */
const keyed = column(
  contracts
    .filter(({ url }) => !/\/cards\/(many|edits)/.test(url))
    .filter(({ schema }) =>
      [schema.headers, schema.params].some((part) =>
        Object.entries<TSchema>(part?.properties ?? {}).some(
          ([name, { pattern }]) => name === 'idempotency-key' || pattern === ClientKey.pattern,
        ),
      ),
    ),
  'url',
);

t.test('LRN-42 SL-01 no key of a client can stand where an event of the server will stand', async (t) => {
  const { student, exam, card, lan, progress } = await given();
  const derived = [...startIds(exam.id, student.id), ...submissionIds(exam.id, student.id), undoId(RANDOM)];
  for (const attempt of [2, 3])
    derived.push(startId(exam.id, student.id, attempt), submissionId(exam.id, student.id, attempt));
  // Also in capitals, and of any version but 4.
  const others = ['1', '3', '5', '7', '8', 'f'].map((version) => RANDOM.replace('-4', `-${version}`));
  for (const key of [...derived, ...derived.map((id) => id.toUpperCase()), ...others]) {
    const headers = { 'Idempotency-Key': key };
    const refusals = [
      await progress(card, ANSWER, headers),
      await lan.submit(answersOf(exam, 'ABCD'), key),
      await student.call('POST /api/reviews/:reviewId/undo', { params: { reviewId: key } }),
    ];
    for (const { status, body } of refusals)
      t.match([status, body], [422, { code: 'validation_failed' }], key);
    t.equal(refusals.length, new Set(keyed).size, `all of ${keyed.join()}`);
  }
  const { rowCount } = await api.pool.query('select from events where student_id = $1', [student.id]);
  t.equal(rowCount, 0);
  t.equal((await lan.open()).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'ABCD'))).status, 200);
});

/** Puts an answer where an event of an exam would stand, as a student could before keys were checked. */
const take = (studentId: number, id: string) => api.services.appender.append({ ...review(studentId), id });

const isDone = async (examId: number, studentId: number): Promise<boolean> => {
  const rows = await api.sql<{ is_submitted: boolean }>`select is_submitted from exam_attempts
    where exam_id = ${examId} and student_id = ${studentId}`;
  return rows[0]!.is_submitted;
};

t.test('SL-48 an exam whose ids something else has is begun and handed in once all the same', async (t) => {
  const { student, exam, lan } = await given();
  await take(student.id, startId(exam.id, student.id));
  await take(student.id, submissionId(exam.id, student.id));

  const attempts = await Promise.all(Array.from({ length: 5 }, () => lan.attempt()));
  t.equal(new Set(attempts.map(({ deadline_at }) => deadline_at)).size, 1);
  t.equal((await facts(api, 'ExamStarted', exam.id)).length, 1);
  t.match(attempts[0], { submitted: false });
  await api.sql`delete from exam_attempts where exam_id = ${exam.id}`;
  t.match(await lan.attempt(), { deadline_at: attempts[0]!.deadline_at }, 'from the log');
  t.equal((await lan.save(0, answersOf(exam, 'AB'))).status, 200);

  const sent = await Promise.all(Array.from({ length: 5 }, () => lan.submit(answersOf(exam, 'ABC'))));
  t.equal(sent.filter(({ status }) => status === 200).length, 1);
  const points = { score: 3, total: 4 };
  for (const answer of [...sent.filter(({ status }) => status !== 200), await lan.save(1, {})])
    refused(t, answer, 'exam_already_submitted', '', { data: points });
  t.equal((await facts(api, 'ExamSubmitted', exam.id)).length, 1);
  t.match(await lan.attempt(), { submitted: true });
  await api.project();
  t.match((await lan.result()).body.data, points);
});

t.test('SL-48 at its end it is handed in by the server', async (t) => {
  const { student, exam, lan } = await given();
  const { deadline_at } = await lan.attempt();
  await lan.save(0, answersOf(exam, 'AB'));
  await take(student.id, submissionId(exam.id, student.id));
  await api.databaseClock.stopAt(Date.parse(deadline_at) + 60_000);
  await submitOverdue({ pool: api.pool, appender: api.services.appender });
  t.equal(await isDone(exam.id, student.id), true);
  t.match(await facts(api, 'ExamSubmitted', exam.id), [{ data: { by: 'server' }, at: deadline_at }]);
  await api.project();
  t.match((await lan.result()).body.data, { score: 2, total: 4 });
});

t.test('SL-48 exams that count as handed in without a submission are found and put right', async (t) => {
  const run = await commandRunner(t, api.databaseUrl);
  const [over, running, fine] = [await given(), await given(), await given()];
  await api.databaseClock.stopAt(Date.now() - 40 * 60_000);
  const { deadline_at } = await over.lan.attempt();
  await over.lan.save(0, answersOf(over.exam, 'AB-A'));
  await api.databaseClock.stopAt(Date.now());
  await running.lan.attempt();
  await fine.lan.attempt();
  t.equal((await fine.lan.submit(answersOf(fine.exam, 'ABCD'))).status, 200);
  for (const { student, exam } of [over, running]) {
    await take(student.id, submissionId(exam.id, student.id));
    await api.sql`update exam_attempts set is_submitted = true where exam_id = ${exam.id}`;
  }

  const found = {
    exams: [
      { exam_id: over.exam.id, student_id: over.student.id, deadline_at, answers: 3, repair: 'hand in' },
      { exam_id: running.exam.id, student_id: running.student.id, answers: 0, repair: 'open again' },
    ],
  };
  for (let time = 0; time < 2; time++)
    t.match(await run(repairExamsCommand, {}), { code: 1, result: { applied: false, ...found } });
  t.same(await facts(api, 'ExamSubmitted', over.exam.id), [], 'nothing is changed unless that is asked for');
  t.match(await run(repairExamsCommand, { apply: true }), { code: 0, result: { applied: true, ...found } });
  t.match(await run(repairExamsCommand, { apply: true }), { code: 0, result: { exams: [] } });

  t.match(await facts(api, 'ExamSubmitted', over.exam.id), [{ data: { by: 'server' }, at: deadline_at }]);
  await api.project();
  t.match((await over.lan.result()).body.data, { score: 2, total: 4, submitted_by: 'server' });
  t.match(await running.lan.attempt(), { submitted: false });
  t.equal((await running.lan.submit(answersOf(running.exam, 'A'))).status, 200);
  t.equal((await facts(api, 'ExamSubmitted', fine.exam.id)).length, 1);
  await api.project();
  const verified = await run(verifyCommand, {}, 'exam_results');
  t.equal(verified.code, 0, JSON.stringify(verified));
});

t.test('the ids of first attempts are as logs had them before attempts had a number', async (t) => {
  t.equal(startId(1, 2), '6be7e98b-3dd9-811b-9ceb-e39e6ab7867a');
  t.equal(submissionId(1, 2), '922eade3-4e4c-8c3b-8d82-73819b3315d1');
  t.equal(startId(2_147_483_647, 3), '68afcbb8-2e73-8e8e-8386-2d3151b6197e');
  t.equal(submissionId(41, 100_000), 'ff6cdd4e-4b40-84f6-9991-de83ac903348');
  t.equal(startId(1, 2, 1), startId(1, 2));
  t.equal(submissionId(1, 2, 1), submissionId(1, 2));
});

t.test('each attempt of each student at each exam has a start and a submission of its own', async (t) => {
  const numbers = [1, 2, 11, 12, 21];
  const ids = numbers.flatMap((exam) =>
    numbers.flatMap((student) =>
      numbers.flatMap((attempt) => [startId(exam, student, attempt), submissionId(exam, student, attempt)]),
    ),
  );
  t.equal(new Set(ids).size, 2 * numbers.length ** 3);
  t.equal(startId(1, 2, 2), 'acf3b587-6445-80fd-8235-615c423a51e3', 'known, since it will be in logs');
  t.equal(submissionId(1, 2, 2), 'b4721e4a-a286-803c-9746-8c78a40455fd');
});
