import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { Appender } from '../../log/append/appender.ts';
import { allPartitions, formatPosition, partitionOf } from '../../log/position.ts';
import { askPartitions } from '../../log/read.ts';
import { unknownMigrations } from '../../postgres/newer-database.ts';
import { inTransaction } from '../../postgres/transaction.ts';
import type { Answers } from '../exam.schema.ts';
import { requireNoneUnknown } from '../exam-changes.ts';
import { CLOSING_SECONDS, GRACE_SECONDS } from '../exam-limits.ts';
import { EXAM_TIME, millisecondsOf } from '../exam-time.ts';
import { KEYED_QUESTIONS } from '../question/question-sql.ts';
import { type KeyedQuestion, scoreOf } from '../results/scoring.ts';
import { type AttemptRow, attemptInLog, type ExamServices, standingOf } from './attempt.ts';
import { examSubmitted, submissionIds } from './exam-event.ts';
import type { Submitted } from './submission.schema.ts';

/** The present key of exam $1, in SQL. */
const KEY = `select ${KEYED_QUESTIONS} as questions from exams e where e.id = $1`;

/** Ends an attempt and reads the key, in one statement. */
const END_ATTEMPT = `with ended as (
    update exam_attempts set is_submitted = true where exam_id = $1 and partition = $3 and student_id = $2
  ) ${KEY}`;

/** Returns the exam's present key, after it has ended the attempt of the student in `ending`. Throws `exam_not_found`. */
async function presentKey(pool: Pool, examId: number, ending?: number): Promise<KeyedQuestion[]> {
  const { rows } = await pool.query<{ questions: KeyedQuestion[] }>(
    ending === undefined
      ? { name: 'exam_key', text: KEY, values: [examId] }
      : { name: 'end_attempt', text: END_ATTEMPT, values: [examId, ending, partitionOf(ending)] },
  );
  return orThrow(rows[0], 'exam_not_found').questions;
}

/** What the log says of a student's submission: what counts of it, and by how many seconds it was late. */
async function storedSubmission(
  pool: Pool,
  examId: number,
  studentId: number,
): Promise<{ answers: Answers; late: number } | undefined> {
  const { rows } = await pool.query<{ answers: Answers; late: number }>({
    name: 'stored_submission',
    text: `select data->'answers' as answers, (data->>'late')::integer as late from events
           where partition = $1 and student_id = $2 and id = any ($3) and type = 'ExamSubmitted'`,
    values: [partitionOf(studentId), studentId, submissionIds(examId, studentId)],
  });
  return rows[0];
}

/** The refusal of a second submission, with what the first was worth. */
export async function alreadySubmitted(pool: Pool, examId: number, studentId: number): Promise<AppError> {
  const first = await storedSubmission(pool, examId, studentId);
  return new AppError('exam_already_submitted', {
    data: scoreOf(await presentKey(pool, examId), first?.answers ?? {}),
  });
}

/**
 * What was saved in time: nothing can be added to it once the grace is over. Waits for a save that is still being
 * written.
 */
async function savedInTime(pool: Pool, examId: number, studentId: number): Promise<Answers> {
  const { rows } = await pool.query<{ answers: Answers }>({
    name: 'saved_in_time',
    text: `select answers from exam_attempts where exam_id = $1 and partition = $3 and student_id = $2
           for share`,
    values: [examId, studentId, partitionOf(studentId)],
  });
  return rows[0]?.answers ?? {};
}

const seconds = (from: number, until: number): number => Math.max(0, Math.floor((until - from) / 1_000));

/** What is handed in at a moment; past the end and its grace it is late. */
const timing = ({ startedAt, deadlineAt, now }: AttemptRow) => ({
  time_spent: seconds(startedAt, now),
  late: now > deadlineAt + GRACE_SECONDS * 1_000 ? seconds(deadlineAt, now) : 0,
});

/**
 * Submits an exam. It counts once, however often and from wherever it is sent. A repetition with the same key and
 * answers gets the same answer. Anything else throws `exam_already_submitted` with the first one's points. After the
 * end and its grace, what had been saved in time counts, as if the server had submitted it. Throws also
 * `exam_not_found`, `exam_submit_unauthorized`, `question_not_in_exam` and `exam_not_begun`.
 */
