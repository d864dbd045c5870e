import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { makeAnswerId } from '../learning/waiting-answer.ts';
import { readSession } from '../lib/stored-session.ts';
import { setExamAtRisk } from '../lib/unsaved-answers.ts';
import { createExamSessionApi } from './exam-session-api.ts';
import { createExamSessionCache, progressName } from './exam-session-cache.ts';
import { createExamSessionController, type ExamSessionController } from './exam-session-controller.ts';
import type { ExamNews, ExamView } from './exam-session-view.ts';
import { useExamNews } from './use-exam-news.ts';

type Listener = (news: ExamNews) => void;

function create(examId: number) {
  const { userId } = readSession();
  let listener: Listener = () => {};
  const controller = createExamSessionController({
    api: createExamSessionApi(examId, userId),
    cache: createExamSessionCache(examId, userId),
    clock: {
      monotonic: () => performance.now(),
      wall: () => Date.now(),
      chance: Math.random,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    makeKey: makeAnswerId,
    onNews: (news) => listener(news),
  });
  const listen = (next: Listener) => {
    listener = next;
  };
  return { controller, listen };
}

/** Tells the controller what happens to the page; answers how to stop. */
function followPage(controller: ExamSessionController, examId: number): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onVisibility = () => (document.visibilityState === 'visible' ? controller.wake() : controller.hide());
  const onUnload = (event: BeforeUnloadEvent) => {
    if (controller.isAtRisk()) event.preventDefault();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.endsWith(`:${progressName(examId)}`)) controller.follow();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  window.addEventListener('pagehide', controller.leave, { signal });
  window.addEventListener('pageshow', controller.wake, { signal });
  window.addEventListener('online', controller.retry, { signal });
  window.addEventListener('beforeunload', onUnload, { signal });
  window.addEventListener('storage', onStorage, { signal });
  return () => listening.abort();
}

/** The session of an exam; to be mounted anew for another exam or another student. */
export function useExamSession(examId: number): { view: ExamView; controller: ExamSessionController } {
  const [{ controller, listen }] = useState(() => create(examId));
  const onNews = useEffectEvent(useExamNews());

  useEffect(() => {
    listen((news) => onNews(news));
    void controller.open();
    const unfollow = followPage(controller, examId);
    return () => {
      unfollow();
      controller.close();
    };
  }, [controller, examId, listen]);

  // After the page is left, too: what it could not save is in the browser's storage only.
  useEffect(() => controller.subscribe(() => setExamAtRisk(controller.isAtRisk())), [controller]);

  return { view: useSyncExternalStore(controller.subscribe, controller.view), controller };
}
