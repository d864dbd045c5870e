import { followPage } from '../lib/page-life.ts';
import { readSession } from '../lib/stored-session.ts';
import { browserClock } from '../lib/timing.ts';
import { type Started, startController, useController } from '../lib/use-controller.ts';
import { lateWrites } from './late-writes.ts';
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

function create(source: SessionSource, onNews: (news: SessionNews) => void) {
  const { userId } = readSession();
  const cache = lateWrites({
    read: () => readSessionCache(source),
    write: (stored) => {
      // A write that waited must not be another user's.
      if (readSession().userId === userId) writeSessionCache(stored);
    },
    readLearned: (day) => readLearnedCards(source, day),
    clear: () => clearSessionCache(source),
  });
  const controller = createSessionController({
    source,
    api: apiOf(source, () => onNews({ type: 'batch-failed' })),
    queue: answerQueue(),
    cache,
    clock: browserClock,
    onNews,
  });
  return { ...controller, keepNow: cache.flush };
}

type Kept = SessionController & { keepNow(): void };

function dropOthers(source: SessionSource): void {
  dropOldSessions();
  dropOverlappingSessions(source);
}

interface Prepared {
  source: SessionSource;
  userId: number | null;
  started: Started<Kept, SessionNews>;
}

let prepared: Prepared | undefined;

/** Opens a student's session before its page is drawn, which takes it over. */
export async function prepareLearningSession(source: SessionSource): Promise<void> {
  const { role, userId } = readSession();
  if (role !== 'student') return;
  dropOthers(source);
  prepared = { source, userId, started: startController((onNews) => create(source, onNews)) };
  await prepared.started.opening;
}

function takePrepared(source: SessionSource): Prepared['started'] | undefined {
  const found = prepared;
  prepared = undefined;
  if (found?.source === source && found.userId === readSession().userId) return found.started;
  found?.started.controller.close();
  return undefined;
}

function follow(controller: Kept, source: SessionSource): () => void {
  dropOthers(source);
  const stopQueue = answerQueue().onEvent((event) => {
    if (event.type === 'daily-limit' && event.deckId === source) controller.fail(event.error);
  });
  const stopPage = followPage({
    onVisible: () => void controller.checkDay(),
    onHidden: controller.keepNow,
    onLeave: controller.keepNow,
    onOnline: controller.retry,
    onStored: (key) => {
      if (key.endsWith(`:${sessionCacheName(source)}`)) controller.follow();
    },
  });
  return () => {
    stopQueue();
    stopPage();
    controller.keepNow();
  };
}

/** The session of a deck, or over all decks of today. Mount it again for another one or another student. */
export const useLearningSession = (
  source: SessionSource,
): { view: SessionView; controller: SessionController } =>
  useController({
    create: (onNews: (news: SessionNews) => void) => create(source, onNews),
    started: () => takePrepared(source),
    onNews: useSessionNews(),
    follow: (controller) => follow(controller, source),
  });
