import { createListeners } from '../lib/listeners.ts';
import type { QueueEvent, QueueParts, QueueSnapshot } from './answer-queue.parts.ts';
import { backOff, failureOf, judge, REFUSALS_MAX } from './answer-verdict.ts';
import type { ProgressItem } from './session.state.ts';
import { type Answer, makeAnswerId } from './waiting-answer.ts';

type Outcome = 'next' | 'empty' | 'signed-out' | { waitMs: number };

export type AnswerQueue = ReturnType<typeof createAnswerQueue>;

/**
 * Answers are sent in the order given, one at a time, each until the server has it. An answer is written down before
 * it is first tried and removed when it is acknowledged, so that reload, closing and a lost network lose nothing; what
 * was sent but not acknowledged is sent again under the same id, which the server counts once.
 */
export function createAnswerQueue({ backlog, send, login, exclusive, clock, announce }: QueueParts) {
  const snapshots = createListeners();
  const events = createListeners<[QueueEvent]>();
  const asideDecks = new Set<number>();
  let snapshot: QueueSnapshot = { pending: 0, state: 'idle' };
  let inFlight: string | undefined;
  let refusedToken: string | undefined;
  let failures = 0;
  let cancelWait: (() => void) | undefined;
  let draining = false;
  let sentSince = false;
  let again = false;
  let lastCreated = 0;

  function show(next: Partial<QueueSnapshot>): void {
    const changed = { ...snapshot, ...next };
    if (changed.pending === snapshot.pending && changed.state === snapshot.state) return;
    snapshot = changed;
    snapshots.notify();
  }

  async function waiting(): Promise<Answer[]> {
    const user = login();
    return user ? backlog.list(user.userId) : [];
  }

  async function recount(): Promise<void> {
    show({ pending: (await waiting()).length });
  }

  async function forget(answer: Answer): Promise<void> {
    failures = 0;
    await backlog.forget(answer.id);
    announce?.();
  }

  async function onFailure(answer: Answer, error: unknown, token: string): Promise<Outcome> {
    const failure = failureOf(error);
    const verdict = judge(failure);
    if (verdict === 'signed-out') {
      refusedToken = token;
      events.notify({ type: 'signed-out' });
      return 'signed-out';
    }
    if (verdict === 'daily-limit') {
      asideDecks.add(answer.deckId);
      events.notify({ type: 'daily-limit', deckId: answer.deckId, error });
      return 'next';
    }
    const refusals = answer.refusals + (verdict === 'refused' ? 1 : 0);
    if (verdict === 'conflict' || refusals >= REFUSALS_MAX) {
      await forget(answer);
      if (verdict !== 'conflict') events.notify({ type: 'dropped', error, answer });
      return 'next';
    }
    if (refusals !== answer.refusals) await backlog.update({ ...answer, refusals });
    failures += 1;
    events.notify({ type: 'failed', error, attempt: failures, answer });
    return { waitMs: backOff(failures, failure.retryAfter) };
  }

  async function tryFirst(): Promise<Outcome> {
    const user = login();
    if (!user) return 'empty';
    if (user.token === refusedToken) return 'signed-out';
    await backlog.settle(user.userId);
    const answer = (await backlog.list(user.userId)).find((each) => !asideDecks.has(each.deckId));
    if (!answer) return 'empty';
    // Another tab may have logged in as somebody else meanwhile: no answer goes out under another's name.
    if (login()?.token !== user.token) return 'next';
    inFlight = answer.id;
    try {
      await send(answer);
    } catch (error) {
      return await onFailure(answer, error, user.token);
    } finally {
      inFlight = undefined;
    }
    await forget(answer);
    sentSince = true;
    events.notify({ type: 'sent', answer });
    return 'next';
  }

  function pause(waitMs: number): void {
    cancelWait = clock.after(waitMs, () => {
      cancelWait = undefined;
      wake();
    });
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
    if (draining || cancelWait) return;
    draining = true;
    drain()
      .catch((error: unknown) => {
        // The browser's own storage failed, or its lock: nothing was removed, so nothing is lost.
        console.error(error);
        backlog.reopen();
        failures += 1;
        pause(backOff(failures));
      })
      .finally(() => {
        draining = false;
        if (again) wake();
      });
  }

  return {
    /** Takes answers in; they are on disk when this returns. */
    add(deckId: number, items: ProgressItem[]): void {
      const user = login();
      if (!user || items.length === 0) return;
      for (const { cardId, body } of items) {
        // Strictly rising, since the journal is ordered by it.
        lastCreated = Math.max(clock.now(), lastCreated + 1);
        const id = makeAnswerId();
        backlog.write({ id, userId: user.userId, deckId, cardId, body, createdAt: lastCreated, refusals: 0 });
      }
      show({ pending: snapshot.pending + items.length, state: cancelWait ? 'waiting' : 'sending' });
      announce?.();
      wake();
    },

    wake,

    /** The network is back, or the student asks: no pause any longer. */
    wakeNow(): void {
      cancelWait?.();
      cancelWait = undefined;
      failures = 0;
      wake();
    },

    recount,

    /** The cards of a deck whose answers still wait. */
    async pendingCards(deckId: number): Promise<number[]> {
      return (await waiting()).filter((answer) => answer.deckId === deckId).map((answer) => answer.cardId);
    },

    /**
     * The page is closing: hands the oldest answer to the browser, unless one is under way. Only one, since requests
     * side by side may overtake each other; the rest is on disk for the page that comes next. Nothing is removed,
     * since nobody hears the reply.
     */
    leave(): void {
      const user = login();
      if (!user || user.token === refusedToken || inFlight) return;
      const own = backlog.ownAnswers(user.userId);
      const [oldest] = own;
      // What another page left behind is older, and comes first.
      if (oldest && snapshot.pending <= own.length) send(oldest).catch(() => {});
    },

    snapshot: (): QueueSnapshot => snapshot,

    subscribe: snapshots.add,
    onEvent: events.add,
  };
}
