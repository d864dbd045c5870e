import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { learns } from '../../../core/contract/roles.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { isOffline } from '../../lib/call/network.ts';
import { readSession } from '../../lib/kept/stored-session.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { afterFrame, browserClock } from '../../lib/live/timing.ts';
import { OpenedAhead, type Started, startController, useController } from '../../lib/live/use-controller.ts';
import { useLogInAgain } from '../../lib/pages/next-path.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { learningText, loadFailureText } from '../learning-text.ts';
import { answerQueue } from '../queue/answer-queue.ts';
import { learningFailure } from './learning-failure.ts';
import type { SessionSource } from './session.state.ts';
import { createSessionApi, createTodayApi } from './session-api.ts';
import {
  clearSessionCache,
  dropHandedCards,
  dropOldSessions,
  dropOverlappingSessions,
  type KeptSession,
  readHandedCards,
  readLearnedCards,
  readSessionCache,
  sessionCacheName,
  writeSessionCache,
} from './session-cache.ts';
import type { SessionNews, SessionParts, SessionView } from './session-controller.ts';
import { createSessionController, type SessionController } from './session-controller.ts';

type Cache = SessionParts['cache'];

/**
 * A cache whose writes wait for the next card to be drawn: a session is long to write, and a tap is to be answered at
 * once. Answers do not wait. A crash in between loses one step: one card comes again, and its answer has the same id. A
 * page that goes calls `flush`. The first write of a session is at once, since these ids come from it.
 */
export function deferredWrites(cache: Cache, later = afterFrame): Cache & { flush(): void } {
  let waiting: KeptSession | null = null;
  let cancel = () => {};
  let keptSeed: string | undefined;

  const drop = () => {
    cancel();
    waiting = null;
  };
  const flush = () => {
    const last = waiting;
    drop();
    if (last) cache.write(last);
  };
  return {
    ...cache,
    flush,
    write(stored) {
      drop();
      waiting = stored;
      const { answerSeed } = stored.state;
      if (answerSeed === keptSeed) cancel = later(flush);
      else flush();
      keptSeed = answerSeed;
    },
    read() {
      const stored = cache.read();
      // Another tab went on with the session: ours is over.
      if (waiting && stored && stored.timestamp > waiting.timestamp) drop();
      if (!waiting) return stored;
      flush();
      return cache.read();
    },
    readLearned(day) {
      flush();
      return cache.readLearned(day);
    },
    clear() {
      drop();
      cache.clear();
    },
  };
}

/** True while one card follows another, and nothing else changes but what is said of that around the card. */
const isNextCard = ({ session: shown, ...before }: SessionView, { session, ...now }: SessionView): boolean =>
  shown?.phase === 'studying' &&
  session?.phase === 'studying' &&
  (Object.keys(now) as (keyof typeof now)[]).every((part) => before[part] === now[part]);

/**
 * The view for what stands around the card, which lets the card go first: from one card to the next it changes once the
 * next one is drawn. A cheap phone would else draw all of it before the student sees the card.
 */
export function viewBehind(
  { view, subscribe }: Pick<SessionController, 'view' | 'subscribe'>,
  later = afterFrame,
): Pick<SessionController, 'view' | 'subscribe'> {
  const listeners = createListeners();
  let shown = view();
  let cancel = () => {};
  const catchUp = () => {
    cancel();
    shown = view();
    listeners.notify();
  };
  subscribe(() => {
    cancel();
    if (isNextCard(shown, view())) cancel = later(catchUp);
    else catchUp();
  });
  return { view: () => shown, subscribe: listeners.add };
}

/** Turns the news of the session into notices and ways out. */
function useSessionNews(): (news: SessionNews) => void {
  const { i18n } = useLingui();
  const notices = useNotices();
  const navigate = useNavigate();
  const logInAgain = useLogInAgain();
  return (news) => {
    switch (news.type) {
      case 'failed':
        // What the page shows then says that, and what to do.
        if (isOffline() && learningFailure(news.error) === 'other') return;
        return notices.error(loadFailureText(i18n, news.error));
      case 'end-failed':
        return notices.error(i18n._(learningText.endFailed));
      case 'settings-saved':
        return notices.success(i18n._(learningText.settingsSaved));
      case 'mark-failed':
        return notices.error(errorText(i18n, news.error));
      case 'put-aside':
        return notices.success(i18n._(learningText.putAside[news.aside]));
      case 'leave':
        if (news.to === 'dashboard') navigate(paths.student());
        else if (news.to === 'home') navigate(homeOf(readSession().role), { replace: true });
        // The stored session stays: the same student goes on after the login.
        else logInAgain();
        return;
      default:
        return news satisfies never;
    }
  };
}

const apiOf = (source: SessionSource) => (source === 'today' ? createTodayApi() : createSessionApi(source));

function create(source: SessionSource, onNews: (news: SessionNews) => void) {
  const { userId } = readSession();
  const cache = deferredWrites({
    read: () => readSessionCache(source),
    write: (stored) => {
      // A write that waited must not be another user's.
      if (readSession().userId === userId) writeSessionCache(stored);
    },
    readLearned: (day) => readLearnedCards(source, day),
    readHanded: (day) => readHandedCards(source, day),
    dropHanded: dropHandedCards,
    clear: () => clearSessionCache(source),
  });
  const controller = createSessionController({
    source,
    api: apiOf(source),
    queue: answerQueue(),
    cache,
    clock: browserClock,
    onNews,
  });
  const { view, subscribe } = controller;
  return { ...controller, ...viewBehind(controller), inHand: { view, subscribe }, keepNow: cache.flush };
}

type Kept = ReturnType<typeof create>;

/** A session's controller, whose view is a frame behind; `inHand` is the view without delay, for the card. */
export type ShownSession = Omit<Kept, 'keepNow'>;

function dropOthers(source: SessionSource): void {
  dropOldSessions();
  dropOverlappingSessions(source);
}

const ahead = new OpenedAhead<SessionSource, Started<Kept, SessionNews>>();

/** Opens a student's session before its page is drawn. */
export async function prepareLearningSession(source: SessionSource): Promise<void> {
  if (!learns(readSession().role)) return;
  dropOthers(source);
  const started = startController<Kept, SessionNews>((onNews) => create(source, onNews));
  ahead.put(source, started);
  await started.opening;
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
export const useLearningSession = (source: SessionSource): { view: SessionView; controller: ShownSession } =>
  useController({
    create: (onNews: (news: SessionNews) => void) => create(source, onNews),
    started: () => ahead.take(source),
    onNews: useSessionNews(),
    follow: (controller) => follow(controller, source),
  });
