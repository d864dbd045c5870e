import type { Pool } from 'pg';
import { IS_OPEN } from '../../access/exam-access.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { Appender } from '../../log/append/appender.ts';
import { partitionOf } from '../../log/position.ts';
import { announceCommitted } from '../../postgres/changes.ts';
import { isForeignKeyViolation } from '../../postgres/postgres-error.ts';
import type { Answers, Attempt, StudentExam } from '../exam.schema.ts';
import { unknownQuestions } from '../exam-changes.ts';
import { CLOSING_SECONDS } from '../exam-limits.ts';
import { EXAM_WITHOUT_KEY } from '../exam-list.ts';
import { EXAM_TIME, millisecondsOf } from '../exam-time.ts';
import { resultsOf } from '../results/exam-results.projection.ts';
import { examStarted, startIds, submissionIds } from './exam-event.ts';

/** What a student's dealings with an exam need. */
export interface ExamServices {
  pool: Pool;
  appender: Appender;
  /** Called when an attempt begins, with the milliseconds after which it is submitted unless the student does so. */
  onStarted?(endsIn: number): void;
}

/** A student's time with an exam, and the work so far. Moments are the database's, in milliseconds since 1970. */
export interface AttemptRow {
  /** When this was read. */
  now: number;
  startedAt: number;
  deadlineAt: number;
  answers: Answers;
  skipped: number[];
  version: number;
  savedAt: number | null;
  isSubmitted: boolean;
}

/** Whether the log has the submission ($4) of a student ($2) of a partition ($3). */
const IN_LOG = `exists (select 1 from events h
    where h.partition = $3 and h.student_id = $2 and h.id = any ($4) and h.type = 'ExamSubmitted')`;

/** An attempt of a row `a`. */
const attemptOf = (isSubmitted: string): string => `json_build_object('now', ${millisecondsOf(EXAM_TIME)},
    'startedAt', ${millisecondsOf('a.started_at')}, 'deadlineAt', ${millisecondsOf('a.deadline_at')},
    'answers', a.answers, 'skipped', a.skipped, 'version', a.version, 'savedAt', ${millisecondsOf('a.saved_at')},
    'isSubmitted', ${isSubmitted}) as attempt`;

const keyOf = (examId: number, studentId: number) => [
  examId,
  studentId,
  partitionOf(studentId),
  submissionIds(examId, studentId),
];

/** How a student stands with an exam. */
export interface Standing {
  /** When this was read. */
  now: number;
  /** The exam is shown to the student. */
  isOpen: boolean;
  /** Every class by which the student has it is archived. */
  isArchived: boolean;
  duration_minutes: number;
  /** The classes by which the student has it. */
  classIds: number[];
  /** Null when it was never begun. */
  attempt: AttemptRow | null;
}

/** A standing with exam `e`, in SQL. */
const STANDING = `${millisecondsOf(EXAM_TIME)} as now, ${IS_OPEN} as "isOpen", e.duration_minutes, not exists (
    select 1 from exam_classes k join class_members m using (class_id) join classes c on c.id = m.class_id
    where k.exam_id = $1 and m.student_id = $2 and m.status = 'approved' and c.archived_at is null) as "isArchived",
  array(select k.class_id from exam_classes k join class_members m using (class_id)
    where k.exam_id = $1 and m.student_id = $2 and m.status = 'approved') as "classIds",
  -- The row may lag behind the log.
  (select ${attemptOf(`a.is_submitted or ${IN_LOG}`)}
   from exam_attempts a where a.exam_id = $1 and a.partition = $3 and a.student_id = $2)`;

/**
 * Returns how a student stands with an exam, and which of these ids never belonged to a question of it. Throws
 * `exam_not_found`.
 */
export async function standingOf(
  pool: Pool,
  examId: number,
  studentId: number,
  questions: number[] = [],
): Promise<Standing & { unknown: string[] }> {
  const { rows } = await pool.query<Standing & { unknown: string[] }>({
    name: 'exam_standing',
    text: `select ${STANDING}, ${unknownQuestions('$5')} as unknown from exams e where id = $1`,
    values: [...keyOf(examId, studentId), questions],
  });
  return orThrow(rows[0], 'exam_not_found');
}

