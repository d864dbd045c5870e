import { DAILY_LIMIT_MESSAGE, failureOf } from '../queue/answer-verdict.ts';

export type LearningFailure =
  | 'daily-limit'
  | 'unauthenticated'
  | 'teacher'
  | 'not-official'
  | 'denied'
  | 'not-found'
  /** Nothing that a repetition couldn't cure. */
  | 'other';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Returns what a failed call means for the session. The daily limit is known by its message, whatever the status. */
export function learningFailure(error: unknown): LearningFailure {
  const { status, message } = failureOf(error);
  if (message.includes(DAILY_LIMIT_MESSAGE)) return 'daily-limit';
  if (status === 401) return 'unauthenticated';
  if (status === 404) return 'not-found';
  if (status !== 403) return 'other';
  if (codeOf(error) === 'teacher_cannot_learn') return 'teacher';
  return /official/i.test(message) ? 'not-official' : 'denied';
}

/** Where a failure leads; without an entry the page itself offers the ways on. */
export const WAY_OUT: Partial<Record<LearningFailure, 'login' | 'dashboard' | 'home'>> = {
  unauthenticated: 'login',
  'daily-limit': 'dashboard',
  teacher: 'home',
};

/** After a new login, or when the server is back, the stored session goes on; otherwise it is of no use any more. */
export const keepsSession = (failure: LearningFailure): boolean =>
  failure === 'other' || failure === 'unauthenticated';
