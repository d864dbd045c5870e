import type { ClientBase, Pool } from 'pg';
import { AppError } from '../errors.ts';
import type { Appender, NewEvent } from '../log/appender.ts';
import { formatPosition, partitionOf } from '../log/position.ts';
import { UNKNOWN_MIGRATIONS } from '../newer-database.ts';
import { inTransaction } from '../transaction.ts';
import { type AttemptRow, beginAttempt, type ExamDesk, endsAt } from './attempt.ts';
import type { Answers, OptionLetter } from './exam.schema.ts';
import { isOpenTo } from './exam-access.ts';
import { requireQuestions } from './exam-changes.ts';
import { examSubmitted, submissionId } from './exam-event.ts';
import { GRACE_SECONDS } from './exam-limits.ts';
import { scoreOf } from './scoring.ts';
import type { Score } from './submission.schema.ts';

/** The points of answers by the exam's present key. Throws `exam_not_found`. */
async function scoreNow(pool: Pool, examId: number, answers: Answers): Promise<Score> {
  const { rows } = await pool.query<{ id: number | null; correct_option: OptionLetter }>({
    name: 'exam_key',
    text: `select q.id, q.correct_option from exams e
           left join exam_questions q on q.exam_id = e.id and q.ordinal is not null
           where e.id = $1 order by q.ordinal`,
    values: [examId],
  });
  if (!rows.length) throw new AppError('exam_not_found');
  return scoreOf(
    rows.flatMap(({ id, correct_option }) => (id === null ? [] : [{ id, correct_option }])),
    answers,
  );
}

/** The refusal of a second submission, with what the first was worth. */
export async function alreadySubmitted(pool: Pool, examId: number, studentId: number): Promise<AppError> {
  const { rows } = await pool.query<{ answers: Answers }>({
    name: 'first_submission',
    text: `select data->'answers' as answers from events
           where partition = $1 and student_id = $2 and id = $3 and type = 'ExamSubmitted'`,
    values: [partitionOf(studentId), studentId, submissionId(examId, studentId)],
  });
  return new AppError('exam_already_submitted', {
    data: await scoreNow(pool, examId, rows[0]?.answers ?? {}),
  });
}

const isStored = async (pool: Pool, examId: number, studentId: number): Promise<boolean> =>
  (
    await pool.query({
      name: 'is_submitted',
      text: `select from events where partition = $1 and student_id = $2 and id = $3 and type = 'ExamSubmitted'`,
      values: [partitionOf(studentId), studentId, submissionId(examId, studentId)],
    })
  ).rowCount === 1;

/** Ends attempts: nothing is saved to them any more, and no clock runs. */
const markSubmitted = async (
  db: Pick<ClientBase, 'query'>,
  examIds: number[],
  studentIds: number[],
): Promise<void> =>
  void (await db.query({
    name: 'mark_submitted',
    text: `update exam_attempts a set is_submitted = true from unnest($1::integer[], $2::integer[]) s (exam_id, student_id)
           where a.exam_id = s.exam_id and a.student_id = s.student_id`,
    values: [examIds, studentIds],
  }));

const seconds = (from: number, until: number): number => Math.max(0, Math.floor((until - from) / 1_000));

/** What is handed in at a moment; past the end and its grace it is late. */
const timing = ({ startedAt, deadlineAt }: AttemptRow, now: number) => ({
  time_spent: seconds(startedAt, now),
  late: now > deadlineAt + GRACE_SECONDS * 1_000 ? seconds(deadlineAt, now) : 0,
});

/**
 * Hands an exam in. It counts once, however often and from wherever it is sent: a repetition with the same key and
 * answers is answered as the first time, anything else `exam_already_submitted` with the first one's points. Throws
 * also `exam_not_found`, `exam_submit_unauthorized` and `question_not_in_exam`.
 */
