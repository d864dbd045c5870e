import { msg, plural } from '@lingui/core/macro';
import { learns } from '../../../core/contract/roles.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { guardLeave } from '../../lib/kept/leave-guards.ts';
import { isOthersNow, plainStorage } from '../../lib/kept/storage-key.ts';
import { onSessionChange, readSession } from '../../lib/kept/stored-session.ts';
import { createRetry } from '../../lib/live/back-off.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { afterFrame, browserClock, type Clock } from '../../lib/live/timing.ts';
import { noteSent } from '../session/kept-decks.ts';
import type { ProgressItem, SentAnswer, SessionSource } from '../session/session.state.ts';
import { failureOf, judge, judgeUndo, LEARNING_WAITS, REFUSALS_MAX } from './answer-verdict.ts';
import {
  type AnswerJournal,
  type AnswerStore,
  createAnswerJournal,
  isUndo,
  openAnswerStore,
  type Waiting,
} from './waiting-answers.ts';

type Backlog = ReturnType<typeof createBacklog>;

/** The answers and undos that wait, wherever they are on their way to IndexedDB: in memory, in the journal, in the store. */
export function createBacklog(journal: AnswerJournal, openStore: () => Promise<AnswerStore>) {
  /** What this tab has given and no one has acknowledged yet, and whether it is on disk. */
  const own = new Map<string, { item: Waiting; onDisk: boolean }>();
  let store: Promise<AnswerStore> | undefined;

  const opened = () => {
    store ??= openStore().catch(() => journal);
    return store;
  };

  const ownOf = (userId: number) => [...own.values()].filter(({ item }) => item.userId === userId);

  return {
    /** On disk when this returns, as far as the browser lets us. */
    write(item: Waiting): void {
      // Another tab must not find an undo whose answer only this one knows: the server would not know it either.
      const tooEarly = isUndo(item) && own.get(item.undoes)?.onDisk === false;
      own.set(item.id, { item, onDisk: !tooEarly && journal.write(item) });
    },

    /**
     * Moves answers from journal and memory into the store, also those of a closed tab. Only the tab that may send
     * does this: another could otherwise put back what has just been sent.
     */
    async settle(userId: number): Promise<void> {
      const target = await opened();
      if (target === journal) return;
      try {
        for (const item of await journal.list(userId)) {
          await target.add(item);
          await journal.remove(item.id);
        }
        for (const each of ownOf(userId)) {
          if (!each.onDisk) await target.add(each.item);
          each.onDisk = true;
        }
      } catch (error) {
        // A store without room: the answers are sent from where they are.
        console.error(error);
      }
    },

    /** What a student has given, in that order. */
    async list(userId: number): Promise<Waiting[]> {
      // What is given, or comes to disk, from here on may be in neither of the readings.
      const onDiskBefore = new Set(ownOf(userId).flatMap(({ item, onDisk }) => (onDisk ? item.id : [])));
      // The journal first: what moves on between the two readings is then in both rather than in neither.
      const journaled = await journal.list(userId);
      const stored = await (await opened()).list(userId);
      const found = new Map([...stored, ...journaled].map((item) => [item.id, item]));
      for (const { item } of ownOf(userId)) {
        if (found.has(item.id)) continue;
        // What was on disk and no longer is has been sent, by another tab.
        if (onDiskBefore.has(item.id)) own.delete(item.id);
        else found.set(item.id, item);
      }
      return [...found.values()];
    },

    async update(item: Waiting): Promise<void> {
      await (await opened()).update(item);
    },

    async forget(id: string): Promise<void> {
      own.delete(id);
      await (await opened()).remove(id);
      await journal.remove(id);
    },

    /** What this tab has given, at hand without waiting. */
    ownItems: (userId: number): Waiting[] => ownOf(userId).map(({ item }) => item),

    /** After the store has failed: the next reading opens it again. */
    reopen(): void {
      store = undefined;
    },
  };
}

export type QueueEvent =
  | { type: 'sent'; item: Waiting }
  /** Everything that could be sent has been. */
  | { type: 'drained' }
  /** `attempt` counts the failures in a row. */
  | { type: 'failed'; error: unknown; attempt: number; item: Waiting }
  | { type: 'dropped'; error: unknown; item: Waiting }
  | { type: 'signed-out' }
  | { type: 'daily-limit'; deckId: number; error: unknown };

