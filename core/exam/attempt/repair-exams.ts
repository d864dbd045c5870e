import type { Pool } from 'pg';
import type { Appender } from '../../log/append/appender.ts';
import { partitionOf } from '../../log/position.ts';
import { CLOSING_SECONDS } from '../exam-limits.ts';
import { EXAM_TIME, millisecondsOf } from '../exam-time.ts';
import type { AttemptRow } from './attempt.ts';
import { submissionIds } from './exam-event.ts';
import { submitForStudent } from './submit.ts';

/** Attempts that are looked at in one statement. */
const PAGE = 1_000;

/** An attempt that was marked as submitted although the log has no submission of it. */
export interface BlockedAttempt extends Pick<AttemptRow, 'startedAt' | 'deadlineAt' | 'answers'> {
  examId: number;
  studentId: number;
  /** Its time and grace are over. */
  isOver: boolean;
}

/**
 * The attempts that are marked as submitted although the log has no submission of theirs. Earlier versions took whatever
 * event stood at a submission's id for one.
 */
export async function blockedAttempts(pool: Pool): Promise<BlockedAttempt[]> {
  const blocked: BlockedAttempt[] = [];
  for (let after: [examId: number, studentId: number] | undefined = [0, 0]; after; ) {
    const { rows }: { rows: BlockedAttempt[] } = await pool.query<BlockedAttempt>(
      `select exam_id as "examId", student_id as "studentId", answers,
         ${millisecondsOf('started_at')} as "startedAt", ${millisecondsOf('deadline_at')} as "deadlineAt",
         deadline_at <= ${EXAM_TIME} - ${CLOSING_SECONDS} * interval '1 second' as "isOver"
       from exam_attempts where is_submitted and (exam_id, student_id) > ($1, $2)
       order by exam_id, student_id limit ${PAGE}`,
      after,
    );
    const last = rows.at(-1);
    after = last && [last.examId, last.studentId];
    const submitted = await submissionsOf(pool, rows);
    blocked.push(...rows.filter((_, index) => !submitted.has(index)));
  }
  return blocked;
}

/** Which of these attempts, by their index, have a submission in the log. */
async function submissionsOf(pool: Pool, attempts: BlockedAttempt[]): Promise<Set<number>> {
  const wanted = attempts.flatMap(({ examId, studentId }, index) =>
    submissionIds(examId, studentId).map((id) => ({ index, studentId, id })),
  );
  const { rows } = await pool.query<{ index: number }>(
    `select w.index from unnest($1::integer[], $2::smallint[], $3::integer[], $4::uuid[])
       w (index, partition, student_id, id)
     join events e on e.partition = w.partition and e.student_id = w.student_id and e.id = w.id
     where e.type = 'ExamSubmitted'`,
    [
      wanted.map(({ index }) => index),
      wanted.map(({ studentId }) => partitionOf(studentId)),
      wanted.map(({ studentId }) => studentId),
      wanted.map(({ id }) => id),
    ],
  );
  return new Set(rows.map(({ index }) => index));
}

/**
 * Repairs a blocked attempt. One that is over is submitted with what was saved, as of its end; a running one is
 * opened again. The log only gains the missing submission. Running it again does nothing more.
 */
export async function repairAttempt(
  { pool, appender }: { pool: Pool; appender: Appender },
  attempt: BlockedAttempt,
): Promise<void> {
  if (attempt.isOver) return submitForStudent(pool, appender, attempt);
  await pool.query('update exam_attempts set is_submitted = false where exam_id = $1 and student_id = $2', [
    attempt.examId,
    attempt.studentId,
  ]);
}