export async function submitExam(
  desk: ExamDesk,
  { examId, studentId, answers, key }: { examId: number; studentId: number; answers: Answers; key: string },
): Promise<Score & { position: string }> {
  const { pool, appender } = desk;
  // What was handed in stays so, and is told, also after the exam has been hidden.
  if (!(await isOpenTo(pool, examId, studentId)) && !(await isStored(pool, examId, studentId)))
    throw new AppError('exam_submit_unauthorized');
  await requireQuestions(pool, examId, Object.keys(answers).map(Number));
  const attempt = await beginAttempt(desk, examId, studentId);
  const at = desk.now();
  const event = examSubmitted(
    { exam_id: examId, answers, ...timing(attempt, at), by: 'student' },
    { studentId, key, at },
  );
  try {
    const position = await appender.append(event);
    await markSubmitted(pool, [examId], [studentId]);
    return { ...(await scoreNow(pool, examId, answers)), position: formatPosition(position) };
  } catch (error) {
    if (!isConflict(error)) throw error;
    await requireSubmission(pool, event);
    throw await alreadySubmitted(pool, examId, studentId);
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'idempotency_conflict';

/** Throws unless what stands in the log at a submission's id is a submission: nothing else means that it was handed in. */
async function requireSubmission(pool: Pool, { studentId, id }: NewEvent): Promise<void> {
  const { rows } = await pool.query<{ type: string }>({
    name: 'event_type',
    text: 'select type from events where partition = $1 and student_id = $2 and id = $3',
    values: [partitionOf(studentId), studentId, id],
  });
  if (rows[0]?.type !== 'ExamSubmitted')
    throw new Error(
      `student ${studentId} cannot hand in an exam: in the log, ${id} is ${rows[0]?.type ?? 'missing'}`,
    );
}

/** Attempts that one sweep takes. */
const SWEEP_SIZE = 500;

interface Overdue extends Pick<AttemptRow, 'startedAt' | 'deadlineAt' | 'answers'> {
  examId: number;
  studentId: number;
}

/**
 * Hands in, with what had been saved, the exams whose time and grace are over, as of their end. Answers how many. It may
 * run anywhere and twice at once: a submission cannot exist twice. One that cannot be handed in holds up no other; its
 * error is thrown in the end. None is handed in when a newer version has migrated the database: it may know attempts that
 * this one would end as if they were others.
 */
export async function submitOverdue({ pool, appender, now }: ExamDesk): Promise<number> {
  const [done, failures] = await inTransaction(pool, async (tx) => {
    // Locked until they are handed in: a save that is still on its way is either among the answers, or refused.
    const { rows } = await tx.query<Overdue>({
      name: 'overdue_attempts',
      text: `select exam_id as "examId", student_id as "studentId", answers,
               extract(epoch from started_at)::float8 * 1000 as "startedAt",
               extract(epoch from deadline_at)::float8 * 1000 as "deadlineAt"
             from exam_attempts where not is_submitted and deadline_at <= $1 and ${UNKNOWN_MIGRATIONS} is null
             order by deadline_at limit ${SWEEP_SIZE} for update skip locked`,
      values: [new Date(now() - endsAt(0)).toISOString()],
    });
    const outcomes = await Promise.allSettled(
      rows.map((overdue) => submitForStudent(pool, appender, overdue)),
    );
    const handedIn = rows.filter((_, index) => outcomes[index]!.status === 'fulfilled');
    await markSubmitted(
      tx,
      handedIn.map(({ examId }) => examId),
      handedIn.map(({ studentId }) => studentId),
    );
    return [handedIn.length, outcomes.filter(({ status }) => status === 'rejected')] as const;
  });
  const [failure] = failures;
  if (failure?.status === 'rejected') throw failure.reason;
  return done;
}

async function submitForStudent(pool: Pool, appender: Appender, overdue: Overdue): Promise<void> {
  const { examId, studentId, startedAt, deadlineAt, answers } = overdue;
  const event = examSubmitted(
    { exam_id: examId, answers, time_spent: seconds(startedAt, deadlineAt), late: 0, by: 'server' },
    { studentId, key: 'server', at: deadlineAt },
  );
  await appender.append(event).catch(async (error) => {
    if (!isConflict(error)) throw error;
    // The student was quicker; or else the attempt stays open and somebody has to hear of it.
    await requireSubmission(pool, event);
  });
}