export interface QueueSnapshot {
  /** Answers and undos that the server has not yet acknowledged. */
  pending: number;
  /** How many of them are undos. */
  undos: number;
  state: 'idle' | 'sending' | 'waiting' | 'signed-out';
}

/** What the queue works with; tests bring their own. */
interface QueueParts {
  backlog: Backlog;
  /** Rejects with an ApiError; must read the login before it first waits. */
  send: (item: Waiting) => Promise<void>;
  login: () => { userId: number; token: string } | null;
  /** Runs one try at a time over all tabs. */
  exclusive: <T>(run: () => Promise<T>) => Promise<T>;
  clock: Clock;
  /** Informs the other tabs that the number of waiting answers changed. */
  announce?: () => void;
  /** When what was just taken in, which is on disk, is sent. Default: at once. */
  later?: (run: () => void) => void;
}

type Outcome = 'next' | 'empty' | 'signed-out' | { waitMs: number };

export type AnswerQueue = ReturnType<typeof createAnswerQueue>;

/**
 * Sends answers and undos in the order given, one at a time, each until the server has it. Each is written down before
 * it is first tried and removed when it is acknowledged. Reload, closing and a lost network thus lose nothing. What
 * was sent but not acknowledged is sent again under the same id, which the server counts once.
 */
export function createAnswerQueue({
  backlog,
  send,
  login,
  exclusive,
  clock,
  announce,
  later = (run) => run(),
}: QueueParts) {
  const snapshots = createListeners();
  const events = createListeners<[QueueEvent]>();
  const retry = createRetry(clock, LEARNING_WAITS);
  /** Somebody listens who shows failures to people. */
  let isShown = false;
  /** What was dropped before that. */
  let unshown: { event: QueueEvent; token: string }[] = [];
  /** The first failure of the item that is tried, and the login under which it was. */
  let trouble: { event: QueueEvent; token: string | undefined } | undefined;
  const report = (event: QueueEvent): void => {
    const token = login()?.token;
    if (trouble?.token !== token) trouble = undefined;
    trouble ??= { event, token };
    events.notify(event);
  };
  const asideDecks = new Set<number>();
  let snapshot: QueueSnapshot = { pending: 0, undos: 0, state: 'idle' };
  let inFlight: string | undefined;
  let refusedToken: string | undefined;

  let draining = false;
  let sentSince = false;
  let again = false;
  let lastCreated = 0;

  function show(next: Partial<QueueSnapshot>): void {
    const changed = { ...snapshot, ...next };
    const { pending, undos, state } = snapshot;
    if (changed.pending === pending && changed.undos === undos && changed.state === state) return;
    snapshot = changed;
    snapshots.notify();
  }

  async function waiting(): Promise<Waiting[]> {
    const user = login();
    return user ? backlog.list(user.userId) : [];
  }

  async function recount(): Promise<void> {
    const items = await waiting();
    show({ pending: items.length, undos: items.filter(isUndo).length });
  }

  async function forget(item: Waiting): Promise<void> {
    retry.forget();
    trouble = undefined;
    await backlog.forget(item.id);
    announce?.();
  }

  function drop(event: QueueEvent, token: string): void {
    if (!isShown) unshown.push({ event, token });
    events.notify(event);
  }

  async function onFailure(item: Waiting, error: unknown, token: string): Promise<Outcome> {
    const failure = failureOf(error);
    const verdict = isUndo(item) ? judgeUndo(failure) : judge(failure);
    if (verdict === 'signed-out') {
      refusedToken = token;
      report({ type: 'signed-out' });
      return 'signed-out';
    }
    if (verdict === 'daily-limit') {
      asideDecks.add(item.deckId);
      events.notify({ type: 'daily-limit', deckId: item.deckId, error });
      return 'next';
    }
    const refusals = item.refusals + (verdict === 'refused' ? 1 : 0);
    if (verdict === 'conflict' || verdict === 'final' || refusals >= REFUSALS_MAX) {
      await forget(item);
      if (verdict !== 'conflict') drop({ type: 'dropped', error, item }, token);
      return 'next';
    }
    if (refusals !== item.refusals) await backlog.update({ ...item, refusals });
    const waitMs = retry.failed(error);
    report({ type: 'failed', error, attempt: retry.failures(), item });
    return { waitMs };
  }

  async function tryFirst(): Promise<Outcome> {
    const user = login();
    if (!user) return 'empty';
    if (user.token === refusedToken) return 'signed-out';
    await backlog.settle(user.userId);
    const items = await backlog.list(user.userId);
    // The server would refuse it for good, and then take the answer.
    const early = (each: Waiting) => isUndo(each) && items.some((other) => other.id === each.undoes);
    const item = items.find((each) => !asideDecks.has(each.deckId) && !early(each));
    if (!item) return 'empty';
    // Another tab may have logged in as somebody else meanwhile: no answer goes out under another's name.
    if (login()?.token !== user.token) return 'next';
    inFlight = item.id;
    try {
      await send(item);
    } catch (error) {
      return await onFailure(item, error, user.token);
    } finally {
      inFlight = undefined;
    }
    await forget(item);
    sentSince = true;
    events.notify({ type: 'sent', item });
    return 'next';
  }

  function pause(ms: number): void {
    retry.pause(ms, wake);
    show({ state: 'waiting' });
  }

  async function drain(): Promise<void> {
    show({ state: 'sending' });
    let outcome: Outcome;
    do {
      again = false;
      outcome = await exclusive(tryFirst);
      await recount();
    } while (outcome === 'next' || (outcome === 'empty' && again));
    again = false;
    if (typeof outcome === 'object') pause(outcome.waitMs);
    else show({ state: outcome === 'signed-out' && snapshot.pending > 0 ? 'signed-out' : 'idle' });
    if (outcome === 'empty' && sentSince) {
      sentSince = false;
      events.notify({ type: 'drained' });
    }
  }

  /** Starts sending, unless it is under way or pausing after a failure. */
  function wake(): void {
    again = true;
    if (draining || retry.isWaiting()) return;
    draining = true;
    drain()
      .catch((error: unknown) => {
        // The browser's own storage failed, or its lock: nothing was removed, so nothing is lost.
        console.error(error);
        backlog.reopen();
        pause(retry.failed());
      })
      .finally(() => {
        draining = false;
        if (again) wake();
      });
  }

  /** Makes what every item has besides. */
  function stamp(userId: number, deckId: number) {
    // Strictly rising, since the journal is ordered by it.
    lastCreated = Math.max(clock.now(), lastCreated + 1);
    return { userId, deckId, createdAt: lastCreated, refusals: 0 };
  }

  function taken(count: Pick<QueueSnapshot, 'pending' | 'undos'>): void {
    show({
      pending: snapshot.pending + count.pending,
      undos: snapshot.undos + count.undos,
      state: retry.isWaiting() ? 'waiting' : 'sending',
    });
    later(() => {
      announce?.();
      wake();
    });
  }

  return {
    /** Takes answers in; they are on disk when this returns. */
    add(deckId: number, items: ProgressItem[]): void {
      const user = login();
      if (!user || items.length === 0) return;
      for (const item of items) backlog.write({ ...item, ...stamp(user.userId, deckId) });
      taken({ pending: items.length, undos: 0 });
    },

    /**
     * Takes an answer back, after it has been sent: an answer that still waits may have reached the server already, in
     * a try whose reply was lost. On disk when this returns.
     */
    undo(deckId: number, { id, cardId }: SentAnswer): void {
      const user = login();
      if (!user) return;
      backlog.write({ id: makeUuid(), cardId, undoes: id, ...stamp(user.userId, deckId) });
      taken({ pending: 1, undos: 1 });
    },

    wake,

    /** The network is back, or the student asks: no pause any longer. */
    wakeNow(): void {
      retry.reset();
      wake();
    },

    recount,

    /** The cards of a deck, or of all, whose answers still wait, less those that are taken back. */
    async pendingCards(source: SessionSource): Promise<number[]> {
      const items = (await waiting()).filter((item) => source === 'today' || item.deckId === source);
      const undone = new Set(items.filter(isUndo).map((item) => item.undoes));
      return items.filter((item) => !isUndo(item) && !undone.has(item.id)).map((item) => item.cardId);
    },

    /**
     * The page is closing: hands the oldest item to the browser, unless one is under way. Only one, since requests
     * side by side may overtake each other; the rest is on disk for the page that comes next. Nothing is removed,
     * since nobody hears the reply.
     */
    leave(): void {
      const user = login();
      if (!user || user.token === refusedToken || inFlight) return;
      const own = backlog.ownItems(user.userId);
      const [oldest] = own;
      // What another page left behind is older, and comes first.
      if (oldest && snapshot.pending <= own.length) send(oldest).catch(() => {});
    },

    snapshot: (): QueueSnapshot => snapshot,

    subscribe: snapshots.add,
    onEvent: events.add,
    /** As `onEvent`, for what shows failures to people. What went wrong before, in the same login, comes first. */
    tell(listener: (event: QueueEvent) => void): () => void {
      const missed = trouble ? [trouble, ...unshown] : unshown;
      isShown = true;
      unshown = [];
      for (const { event, token } of missed) if (token === login()?.token) listener(event);
      const stop = events.add(listener);
      return () => {
        isShown = false;
        stop();
      };
    },

    /** The failure that answers wait for, for a listener that comes late. That of another login is over. */
    trouble: (): QueueEvent | undefined => (trouble?.token === login()?.token ? trouble?.event : undefined),
  };
}

