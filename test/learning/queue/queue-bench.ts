import { column } from '../../harness/columns.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { QueueEvent, QueueSnapshot } from '../../../web/learning/queue/answer-queue.ts';
import { createAnswerQueue, createBacklog } from '../../../web/learning/queue/answer-queue.ts';
import {
  createAnswerJournal,
  isUndo,
  openAnswerStore,
  type Waiting,
} from '../../../web/learning/queue/waiting-answers.ts';
import type { ProgressItem } from '../../../web/learning/session/session.state.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { makeUuid } from '../../../web/lib/call/uuid.ts';
import { manualTimers } from '../../desk/manual-timers.ts';
import { until } from '../../harness/until.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { NOON } from '../session/session-cards.ts';

export const item = (cardId: number): ProgressItem => ({
  id: makeUuid(),
  cardId,
  body: { status: 2, time_spent: 1 },
});

export const failure = (status: number, message = 'refused', retryAfter?: number) =>
  new ApiError(status, status === 0 ? 'network_error' : 'internal_error', message, { retryAfter });

export const notFound = () => new ApiError(404, 'answer_not_found', 'This answer is not known');
export const tooOld = () => new ApiError(409, 'answer_too_old', 'Only answers of the last 24 hours');

/** In so many turns of the event loop a queue that has something to do has begun. */
const RESTING_TURNS = 1_500;

type Reply = 'ok' | 'never' | Error;

/** One browser with its storage, the tabs in it, a clock, and a server whose replies a test sets. */
export function queueBench() {
  const factory = new IDBFactory();
  globalThis.indexedDB = factory;
  const storage = memoryStorage();
  const time = manualTimers();
  const replies: Reply[] = [];
  /** Every try, also the failed ones. */
  const tried: Waiting[] = [];
  /** The answers that stand on the server, once per id. */
  const taken = new Map<string, number>();
  /** Every answer that it ever took. */
  const heard = new Set<string>();
  const bench = {
    storage,
    time,
    tried,
    /** What the server answers next; `ok` when there is nothing here. */
    replies,
    login: { userId: 1, token: 'first' } as { userId: number; token: string } | null,
    openStore: () => {
      // A queue that an earlier test has left sending would else open this browser's database, and send its answers.
      globalThis.indexedDB = factory;
      return openAnswerStore();
    },
    takenCards: () => [...taken.values()],
    triedCards: () => tried.map((given) => given.cardId),
    /** As `answer 11` or `undo 11`, by the card. */
    triedKinds: () => tried.map((given) => `${isUndo(given) ? 'undo' : 'answer'} ${given.cardId}`),
    tab,
    /** One that sends what waits, and has come to rest. */
    async wokenTab() {
      const woken = tab();
      woken.queue.wake();
      await woken.idle();
      return woken;
    },
    /** One that has sent these. */
    async sentTab(...items: ProgressItem[]) {
      const sent = tab();
      sent.queue.add(1, items);
      await sent.idle();
      return sent;
    },
    /** One that waits after the first try of these, which has failed. */
    async waitingTab(...items: ProgressItem[]) {
      replies.push(failure(0));
      const waits = tab();
      waits.queue.add(1, items);
      await waits.waiting();
      return waits;
    },
    /** So many tries of this tab fail, after those before. */
    async fails({ waiting }: { waiting(): Promise<void> }, times: number, before = 0) {
      for (let attempt = 1; attempt <= times; attempt++) {
        await until(() => tried.length === before + attempt);
        await waiting();
        await time.advance(10_000);
      }
    },
    /** Has something happen whenever the store has been asked for what waits, before that is known. */
    whenListed(happens: (found: Waiting[]) => void) {
      bench.openStore = async () => {
        const store = await openAnswerStore();
        const list = store.list.bind(store);
        store.list = async (userId) => {
          const found = await list(userId);
          happens(found);
          return found;
        };
        return store;
      };
    },
  };

  let last: Promise<unknown> = Promise.resolve();
  function exclusive<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run, run);
    last = result;
    return result;
  }

  async function send(given: Waiting): Promise<void> {
    tried.push(given);
    const reply = replies.shift() ?? 'ok';
    if (reply === 'never') await new Promise(() => {});
    if (reply instanceof Error) throw reply;
    if (!isUndo(given)) {
      if (!heard.has(given.id)) taken.set(given.id, given.cardId);
      heard.add(given.id);
      return;
    }
    if (!heard.has(given.undoes)) throw notFound();
    taken.delete(given.undoes);
  }

  /** A page of the product; one that is no longer used is as good as closed. */
  function tab(options: { locked?: boolean; later?: (run: () => void) => void } = {}) {
    const events: QueueEvent[] = [];
    const journal = createAnswerJournal(storage);
    const queue = createAnswerQueue({
      backlog: createBacklog(journal, () => bench.openStore()),
      send,
      login: () => bench.login,
      exclusive: options.locked === false ? (run) => run() : exclusive,
      clock: { now: () => NOON + time.now(), after: time.after },
      ...(options.later && { later: options.later }),
    });
    queue.onEvent((event) => events.push(event));
    /** Resolves when the queue rests in this state; throws when it has come to rest in another. */
    const rests = async (wanted: QueueSnapshot['state']): Promise<void> => {
      let [restsIn, turns] = [queue.snapshot().state, 0];
      await until(() => {
        const { state } = queue.snapshot();
        // Nothing moves a queue that does not send but time, which stands still, and the test.
        turns = state !== 'sending' && state === restsIn ? turns + 1 : 0;
        restsIn = state;
        return state === wanted || turns > RESTING_TURNS;
      }, `the queue is ${wanted}`);
      if (restsIn !== wanted) throw new Error(`The queue has come to rest: it is ${restsIn}, not ${wanted}`);
    };
    return {
      queue,
      events,
      eventTypes: () => column(events, 'type'),
      droppedCards: () => events.flatMap((event) => (event.type === 'dropped' ? [event.item.cardId] : [])),
      idle: () => rests('idle'),
      waiting: () => rests('waiting'),
      signedOut: () => rests('signed-out'),
    };
  }

  return bench;
}
