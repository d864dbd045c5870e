import { isDeepStrictEqual } from 'node:util';
import { IS_OPEN } from '../../access/exam-access.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError } from '../../contract/errors.ts';
import { partitionOf } from '../../log/position.ts';
import type { Attempt } from '../exam.schema.ts';
import { requireNoneUnknown } from '../exam-changes.ts';
import { GRACE_SECONDS } from '../exam-limits.ts';
import { EXAM_TIME, millisecondsOf } from '../exam-time.ts';
import { type AttemptRow, beginAttempt, type ExamServices, standingOf, toAttempt } from './attempt.ts';
import { submissionIds } from './exam-event.ts';
import type { SaveBody } from './submission.schema.ts';
import { alreadySubmitted } from './submit.ts';

export type Saved = Pick<Attempt, 'version' | 'saved_at' | 'remaining_seconds'>;

/** Returns the ids named by answers or skips. */
const questionsOf = ({ answers, skipped }: SaveBody): number[] => [
  ...new Set([...Object.keys(answers).map(Number), ...skipped]),
];

/**
 * Keeps what a student has answered so far, made from the version that is kept. When another window has saved
 * meanwhile, throws `exam_changed_elsewhere` with what it saved. Throws also `exam_not_found`,
 * `exam_already_submitted`, `exam_submit_unauthorized`, `exam_time_over` and `question_not_in_exam`.
 */
export async function saveAnswers(
  services: ExamServices,
  examId: number,
  studentId: number,
  body: SaveBody,
): Promise<Saved> {
  // Twice, since a first save may find that nothing has been begun.
  return (await trySave(services, examId, studentId, body)) ?? refusal(services, examId, studentId, body);
}

/** All conditions in one statement, as hundreds of students save at once; undefined when one of them fails. */
async function trySave(
  { pool }: ExamServices,
  examId: number,
  studentId: number,
  body: SaveBody,
): Promise<Saved | undefined> {
  const { rows } = await pool.query<{ version: number; savedAt: number; deadlineAt: number }>({
    name: 'save_answers',
    text: `update exam_attempts set answers = $4, skipped = $5, version = version + 1, saved_at = ${EXAM_TIME}
           where exam_id = $1 and partition = $8 and student_id = $2 and version = $3 and not is_submitted
             and not exists (select 1 from events e
               where e.partition = $8 and e.student_id = $2 and e.id = any ($7) and e.type = 'ExamSubmitted')
             and deadline_at >= ${EXAM_TIME} - ${GRACE_SECONDS} * interval '1 second' and ${IS_OPEN}
             and not exists (select 1 from unnest($6::bigint[]) named (id) where not exists (
               select 1 from exam_questions q where q.id = named.id and q.exam_id = $1))
           returning version, ${millisecondsOf('saved_at')} as "savedAt", ${millisecondsOf('deadline_at')} as "deadlineAt"`,
    values: [
      examId,
      studentId,
      body.version,
      body.answers,
      body.skipped,
      questionsOf(body),
      submissionIds(examId, studentId),
      partitionOf(studentId),
    ],
  });
  const saved = rows[0];
  return (
    saved && {
      version: saved.version,
      saved_at: isoTime(saved.savedAt),
      remaining_seconds: (saved.deadlineAt - saved.savedAt) / 1_000,
    }
  );
}

/** Why nothing was saved. */
async function refusal(
  services: ExamServices,
  examId: number,
  studentId: number,
  body: SaveBody,
): Promise<Saved> {
  const standing = await standingOf(services.pool, examId, studentId, questionsOf(body));
  const { isOpen, unknown } = standing;
  const attempt = isOpen ? await beginAttempt(services, examId, studentId, standing) : standing.attempt;
  if (attempt?.isSubmitted) throw await alreadySubmitted(services.pool, examId, studentId);
  if (!isOpen || !attempt) throw new AppError('exam_submit_unauthorized');
  requireNoneUnknown(unknown);
  if (isOver(attempt)) throw new AppError('exam_time_over');
  const saved = await trySave(services, examId, studentId, body);
  if (saved) return saved;
  const now = await standingOf(services.pool, examId, studentId);
  const current = await beginAttempt(services, examId, studentId, now);
  if (isKept(current, body)) {
    const { version, saved_at, remaining_seconds } = toAttempt(current);
    return { version, saved_at, remaining_seconds };
  }
  throw new AppError('exam_changed_elsewhere', { data: toAttempt(current) });
}

const isOver = ({ deadlineAt, now }: AttemptRow): boolean => deadlineAt + GRACE_SECONDS * 1_000 < now;

/** True when a save has been made already: its answer was lost, and it is sent again. */
const isKept = ({ answers, skipped }: AttemptRow, body: SaveBody): boolean =>
  isDeepStrictEqual(answers, body.answers) && isDeepStrictEqual(skipped, body.skipped);
