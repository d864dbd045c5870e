import type { Deck, DeckSettings, DeckSettingsBody } from '../../../core/deck/deck.schema.ts';
import type { Aside, CardMarkChanges } from '../../../core/learning/choosing/card-mark.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { forgetEarlyReads } from '../../lib/call/early-reads.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { createRetry } from '../../lib/live/back-off.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import type { Clock } from '../../lib/live/timing.ts';
import type { AnswerQueue } from '../queue/answer-queue.ts';
import { failureOf, LEARNING_WAITS } from '../queue/answer-verdict.ts';
import { keepsSession, type LearningFailure, learningFailure, WAY_OUT } from './learning-failure.ts';
import { sessionReducer } from './session.reducer.ts';
import {
  currentCard,
  type HandedCard,
  type SessionEvent,
  type SessionSource,
  type SessionState,
  type Turned,
} from './session.state.ts';
import type { SessionApi } from './session-api.ts';
import type { KeptSession } from './session-cache.ts';
import { moreLimit, resumeSession, startSession, takeOver } from './session-loading.ts';

/** What a session works with. */
export interface SessionParts {
  source: SessionSource;
  api: SessionApi;
  queue: AnswerQueue;
  cache: {
    read(): KeptSession | null;
    write(stored: KeptSession): void;
    readLearned(day: string): SessionState['learned'];
    /** What sessions that were forgotten were teaching that this one has as well. */
    readHanded(day: string): HandedCard[];
    dropHanded(day: string, cardIds: readonly number[]): void;
    /** Throws when the browser's storage refuses. */
    clear(): void;
  };
  clock: Clock;
  onNews: (news: SessionNews) => void;
}

/** What the page shows. */
export interface SessionView {
  status: 'loading' | 'ready' | 'failed';
  failure: LearningFailure | null;
  /** Null until it is loaded, and in a session over all decks; so are the settings. */
  deck: Deck | null;
  settings: DeckSettings | null;
  session: SessionState | null;
  /** The next cards don't come for now, while the session needs more. */
  stuck: boolean;
}

const LOADING: SessionView = {
  status: 'loading',
  failure: null,
  deck: null,
  settings: null,
  session: null,
  stuck: false,
};

/** What the page does besides: a notice, or going elsewhere. */
export type SessionNews =
  | { type: 'failed'; error: unknown }
  /** The calls go one by one now. */
  | { type: 'end-failed' }
  | { type: 'settings-saved' }
  /** What a student noted of a card was not kept. */
  | { type: 'mark-failed'; error: unknown }
  | { type: 'put-aside'; aside: Aside }
  /** `home` is the dashboard of the user's own role. */
  | { type: 'leave'; to: 'login' | 'dashboard' | 'home' };

/**
 * `empty` once the server has every answer; `stuck` when it can't have them for now (no network, no login). What an
 * earlier visit left counts too.
 */
async function queueSettled(
  queue: Pick<AnswerQueue, 'recount' | 'snapshot' | 'subscribe' | 'wake'>,
): Promise<'empty' | 'stuck'> {
  await queue.recount();
  if (queue.snapshot().pending > 0) {
    // Another tab may be the one that sends them: the cards that the document has asked for are from before.
    forgetEarlyReads();
    queue.wake();
  }
  const settled = () => {
    const { pending, state } = queue.snapshot();
    if (pending === 0) return 'empty';
    return state === 'sending' ? undefined : 'stuck';
  };
  return new Promise((resolve) => {
    let unsubscribe = () => {};
    const check = () => {
      const result = settled();
      if (!result) return;
      unsubscribe();
      resolve(result);
    };
    unsubscribe = queue.subscribe(check);
    check();
  });
}

/** How long a new session waits for answers of the one before. The server would otherwise give their cards again. */
const SETTLE_MS = 3_000;

interface OpenedSession {
  /** Null in a session over all decks, as the settings are. */
  deck: Deck | null;
  settings: DeckSettings | null;
  session: SessionState;
  /** False when the server could not be asked which day it is. */
  dayKnown: boolean;
}

async function openFresh(parts: SessionParts): Promise<OpenedSession> {
  const { source, api, queue, cache, clock } = parts;
  const settled = await Promise.race([
    queueSettled(queue),
    new Promise<void>((done) => clock.after(SETTLE_MS, done)),
  ]);
  // Asked before the cards: what is acknowledged in between is then left out twice rather than not at all.
  const unsentIds = settled === 'empty' ? [] : await queue.pendingCards(source);
  const { deck, set, counts } = await api.open();
  // One whose answer waits is done, unless that is the answer after which it is still being learnt.
  const handed = cache
    .readHanded(set.day)
    .filter(({ card, isSent }) => isSent || !unsentIds.includes(card.id));
  const learnt = new Set(handed.map(({ card }) => card.id));
  const opened = startSession({
    source,
    day: set.day,
    cards: set.data,
    counts,
    completed: set.session_completed,
    unsentIds: unsentIds.filter((id) => !learnt.has(id)),
    learned: cache.readLearned(set.day),
    answerSeed: makeUuid(),
  });
  return { deck, settings: counts.settings, session: takeOver(opened, handed), dayKnown: true };
}

