import { msg, plural } from '@lingui/core/macro';
import { learns } from '../../../core/contract/roles.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { guardLeave } from '../../lib/kept/leave-guards.ts';
import { readSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { noteSent } from '../session/kept-decks.ts';
import { createBacklog } from './answer-backlog.ts';
import { createAnswerJournal, plainStorage } from './answer-journal.ts';
import { type AnswerQueue, createAnswerQueue } from './answer-queue.ts';
import { openAnswerStore } from './answer-store.ts';
import { isUndo, type Waiting } from './waiting-answer.ts';

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

function login() {
  const { token, userId } = readSession();
  return token !== null && userId !== null ? { token, userId } : null;
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
  });
  queue.onEvent((event) => {
    if (event.type === 'sent') noteSent(event.item);
  });
  guardAnswers(() => queue.snapshot().pending);
  channel?.addEventListener('message', () => queue.recount().catch(console.error));
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
