import type { Clock } from '../lib/timing.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { SessionState } from './session.state.ts';
import type { SessionApi } from './session-api.ts';
import type { StoredSessionOfDeck } from './session-cache.ts';
import type { SessionNews } from './session-view.ts';

/** What a session of one deck works with. */
export interface SessionParts {
  deckId: number;
  api: SessionApi;
  queue: AnswerQueue;
  cache: {
    read(): StoredSessionOfDeck | null;
    write(stored: StoredSessionOfDeck): void;
    readLearned(day: string): SessionState['learned'];
    /** Throws when the browser's storage refuses. */
    clear(): void;
  };
  clock: Clock;
  onNews: (news: SessionNews) => void;
}