/** The stored session, or null when it is of an earlier day. */
async function resume(parts: SessionParts, stored: KeptSession): Promise<OpenedSession | null> {
  const { api, clock } = parts;
  const session = resumeSession(stored.state, clock.now());
  try {
    const { deck, counts } = await api.reopen();
    if (counts.day !== stored.state.day) return null;
    return { deck, settings: counts.settings, session, dayKnown: true };
  } catch (error) {
    if (learningFailure(error) !== 'other') throw error;
    // Without the server the student goes on with what is here.
    return { deck: stored.deck, settings: stored.settings, session, dayKnown: false };
  }
}

/** The session that this browser keeps of today, else a new one. */
async function openSession(parts: SessionParts): Promise<OpenedSession> {
  const stored = parts.cache.read();
  const resumed = stored && (await resume(parts, stored));
  if (resumed) return resumed;
  if (stored) parts.cache.clear();
  return openFresh(parts);
}

/** How old the knowledge of the server's day may be when the student comes back to an open page. */
const DAY_CHECK_MS = 600_000;

export type SessionController = ReturnType<typeof createSessionController>;

/** One session, of a deck or over all of today: ties the state machine to the server, the cache and the queue of answers. */
export function createSessionController(parts: SessionParts) {
  const { source, api, queue, cache, clock, onNews } = parts;
  const listeners = createListeners();
  const fetchRetry = createRetry(clock, LEARNING_WAITS);
  let view: SessionView = LOADING;
  let savedAt = 0;
  let dayKnownAt = 0;
  let fetching = false;

  let closed = false;

  function show(next: Partial<SessionView>): void {
    view = { ...view, ...next };
    listeners.notify();
  }

  function save(): void {
    const { session, deck, settings } = view;
    if (!session) return;
    savedAt = clock.now();
    cache.write({ timestamp: savedAt, state: session, deck, settings });
  }

  function clearCache(): void {
    try {
      cache.clear();
    } catch (error) {
      console.error(error);
    }
  }

  /** Reports to the page. What can't be repaired here ends the session on this page. */
  function fail(error: unknown): void {
    const failure = learningFailure(error);
    const to = WAY_OUT[failure];
    if (!keepsSession(failure)) clearCache();
    show({ status: 'failed', failure });
    onNews({ type: 'failed', error });
    if (to) onNews({ type: 'leave', to });
  }

  function enter({ deck, settings, session, dayKnown }: OpenedSession): void {
    if (closed) return;
    if (dayKnown) dayKnownAt = clock.now();
    show({ status: 'ready', deck, settings, session, stuck: false });
    save();
    cache.dropHanded(
      session.day,
      session.learning.map(({ originalId }) => originalId),
    );
    if (session.phase === 'needs-more') void fetchMore();
  }

  async function open(): Promise<void> {
    closed = false;
    show(LOADING);
    try {
      enter(await openSession(parts));
    } catch (error) {
      if (!closed) fail(error);
    }
  }

  /** The card is in the session before its answer, and after the answer is taken back. */
  const deckOf = ({ cards }: SessionState, cardId: number): number =>
    source === 'today' ? cards.find(({ id }) => id === cardId)!.deck_id : source;

  function apply(event: SessionEvent): void {
    if (view.status !== 'ready' || !view.session) return;
    const before = view.session;
    const { state, send, undo } = sessionReducer(before, event);
    if (state === before) return;
    // First the answers, then the state: a crash between the two repeats a card rather than losing an answer.
    for (const item of send) queue.add(deckOf(before, item.cardId), [item]);
    if (undo) queue.undo(deckOf(state, undo.cardId), undo);
    show({ session: state });
    save();
    if (state.phase === 'needs-more') void fetchMore();
  }

  function fetchLater(error: unknown): void {
    if (fetchRetry.failures() === 0 && failureOf(error).status > 0) onNews({ type: 'failed', error });
    const waitMs = fetchRetry.failed(error);
    apply({ type: 'moreFailed' });
    if (view.session?.phase !== 'needs-more') return;
    show({ stuck: true });
    fetchRetry.pause(waitMs, () => void fetchMore());
  }

  /** True when the day has changed: the session must be opened again. */
  async function loadMore(): Promise<boolean> {
    // The server would give the cards again whose answers it doesn't know.
    if ((await queueSettled(queue)) === 'stuck') throw new Error('Answers wait for the network');
    if (closed || view.session?.phase !== 'needs-more') return false;
    const set = await api.more(moreLimit(view.session));
    if (closed) return false;
    fetchRetry.forget();
    show({ stuck: false });
    if (set.day !== view.session.day) return true;
    apply({ type: 'moreLoaded', cards: set.data });
    return false;
  }

  async function fetchMore(): Promise<void> {
    fetchRetry.stop();
    if (fetching || closed) return;
    fetching = true;
    try {
      if (!(await loadMore())) return;
      clearCache();
      const opened = await openFresh(parts);
      fetching = false;
      enter(opened);
    } catch (error) {
      if (closed) return;
      if (learningFailure(error) === 'other') fetchLater(error);
      else fail(error);
    } finally {
      fetching = false;
    }
  }

  /** The server's counts under the new limits; without the network the old ones stay. */
  async function refreshCounts(): Promise<void> {
    try {
      if ((await queueSettled(queue)) === 'stuck') return;
      const asked = view.session?.past;
      const counts = await api.counts();
      // Another answer, or one less, meanwhile: these counts are of before it.
      if (!closed && view.session?.past !== asked) return refreshCounts();
      if (!closed && counts.day === view.session?.day) apply({ type: 'refreshed', counts });
    } catch (error) {
      if (!closed && learningFailure(error) !== 'other') fail(error);
    }
  }

  /** True once it is kept; else the page has heard why not. */
  async function mark(cardId: number, changes: CardMarkChanges): Promise<boolean> {
    try {
      await api.mark(cardId, changes);
      return !closed;
    } catch (error) {
      if (!closed) onNews({ type: 'mark-failed', error });
      return false;
    }
  }

  return {
    open,
    view: (): SessionView => view,
    subscribe: listeners.add,

    reveal: (turned?: Turned) => apply({ type: 'revealed', now: clock.now(), ...(turned && { turned }) }),
    rate: (rating: Rating) => apply({ type: 'rated', rating, now: clock.now(), answerId: makeUuid() }),
    relearn: () => apply({ type: 'relearn', now: clock.now() }),

    /** Takes the last rating back, or the card that was put aside since; the one before it is then the last. */
    async undo(): Promise<void> {
      const aside = view.session?.past.at(-1)?.aside;
      if (aside !== undefined && !(await mark(aside, { aside: null }))) return;
      // Meanwhile something else may have become the last.
      if (view.session?.past.at(-1)?.aside !== aside) return;
      const outdated = view.session?.past.at(-1)?.outdated ?? false;
      apply({ type: 'undo' });
      if (outdated) void refreshCounts();
    },

    /** The card in hand goes away, with no answer, once the server knows it. */
    async putAside(aside: Aside): Promise<void> {
      const card = view.session && currentCard(view.session);
      if (!card || !(await mark(card.id, { aside }))) return;
      // Another card may be in hand by now, of which nobody spoke.
      if (!view.session || currentCard(view.session)?.id !== card.id) return;
      apply({ type: 'put-aside', now: clock.now(), id: makeUuid() });
      onNews({ type: 'put-aside', aside });
    },

    async flag(cardId: number, flagged: boolean): Promise<void> {
      if (await mark(cardId, { flagged })) apply({ type: 'flagged', cardId, flagged });
    },

    /** Today's cards are done, and the student wants more of the deck. */
    async more(cards: number): Promise<void> {
      try {
        await api.askForMore(cards);
      } catch (error) {
        if (!closed) onNews({ type: 'mark-failed', error });
        return;
      }
      if (closed) return;
      clearCache();
      await open();
    },

    /** The student doesn't want to wait for the next try. */
    retry(): void {
      queue.wakeNow();
      void fetchMore();
    },

    end(): void {
      try {
        cache.clear();
      } catch {
        onNews({ type: 'end-failed' });
        return;
      }
      onNews({ type: 'leave', to: 'dashboard' });
    },

    /** Rejects with the server's refusal, which the form shows; over all decks `ofDeck` says of which they are. */
    async saveSettings(settings: DeckSettingsBody, ofDeck?: number): Promise<void> {
      const saved = await api.saveSettings(settings, ofDeck);
      if (closed) return;
      if (ofDeck === undefined) show({ settings: saved });
      else apply({ type: 'settled', deckId: ofDeck, way: saved.way ?? 'turning' });
      onNews({ type: 'settings-saved' });
      save();
      await refreshCounts();
    },

    /** The student is back at a page that was open for long: yesterday's session is over. */
    async checkDay(): Promise<void> {
      if (view.status !== 'ready' || clock.now() - dayKnownAt < DAY_CHECK_MS) return;
      dayKnownAt = clock.now();
      try {
        const counts = await api.counts();
        if (!closed && counts.day !== view.session?.day) await open();
      } catch (error) {
        if (!closed && learningFailure(error) === 'unauthenticated') fail(error);
      }
    },

    /** A call elsewhere on the page, or an answer on its way, was refused for good. */
    fail,

    /** Another tab went on with this session: one card is not asked for in two places. */
    follow(): void {
      const stored = view.status === 'ready' ? cache.read() : null;
      if (!stored || stored.timestamp <= savedAt) return;
      savedAt = stored.timestamp;
      // What was answered there is taken back there.
      show({ session: { ...resumeSession(stored.state, clock.now()), past: [] } });
      if (stored.state.phase === 'needs-more') void fetchMore();
    },

    close(): void {
      closed = true;
      fetchRetry.stop();
    },
  };
}