/** Makes a logout ask as long as this many answers of the student have not reached the server. */
export function guardAnswers(pending: () => number): void {
  guardLeave({
    isAtRisk: () => learns(readSession().role) && pending() > 0,
    question() {
      const waiting = pending();
      return {
        title: msg`Log out with unsaved answers?`,
        text: msg`${plural(waiting, {
          one: '# answer has not reached the server yet. It stays on this device and is sent when you log in here again.',
          other:
            '# answers have not reached the server yet. They stay on this device and are sent when you log in here again.',
        })}`,
      };
    },
  });
}

const LOCK = 'nho-answers';
/** A call that a dead network swallows would otherwise hold the lock for ever. */
const SEND_TIMEOUT_MS = 30_000;

async function send(item: Waiting): Promise<void> {
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
  const options = { keepalive: true, signal };
  try {
    if (isUndo(item))
      await callApi('POST /api/reviews/:reviewId/undo', { ...options, params: { reviewId: item.undoes } });
    else
      await callApi('POST /api/cards/:cardId/progress', {
        ...options,
        params: { cardId: item.cardId },
        body: item.body,
        headers: { 'Idempotency-Key': item.id },
      });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new ApiError(0, 'network_error', 'The server does not answer', { cause });
  }
}

/** Also without the user whose page this is: nothing is taken in or sent for another one. */
function login() {
  const { token, userId } = readSession();
  return !isOthersNow() && token !== null && userId !== null ? { token, userId } : null;
}

