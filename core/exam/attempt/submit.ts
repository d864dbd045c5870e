import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { Appender } from '../../log/append/appender.ts';
import { formatPosition, partitionOf } from '../../log/position.ts';
import { UNKNOWN_MIGRATIONS } from '../../postgres/newer-database.ts';
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
    update exam_attempts set is_submitted = true where exam_id = $1 and student_id = $2
  ) ${KEY}`;

/** Returns the exam's present key, after it has ended the attempt of the student in `ending`. Throws `exam_not_found`. */
async function presentKey(pool: Pool, examId: number, ending?: number): Promise<KeyedQuestion[]> {
  const { rows } = await pool.query<{ questions: KeyedQuestion[] }>(
    ending === undefined
      ? { name: 'exam_key', text: KEY, values: [examId] }
      : { name: 'end_attempt', text: END_ATTEMPT, values: [examId, ending] },
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
    text: 'select answers from exam_attempts where exam_id = $1 and student_id = $2 for share',
    values: [examId, studentId],
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
  const attempt = standing.attempt ?? (await attemptInLog(services, examId, studentId));
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

/** An attempt that is over, with what was saved. */
interface Overdue extends Pick<AttemptRow, 'startedAt' | 'deadlineAt' | 'answers'> {
  examId: number;
  studentId: number;
}

/**
 * Submits, with what had been saved, the exams whose time and grace are over, as of their end. Returns how many. It
 * may run anywhere and twice at once: a submission cannot exist twice. An exam that cannot be submitted holds up no
 * other; its error is thrown in the end. Submits none when a newer version has migrated the database. That version
 * may know attempts that this one would end wrongly.
 */
export async function submitOverdue({ pool, appender }: ExamServices): Promise<number> {
  const [done, failures] = await inTransaction(pool, async (tx) => {
    // Locked until they are submitted: a save still on its way is either among the answers, or refused.
    const { rows } = await tx.query<Overdue>({
      name: 'overdue_attempts',
      text: `select exam_id as "examId", student_id as "studentId", answers,
               ${millisecondsOf('started_at')} as "startedAt", ${millisecondsOf('deadline_at')} as "deadlineAt"
             from exam_attempts where not is_submitted and ${UNKNOWN_MIGRATIONS} is null
               -- A query of its own is asked once, and an index can be searched by its answer.
               and deadline_at <= (select ${EXAM_TIME}) - ${CLOSING_SECONDS} * interval '1 second'
             order by deadline_at limit ${SWEEP_SIZE} for update skip locked`,
    });
    const outcomes = await Promise.allSettled(rows.map((overdue) => submitForStudent(appender, overdue)));
    const handedIn = rows.filter((_, index) => outcomes[index]!.status === 'fulfilled');
    await tx.query({
      name: 'mark_submitted',
      text: `update exam_attempts a set is_submitted = true
             from unnest($1::integer[], $2::integer[]) s (exam_id, student_id)
             where a.exam_id = s.exam_id and a.student_id = s.student_id`,
      values: [handedIn.map(({ examId }) => examId), handedIn.map(({ studentId }) => studentId)],
    });
    return [handedIn.length, outcomes.filter(({ status }) => status === 'rejected')] as const;
  });
  const [failure] = failures;
  if (failure?.status === 'rejected') throw failure.reason;
  return done;
}

/** Hands in what was saved, as of the deadline. When something was handed in already, nothing changes. */
async function submitForStudent(appender: Appender, overdue: Overdue): Promise<void> {
  const { examId, studentId, startedAt, deadlineAt, answers } = overdue;
  const event = examSubmitted(
    { exam_id: examId, answers, time_spent: seconds(startedAt, deadlineAt), late: 0, by: 'server' },
    { studentId, key: 'server', at: deadlineAt },
  );
  await appender.append(event).catch((error) => {
    // The student was quicker.
    if (!isConflict(error)) throw error;
  });
}
