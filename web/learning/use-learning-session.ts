import { followPage } from '../lib/page-life.ts';
import { browserClock } from '../lib/timing.ts';
import { useController } from '../lib/use-controller.ts';
import { createSessionApi } from './session-api.ts';
import {
  clearSessionCache,
  dropOldSessions,
  readLearnedCards,
  readSessionCache,
  sessionCacheName,
  writeSessionCache,
} from './session-cache.ts';
import { createSessionController, type SessionController } from './session-controller.ts';
import type { SessionNews, SessionView } from './session-view.ts';
import { answerQueue } from './start-answer-queue.ts';
import { useSessionNews } from './use-session-news.ts';

const create = (deckId: number, onNews: (news: SessionNews) => void) =>
  createSessionController({
    deckId,
    api: createSessionApi(deckId, () => onNews({ type: 'batch-failed' })),
    queue: answerQueue(),
    cache: {
      read: () => readSessionCache(deckId),
      write: writeSessionCache,
      readLearned: (day) => readLearnedCards(deckId, day),
      clear: () => clearSessionCache(deckId),
    },
    clock: browserClock,
    onNews,
  });

function follow(controller: SessionController, deckId: number): () => void {
  dropOldSessions();
  const stopQueue = answerQueue().onEvent((event) => {
    if (event.type === 'daily-limit' && event.deckId === deckId) controller.fail(event.error);
  });
  const stopPage = followPage({
    onVisible: () => void controller.checkDay(),
    onOnline: controller.retry,
    onStored: (key) => {
      if (key.endsWith(`:${sessionCacheName(deckId)}`)) controller.follow();
    },
  });
  return () => {
    stopQueue();
    stopPage();
  };
}

/** The session of a deck. Mount it again for another deck or another student. */
export const useLearningSession = (deckId: number): { view: SessionView; controller: SessionController } =>
  useController({
    create: (onNews: (news: SessionNews) => void) => create(deckId, onNews),
    onNews: useSessionNews(),
    follow: (controller) => follow(controller, deckId),
  });
