import type { Clock } from '../../lib/live/timing.ts';
import type { AnswerQueue } from '../queue/answer-queue.ts';
import type { SessionSource, SessionState } from './session.state.ts';
import type { SessionApi } from './session-api.ts';
import type { KeptSession } from './session-cache.ts';
import type { SessionNews } from './session-view.ts';

/** What a session works with. */
export interface SessionParts {
  source: SessionSource;
  api: SessionApi;
  queue: AnswerQueue;
  cache: {
    read(): KeptSession | null;
    write(stored: KeptSession): void;
    readLearned(day: string): SessionState['learned'];
    /** Throws when the browser's storage refuses. */
    clear(): void;
  };
  clock: Clock;
  onNews: (news: SessionNews) => void;
}