function exclusive<T>(run: () => Promise<T>): Promise<T> {
  // Web Locks exist in secure contexts only; without them two tabs may send one answer twice, under one id.
  if (!navigator.locks) return run();
  return navigator.locks.request(LOCK, run);
}

function create(): AnswerQueue {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(LOCK);
  const queue = createAnswerQueue({
    backlog: createBacklog(createAnswerJournal(plainStorage()), openAnswerStore),
    send,
    login,
    exclusive,
    clock: browserClock,
    announce: () => channel?.postMessage('changed'),
    // The next card is drawn first.
    later: afterFrame,
  });
  queue.onEvent((event) => {
    if (event.type === 'sent') noteSent(event.item);
  });
  guardAnswers(() => queue.snapshot().pending);
  const recount = () => void queue.recount().catch(console.error);
  channel?.addEventListener('message', recount);
  onSessionChange(() => {
    if (isOthersNow()) recount();
  });
  followPage({ onOnline: queue.wakeNow, onLeave: queue.leave, onVisible: queue.wake });
  return queue;
}

let instance: AnswerQueue | undefined;

/** The one queue of this tab. */
export function answerQueue(): AnswerQueue {
  instance ??= create();
  return instance;
}

/** Sends what waits from earlier visits; to be called when the client starts and after each login. */
export function startAnswerQueue(): void {
  answerQueue().wakeNow();
}