/**
 * The student's attempt, begun now if there was none. The log has its beginning first, and the deadline comes from
 * there: whatever happens meanwhile, an exam is begun once. Throws `exam_not_found`, or `class_archived` when every class
 * by which the student has it is archived.
 */
export async function beginAttempt(
  services: ExamServices,
  examId: number,
  studentId: number,
  standing: Standing,
): Promise<AttemptRow> {
  const { attempt, isArchived, duration_minutes, now } = standing;
  if (attempt) return attempt;
  if (isArchived) throw new AppError('class_archived');
  const event = examStarted({ exam_id: examId, duration_minutes }, studentId, now);
  await services.appender.append(event);
  return orThrow(await attemptInLog(services, examId, studentId, standing), 'exam_not_found');
}

/**
 * Returns the attempt whose beginning the log has, writes its row and announces it to the classes. Returns null when the
 * log has none. Throws `exam_not_found`.
 */
export async function attemptInLog(
  services: ExamServices,
  examId: number,
  studentId: number,
  { classIds }: Pick<Standing, 'classIds'>,
): Promise<AttemptRow | null> {
  const { pool, onStarted } = services;
  const written = await writeBegun(pool, examId, studentId);
  if (written) await announceCommitted(pool, classIds.map(resultsOf));
  // Somebody else has begun it meanwhile.
  const begun = written ?? (await standingOf(pool, examId, studentId)).attempt;
  if (begun) onStarted?.(begun.deadlineAt + CLOSING_SECONDS * 1_000 - begun.now);
  return begun;
}

/** Writes and returns the attempt whose beginning the log has; undefined without one, or when its row is there already. */
async function writeBegun(pool: Pool, examId: number, studentId: number): Promise<AttemptRow | undefined> {
  const { rows } = await pool
    .query<{ attempt: AttemptRow }>({
      name: 'begin_attempt',
      // Exam and student are held by the foreign keys. A statement of one partition can name no table without one here.
      text: `insert into exam_attempts as a (exam_id, partition, student_id, started_at, deadline_at, is_submitted)
             select $1, s.partition, s.student_id, s.occurred_at,
               s.occurred_at + (s.data->>'duration_minutes')::integer * interval '1 minute', ${IN_LOG}
             from events s where s.partition = $3 and s.student_id = $2 and s.id = any ($5) and s.type = 'ExamStarted'
             on conflict do nothing returning ${attemptOf('a.is_submitted')}`,
      values: [...keyOf(examId, studentId), startIds(examId, studentId)],
    })
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      return { rows: [] };
    });
  return rows[0]?.attempt;
}

/** Returns the attempt as its student sees it. */
export const toAttempt = (row: AttemptRow): Attempt => ({
  started_at: isoTime(row.startedAt),
  deadline_at: isoTime(row.deadlineAt),
  remaining_seconds: (row.deadlineAt - row.now) / 1_000,
  submitted: row.isSubmitted,
  answers: row.answers,
  skipped: row.skipped,
  version: row.version,
  saved_at: isoTime(row.savedAt),
});

/**
 * Returns an exam for its student; the first time, its clock starts. Throws `exam_not_found`, or
 * `exam_not_accessible` when it is hidden or none of the student's classes has it.
 */
export async function openExam(
  services: ExamServices,
  examId: number,
  studentId: number,
): Promise<StudentExam> {
  const { rows } = await services.pool.query<Standing & Omit<StudentExam, 'attempt'>>({
    name: 'open_exam',
    text: `select ${EXAM_WITHOUT_KEY}, ${STANDING} from exams e where id = $1`,
    values: keyOf(examId, studentId),
  });
  if (!rows[0]) throw new AppError('exam_not_found');
  const { now, isOpen, isArchived, classIds, attempt, ...exam } = rows[0];
  if (!isOpen) throw new AppError('exam_not_accessible');
  const begun = await beginAttempt(services, examId, studentId, rows[0]);
  return { ...exam, created_at: isoTime(exam.created_at), attempt: toAttempt(begun) };
}
