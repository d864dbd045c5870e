import type { Score } from '../../../../core/exam/attempt/submission.schema.ts';
import type { Attempt } from '../../../../core/exam/exam.schema.ts';
import { ApiError } from '../../../lib/call/api-client.ts';
import type { BackOffLimits } from '../../../lib/live/back-off.ts';

/** Short: during an exam the end does not wait. */
export const EXAM_WAITS: BackOffLimits = { longest: 8_000, longestAsked: 10_000 };

export type ExamFailure =
  /** No answer, or none of the product's: to be tried again until there is one. */
  | 'unreachable'
  | 'changed-elsewhere'
  | 'already-submitted'
  | 'time-over'
  /** The log was restored, and its beginning is lost. */
  | 'not-begun'
  /** Hidden or no longer assigned: the teacher may change that again. */
  | 'unauthorized'
  | 'signed-out'
  | 'deleted'
  /** The teacher has changed the questions meanwhile. */
  | 'other-questions'
  | 'no-result'
  | 'other';

const BY_CODE: Partial<Record<string, ExamFailure>> = {
  exam_changed_elsewhere: 'changed-elsewhere',
  exam_already_submitted: 'already-submitted',
  exam_time_over: 'time-over',
  exam_not_begun: 'not-begun',
  exam_submit_unauthorized: 'unauthorized',
  exam_not_accessible: 'unauthorized',
  exam_not_found: 'deleted',
  question_not_in_exam: 'other-questions',
  no_exam_result: 'no-result',
};

/** Returns what a failed call means for taking the exam. */
export function examFailure(error: unknown): ExamFailure {
  if (!(error instanceof ApiError)) return 'unreachable';
  const { status, code } = error;
  if (status === 401) return 'signed-out';
  // Below 400 is an answer that isn't the product's, such as the login page of a café's network.
  if (status < 400 || status === 408 || status === 429 || status > 500) return 'unreachable';
  return BY_CODE[code] ?? 'other';
}

const dataOf = (error: unknown): object | null =>
  error instanceof ApiError && typeof error.data === 'object' ? error.data : null;

/** Returns how the server's work stands instead, of a save that came too late. */
export function attemptIn(error: unknown): Attempt | null {
  const data = dataOf(error);
  return data && 'version' in data && 'answers' in data ? (data as Attempt) : null;
}

/** The first result, of an exam that was handed in before. */
export function scoreIn(error: unknown): Score | null {
  const data = dataOf(error);
  return data && 'score' in data && 'total' in data ? (data as Score) : null;
}
