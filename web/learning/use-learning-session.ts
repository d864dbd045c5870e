import { followPage } from '../lib/page-life.ts';
import { browserClock } from '../lib/timing.ts';
import { useController } from '../lib/use-controller.ts';
import type { SessionSource } from './session.state.ts';
import { createSessionApi, createTodayApi } from './session-api.ts';
import {
  clearSessionCache,
  dropOldSessions,
  dropOverlappingSessions,
  readLearnedCards,
  readSessionCache,
  sessionCacheName,
  writeSessionCache,
} from './session-cache.ts';
import { createSessionController, type SessionController } from './session-controller.ts';
import type { SessionNews, SessionView } from './session-view.ts';
import { answerQueue } from './start-answer-queue.ts';
import { useSessionNews } from './use-session-news.ts';

const apiOf = (source: SessionSource, onBatchFailed: () => void) =>
  source === 'today' ? createTodayApi(onBatchFailed) : createSessionApi(source, onBatchFailed);

const create = (source: SessionSource, onNews: (news: SessionNews) => void) =>
  createSessionController({
    source,
    api: apiOf(source, () => onNews({ type: 'batch-failed' })),
    queue: answerQueue(),
    cache: {
      read: () => readSessionCache(source),
      write: writeSessionCache,
      readLearned: (day) => readLearnedCards(source, day),
      clear: () => clearSessionCache(source),
    },
    clock: browserClock,
    onNews,
  });

function follow(controller: SessionController, source: SessionSource): () => void {
  dropOldSessions();
  dropOverlappingSessions(source);
  const stopQueue = answerQueue().onEvent((event) => {
    if (event.type === 'daily-limit' && event.deckId === source) controller.fail(event.error);
  });
  const stopPage = followPage({
    onVisible: () => void controller.checkDay(),
    onOnline: controller.retry,
    onStored: (key) => {
      if (key.endsWith(`:${sessionCacheName(source)}`)) controller.follow();
    },
  });
  return () => {
    stopQueue();
    stopPage();
  };
}

/** The session of a deck, or over all decks of today. Mount it again for another one or another student. */
export const useLearningSession = (
  source: SessionSource,
): { view: SessionView; controller: SessionController } =>
  useController({
    create: (onNews: (news: SessionNews) => void) => create(source, onNews),
    onNews: useSessionNews(),
    follow: (controller) => follow(controller, source),
  });