export async function submitExam(
  services: ExamServices,
  { examId, studentId, answers, key }: { examId: number; studentId: number; answers: Answers; key: string },
): Promise<Submitted> {
  const { pool } = services;
  // A submission stays, and is returned, also after the exam has been hidden.
  const standing = await standingOf(pool, examId, studentId, Object.keys(answers).map(Number));
  if (!standing.isOpen && !(await storedSubmission(pool, examId, studentId)))
    throw new AppError('exam_submit_unauthorized');
  requireNoneUnknown(standing.unknown);
  // Begun here, the clock would bind nobody who has the questions from somebody else.
  const attempt = standing.attempt ?? (await attemptInLog(services, examId, studentId, standing));
  if (!attempt) throw new AppError('exam_not_begun');
  const { time_spent, late } = timing(attempt);
  const counted = late > 0 ? await savedInTime(pool, examId, studentId) : answers;
  const event = examSubmitted(
    { exam_id: examId, answers: counted, time_spent, late, by: 'student' },
    { studentId, key, at: attempt.now, sent: answers },
  );
  try {
    const position = await services.appender.append(event);
    const questions = await presentKey(pool, examId, studentId);
    // A repetition of what was in time is late by now.
    const stored = (late > 0 && (await storedSubmission(pool, examId, studentId))) || { answers, late };
    return {
      ...scoreOf(questions, stored.answers),
      position: formatPosition(position),
      answers_counted: isDeepStrictEqual(stored.answers, answers) ? 'sent' : 'saved',
      late_seconds: stored.late,
    };
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw await alreadySubmitted(pool, examId, studentId);
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'idempotency_conflict';

/** Attempts that one sweep takes. */
const SWEEP_SIZE = 500;

/** An attempt that is over. */
interface Overdue {
  examId: number;
  studentId: number;
}

/** An attempt that is being closed, with what was saved. */
type Closing = Overdue & Pick<AttemptRow, 'startedAt' | 'deadlineAt' | 'answers'>;

/**
 * Submits, with what had been saved, the exams whose time and grace are over, as of their end. Returns how many. It
 * may run anywhere and twice at once: a submission cannot exist twice. An exam that cannot be submitted holds up no
 * other; its error is thrown in the end. Submits none when a newer version has migrated the database. That version
 * may know attempts that this one would end wrongly.
 */
export async function submitOverdue({ pool, appender }: ExamServices): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const [partition, overdue] of await overdueAttempts(pool))
    try {
      const closed = await closeAttempts(pool, appender, partition, overdue);
      done += closed.done;
      failures.push(...closed.failures);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length) throw failures[0];
  return done;
}

/** Returns attempts that are over, the oldest ones, by their partitions in ascending order. Locks none of them. */
async function overdueAttempts(pool: Pool): Promise<[partition: number, Overdue[]][]> {
  const { rows, failed } = await askPartitions(allPartitions(), async (some) => {
    const { rows } = await pool.query<Overdue & { partition: number }>({
      name: 'overdue_attempts',
      text: `select partition, exam_id as "examId", student_id as "studentId" from exam_attempts
             where partition = any ($1) and not is_submitted
               and deadline_at <= ${EXAM_TIME} - ${CLOSING_SECONDS} * interval '1 second'
             order by deadline_at limit ${SWEEP_SIZE}`,
      values: [some],
    });
    return rows;
  });
  const [error] = failed.values();
  if (error && rows.length === 0) throw error;
  return [...Map.groupBy(rows, ({ partition }) => partition)].sort(([one], [other]) => one - other);
}

/** Submits attempts of one partition that are over, less those that others are closing. */
const closeAttempts = (
  pool: Pool,
  appender: Appender,
  partition: number,
  overdue: Overdue[],
): Promise<{ done: number; failures: unknown[] }> =>
  inTransaction(pool, async (tx) => {
    // Locked until they are submitted: a save still on its way is either among the answers, or refused.
    const { rows } = await tx.query<Closing>({
      name: 'close_attempts',
      text: `select a.exam_id as "examId", a.student_id as "studentId", a.answers,
               ${millisecondsOf('a.started_at')} as "startedAt", ${millisecondsOf('a.deadline_at')} as "deadlineAt"
             from unnest($2::integer[], $3::integer[]) s (exam_id, student_id)
             join exam_attempts a on a.exam_id = s.exam_id and a.partition = $1 and a.student_id = s.student_id
             where not a.is_submitted for update of a skip locked`,
      values: [partition, ...keysOf(overdue)],
    });
    // What migrates attempts from here on waits for these.
    if ((await unknownMigrations(tx)) !== null) return { done: 0, failures: [] };
    const outcomes = await Promise.allSettled(rows.map((closing) => submitForStudent(appender, closing)));
    const handedIn = rows.filter((_, index) => outcomes[index]!.status === 'fulfilled');
    await tx.query({
      name: 'mark_submitted',
      text: `update exam_attempts a set is_submitted = true
             from unnest($2::integer[], $3::integer[]) s (exam_id, student_id)
             where a.exam_id = s.exam_id and a.partition = $1 and a.student_id = s.student_id`,
      values: [partition, ...keysOf(handedIn)],
    });
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    return { done: handedIn.length, failures };
  });

const keysOf = (attempts: Overdue[]): [examIds: number[], studentIds: number[]] => [
  attempts.map(({ examId }) => examId),
  attempts.map(({ studentId }) => studentId),
];

/** Hands in what was saved, as of the deadline. When something was handed in already, nothing changes. */
async function submitForStudent(appender: Appender, closing: Closing): Promise<void> {
  const { examId, studentId, startedAt, deadlineAt, answers } = closing;
  const event = examSubmitted(
    { exam_id: examId, answers, time_spent: seconds(startedAt, deadlineAt), late: 0, by: 'server' },
    { studentId, key: 'server', at: deadlineAt },
  );
  await appender.append(event).catch((error) => {
    // The student was quicker.
    if (!isConflict(error)) throw error;
  });
}
