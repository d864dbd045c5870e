import type { TSchema } from '@sinclair/typebox';
import t from 'tap';
import { ClientKey } from '../../../core/contract/endpoint.ts';
import {
  examStarted,
  examSubmitted,
  startId,
  startIds,
  submissionId,
  submissionIds,
} from '../../../core/exam/attempt/exam-event.ts';
import { undoId } from '../../../core/learning/answering/undo.ts';
import { contracts } from '../../contract/all-contracts.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { studyCalls } from '../../learning/study-calls.ts';
import { review } from '../../log/given-events.ts';
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

t.test(
  'SL-48 an exam whose first ids something else has is read where an earlier version put it',
  async (t) => {
    const { student, exam, lan } = await given();
    const { appender } = api.services;
    await take(student.id, startId(exam.id, student.id));
    await take(student.id, submissionId(exam.id, student.id));
    const start = examStarted({ exam_id: exam.id, duration_minutes: 30 }, student.id, Date.now());
    await appender.append({ ...start, id: startIds(exam.id, student.id)[1] });
    await api.sql`insert into exam_attempts (exam_id, partition, student_id, started_at, deadline_at)
    values (${exam.id}, partition_of(${student.id}::integer), ${student.id}, ${start.occurredAt}, ${new Date(+start.occurredAt + 1_800_000)})`;
    t.match(await lan.attempt(), { submitted: false }, 'an answer is no submission');
    t.equal((await lan.save(0, answersOf(exam, 'AB'))).status, 200);

    const submission = examSubmitted(
      { exam_id: exam.id, answers: answersOf(exam, 'ABC'), time_spent: 60, late: 0, by: 'student' },
      { studentId: student.id, key: RANDOM, at: Date.now() },
    );
    await appender.append({ ...submission, id: submissionIds(exam.id, student.id)[1] });
    t.match(await lan.attempt(), { submitted: true });
    const points = { score: 3, total: 4 };
    for (const answer of [await lan.submit(answersOf(exam, 'ABCD')), await lan.save(1, {})])
      refused(t, answer, 'exam_already_submitted', '', { data: points });
    t.equal((await facts(api, 'ExamSubmitted', exam.id)).length, 1);
    await api.project();
    t.match((await lan.result()).body.data, points);
  },
);

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
