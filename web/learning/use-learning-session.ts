import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
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

type Listener = (news: SessionNews) => void;

function create(deckId: number) {
  let listener: Listener = () => {};
  const onNews: Listener = (news) => listener(news);
  const controller = createSessionController({
    deckId,
    api: createSessionApi(deckId, () => onNews({ type: 'batch-failed' })),
    queue: answerQueue(),
    cache: {
      read: () => readSessionCache(deckId),
      write: writeSessionCache,
      readLearned: (day) => readLearnedCards(deckId, day),
      clear: () => clearSessionCache(deckId),
    },
    clock: {
      now: () => Date.now(),
      chance: Math.random,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    onNews,
  });
  const listen = (next: Listener) => {
    listener = next;
  };
  return { controller, listen };
}

/** The session of a deck; to be mounted anew for another deck or another student. */
export function useLearningSession(deckId: number): { view: SessionView; controller: SessionController } {
  const [{ controller, listen }] = useState(() => create(deckId));
  const onNews = useEffectEvent(useSessionNews());

  useEffect(() => {
    listen((news) => onNews(news));
    dropOldSessions();
    void controller.open();
    const stopQueue = answerQueue().onEvent((event) => {
      if (event.type === 'daily-limit' && event.deckId === deckId) controller.fail(event.error);
    });
    const onVisible = () => {
      if (document.visibilityState === 'visible') void controller.checkDay();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.endsWith(`:${sessionCacheName(deckId)}`)) controller.follow();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('storage', onStorage);
    window.addEventListener('online', controller.retry);
    return () => {
      controller.close();
      stopQueue();
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('online', controller.retry);
    };
  }, [controller, deckId, listen]);

  return { view: useSyncExternalStore(controller.subscribe, controller.view), controller };
}
