import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import type { Appender } from '../log/append/appender.ts';
import { partitionOf } from '../log/position.ts';
import { appendExamEvent } from './append-exam-event.ts';
import type { Answers, Attempt, StudentExam } from './exam.schema.ts';
import { isOpenTo } from './exam-access.ts';
import { examStarted, startIds, submissionIds } from './exam-event.ts';
import { CLOSING_SECONDS } from './exam-limits.ts';
import { examWithoutKey } from './exam-list.ts';
import { EXAM_TIME, millisecondsOf } from './exam-time.ts';

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

/**
 * Returns the attempt, if the student has begun one. The log says whether it was submitted: the row may lag behind
 * it.
 */
export async function findAttempt(
  pool: Pool,
  examId: number,
  studentId: number,
): Promise<AttemptRow | undefined> {
  const { rows } = await pool.query<AttemptRow>({
    name: 'exam_attempt',
    text: `select ${millisecondsOf(EXAM_TIME)} as now, ${millisecondsOf('started_at')} as "startedAt",
             ${millisecondsOf('deadline_at')} as "deadlineAt", answers, skipped, version,
             ${millisecondsOf('saved_at')} as "savedAt", is_submitted or exists (
               select from events e
               where e.partition = $4 and e.student_id = $2 and e.id = any ($3) and e.type = 'ExamSubmitted') as "isSubmitted"
           from exam_attempts where exam_id = $1 and student_id = $2`,
    values: [examId, studentId, submissionIds(examId, studentId), partitionOf(studentId)],
  });
  return rows[0];
}

/**
 * The student's attempt, begun now if there was none. The log has its beginning first, and the deadline comes from
 * there: whatever happens meanwhile, an exam is begun once. Throws `exam_not_found`, or `class_archived` when every class
 * by which the student has it is archived.
 */
export async function beginAttempt(
  desk: ExamServices,
  examId: number,
  studentId: number,
): Promise<AttemptRow> {
  const known = await findAttempt(desk.pool, examId, studentId);
  if (known) return known;
  const { rows } = await desk.pool.query<{ duration_minutes: number; now: number; isOver: boolean }>(
    `select duration_minutes, ${millisecondsOf(EXAM_TIME)} as now, not exists (
       select from exam_classes k join class_members m using (class_id) join classes c on c.id = m.class_id
       where k.exam_id = $1 and m.student_id = $2 and m.status = 'approved' and c.archived_at is null) as "isOver"
     from exams where id = $1`,
    [examId, studentId],
  );
  if (!rows[0]) throw new AppError('exam_not_found');
  if (rows[0].isOver) throw new AppError('class_archived');
  const { duration_minutes, now } = rows[0];
  const event = examStarted({ exam_id: examId, duration_minutes }, studentId, now);
  await appendExamEvent(desk, event, startIds(examId, studentId));
  await desk.pool.query({
    name: 'begin_attempt',
    text: `insert into exam_attempts (exam_id, student_id, started_at, deadline_at)
           select $1, $2, s.occurred_at, s.occurred_at + (s.data->>'duration_minutes')::integer * interval '1 minute'
           from events s, exams e, users u
           where s.partition = $4 and s.student_id = $2 and s.id = any ($3) and s.type = 'ExamStarted' and e.id = $1
             and u.id = $2
           for key share of e, u
           on conflict do nothing`,
    values: [examId, studentId, startIds(examId, studentId), partitionOf(studentId)],
  });
  const begun = await findAttempt(desk.pool, examId, studentId);
  if (!begun) throw new AppError('exam_not_found');
  desk.onStarted?.(begun.deadlineAt + CLOSING_SECONDS * 1_000 - begun.now);
  return begun;
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
export async function openExam(desk: ExamServices, examId: number, studentId: number): Promise<StudentExam> {
  if (!(await isOpenTo(desk.pool, examId, studentId))) throw new AppError('exam_not_accessible');
  const exam = await examWithoutKey(desk.pool, examId);
  const attempt = await beginAttempt(desk, examId, studentId);
  return { ...exam, attempt: toAttempt(attempt) };
}
