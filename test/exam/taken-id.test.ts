import t from 'tap';
import { startId, submissionId } from '../../core/exam/exam-event.ts';
import { submitOverdue } from '../../core/exam/submit.ts';
import { undoId } from '../../core/learning/undo.ts';
import { startApi } from '../api-harness.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { review } from '../log/given-events.ts';
import { answersOf, givenExamClassroom } from './given-exams.ts';
import { facts, takingCalls } from './taking-calls.ts';

const api = await startApi(t);
const ANSWER = { status: 2, time_spent: 5 };
const RANDOM = '5f0c7a44-9d0e-4b54-8e0a-2f5f2f3c6b10';

async function given() {
  const { exam, students } = await givenExamClassroom(api, { students: 1, key: 'ABCD' });
  const student = students[0]!;
  const deck = await api.addDeck((await api.register('teacher')).id, 2, { official: true });
  return {
    ...studyCalls(api, student),
    student,
    exam,
    card: deck.cards[0]!,
    lan: takingCalls(api, exam.id, student),
  };
}

t.test('LRN-42 SL-01 no key of a client can stand where an event of the server will stand', async (t) => {
  const { student, exam, card, lan, progress } = await given();
  const derived = [startId(exam.id, student.id), submissionId(exam.id, student.id), undoId(RANDOM)];
  // Also in capitals, and of any version but 4.
  const others = ['1', '3', '5', '7', '8', 'f'].map((version) => RANDOM.replace('-4', `-${version}`));
  for (const key of [...derived, ...derived.map((id) => id.toUpperCase()), ...others]) {
    const headers = { 'Idempotency-Key': key };
    const refusals = [
      await progress(card, ANSWER, headers),
      await lan.submit(answersOf(exam, 'ABCD'), key),
      await api.call('POST', `/api/reviews/${key}/undo`, { token: student.token }),
    ];
    for (const { status, body } of refusals)
      t.match([status, body], [422, { code: 'validation_failed' }], key);
  }
  const { rowCount } = await api.pool.query('select from events where student_id = $1', [student.id]);
  t.equal(rowCount, 0);
  t.equal((await lan.open()).status, 200);
  t.equal((await lan.submit(answersOf(exam, 'ABCD'))).status, 200);
});

t.test('SL-48 an id that something else has taken is no submission: the attempt stays open', async (t) => {
  const { student, exam, lan } = await given();
  const other = await given();
  const { deadline_at } = await lan.attempt();
  await other.lan.attempt();
  await api.services.appender.append({ ...review(student.id), id: submissionId(exam.id, student.id) });

  const sent = await lan.submit(answersOf(exam, 'ABCD'));
  t.match([sent.status, sent.body], [500, { code: 'internal_error' }], 'it is not said to be handed in');
  const desk = { ...api.services, pool: api.pool, now: () => Date.parse(deadline_at) + 60_000 };
  await t.rejects(submitOverdue(desk), {
    message: `student ${student.id} cannot hand in an exam: in the log, ${submissionId(exam.id, student.id)} is CardReviewed`,
  });
  const { rows } = await api.pool.query(
    'select student_id as id, is_submitted as done from exam_attempts order by student_id',
  );
  t.same(
    rows.filter(({ id }) => [student.id, other.student.id].includes(id)),
    [
      { id: student.id, done: false },
      { id: other.student.id, done: true },
    ],
    'nobody else is held up',
  );
  t.same(await facts(api, 'ExamSubmitted', exam.id), []);
});
