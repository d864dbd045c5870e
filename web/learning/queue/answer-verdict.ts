import type { BackOffLimits } from '../../lib/live/back-off.ts';

/** Of what is learnt nothing is urgent: a server that needs minutes gets them. */
export const LEARNING_WAITS: BackOffLimits = { longest: 10_000, longestAsked: 300_000 };

/** Tries of an answer or an undo that the server refuses for its content. Then the others go first. */
export const REFUSALS_MAX = 5;

export const DAILY_LIMIT_MESSAGE = 'Daily card limit reached for this deck.';

/** The part of an ApiError that decides; anything else that is thrown counts as a failure of the network. */
export interface Failure {
  status: number;
  message: string;
  code?: unknown;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    const code = 'code' in error ? error.code : undefined;
    return { status: error.status, message: error.message, code };
  }
  return { status: 0, message: String(error) };
}

export type Verdict =
  /** It stays first in the queue and is tried again after a pause. */
  | 'retry'
  /** As retry, but only REFUSALS_MAX times. */
  | 'refused'
  /** The server keeps another answer under this id: a repetition can't change that. */
  | 'conflict'
  /** The card is gone, or there is nothing any more that could be taken back. */
  | 'final'
  | 'signed-out'
  | 'daily-limit';

/** Returns what a failure means for the answer at the head of the queue. The message comes before the status. */
export function judge(failure: Failure): Verdict {
  if (failure.message.includes(DAILY_LIMIT_MESSAGE)) return 'daily-limit';
  if (failure.status === 401) return 'signed-out';
  if (failure.status === 409) return 'conflict';
  if (failure.code === 'card_not_found') return 'final';
  // Below 400 is an answer that isn't the product's, such as the login page of a café's network.
  if (failure.status < 400 || failure.status === 408 || failure.status === 429 || failure.status >= 500) {
    return 'retry';
  }
  return 'refused';
}

/** Returns what a failure means for an undo at the head of the queue. */
export function judgeUndo(failure: Failure): Verdict {
  if (failure.code === 'answer_not_found' || failure.code === 'answer_too_old') return 'final';
  const verdict = judge(failure);
  return verdict === 'conflict' ? 'refused' : verdict;
}
