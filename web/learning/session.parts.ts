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
  clock: {
    now(): number;
    after(ms: number, run: () => void): () => void;
    /** From 0 to 1, so that many who failed together do not come back together. Default 0. */
    chance?(): number;
  };
  onNews: (news: SessionNews) => void;
}
