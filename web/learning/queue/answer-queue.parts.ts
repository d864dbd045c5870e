import type { Clock } from '../../lib/live/timing.ts';
import type { Backlog } from './answer-backlog.ts';
import type { Waiting } from './waiting-answer.ts';

export type QueueEvent =
  | { type: 'sent'; item: Waiting }
  /** Everything that could be sent has been. */
  | { type: 'drained' }
  /** `attempt` counts the failures in a row. */
  | { type: 'failed'; error: unknown; attempt: number; item: Waiting }
  | { type: 'dropped'; error: unknown; item: Waiting }
  | { type: 'signed-out' }
  | { type: 'daily-limit'; deckId: number; error: unknown };

export interface QueueSnapshot {
  /** Answers and undos that the server has not yet acknowledged. */
  pending: number;
  /** How many of them are undos. */
  undos: number;
  state: 'idle' | 'sending' | 'waiting' | 'signed-out';
}

/** What the queue works with; tests bring their own. */
export interface QueueParts {
  backlog: Backlog;
  /** Rejects with an ApiError; must read the login before it first waits. */
  send: (item: Waiting) => Promise<void>;
  login: () => { userId: number; token: string } | null;
  /** Runs one try at a time over all tabs. */
  exclusive: <T>(run: () => Promise<T>) => Promise<T>;
  clock: Clock;
  /** Informs the other tabs that the number of waiting answers changed. */
  announce?: () => void;
}
