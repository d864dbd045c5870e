import { openDB } from 'idb';
import t from 'tap';
import { LEARNING_WAITS, REFUSALS_MAX } from '../../../web/learning/queue/answer-verdict.ts';
import type { Answer } from '../../../web/learning/queue/waiting-answers.ts';
import { openAnswerStore } from '../../../web/learning/queue/waiting-answers.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { until } from '../../harness/until.ts';
import { failure, item, notFound, queueBench, tooOld } from './queue-bench.ts';

t.test('LRN-41 answers are sent in the order given, one at a time', async (t) => {
  const bench = queueBench();
  const { queue, idle } = bench.tab();
  queue.add(1, [item(11), item(12)]);
  queue.add(1, [item(13)]);
  t.equal(queue.snapshot().pending, 3);
  await idle();
  t.same(bench.takenCards(), [11, 12, 13]);
  t.same(queue.snapshot(), { pending: 0, undos: 0, state: 'idle' });

  bench.replies.push('never');
  queue.add(1, [item(14), item(15)]);
  await until(() => bench.tried.length === 4);
  queue.wake();
  await bench.time.settle();
  t.same(bench.triedCards(), [11, 12, 13, 14], 'the next one waits for the reply');
});

t.test('LRN-54 an answer is on disk and counted at once, and sent once the next card is drawn', async (t) => {
  const bench = queueBench();
  let drawn = () => {};
  const tab = bench.tab({
    later: (run) => {
      drawn = run;
    },
  });
  tab.queue.add(1, [item(11)]);
  t.equal(tab.queue.snapshot().pending, 1);
  t.same(bench.triedCards(), []);
  // The page that comes next finds it.
  t.same(await bench.tab().queue.pendingCards(1), [11]);
  drawn();
  await tab.idle();
  t.same(bench.triedCards(), [11]);
});

t.test('LRN-41 an answer given in the moment when the queue falls idle is sent as well', async (t) => {
  const bench = queueBench();
  const { queue } = bench.tab();
  let given = false;
  queue.subscribe(() => {
    if (given || queue.snapshot().state !== 'idle') return;
    given = true;
    queue.add(1, [item(12)]);
  });
  queue.add(1, [item(11)]);
  await until(() => bench.takenCards().length === 2);
  t.same(bench.takenCards(), [11, 12]);
});

t.test('SL-43 an answer given while those that wait are counted is counted as well', async (t) => {
  const bench = queueBench();
  const { queue } = bench.tab();
  let isGiven = false;
  bench.whenListed(() => {
    if (!isGiven) queue.add(1, [item(11)]);
    isGiven = true;
  });
  bench.replies.push('never');
  await queue.recount();
  t.equal(queue.snapshot().pending, 1);
});

t.test('LRN-42 a failed answer is tried again after 1, 2, 4, 8 and then every 10 seconds', async (t) => {
  const bench = queueBench();
  const { queue, waiting, idle } = bench.tab();
  bench.replies.push(...Array.from({ length: 6 }, () => failure(0)));
  queue.add(1, [item(11), item(12)]);
  const starts: number[] = [];
  for (const [index, seconds] of [1, 2, 4, 8, 10, 10].entries()) {
    await until(() => bench.tried.length === index + 1);
    await waiting();
    starts.push(bench.time.now());
    await bench.time.advance(seconds * 1_000 - 1);
    t.equal(bench.tried.length, index + 1, `not before ${seconds} s`);
    await bench.time.advance(1);
  }
  await idle();
  t.same(starts, [0, 1_000, 3_000, 7_000, 15_000, 25_000]);
  t.same(bench.triedCards(), [11, 11, 11, 11, 11, 11, 11, 12], 'the order is kept');
  t.same(bench.takenCards(), [11, 12]);
});

t.test('LRN-42 the pause starts again at 1 second after a success', async (t) => {
  const bench = queueBench();
  const { queue, waiting, events } = bench.tab();
  bench.replies.push(failure(0), failure(0), 'ok', failure(0));
  queue.add(1, [item(11), item(12)]);
  await waiting();
  await bench.time.advance(1_000);
  await waiting();
  await bench.time.advance(2_000);
  await until(() => bench.tried.length === 4);
  await waiting();
  t.same(
    events.flatMap((event) => (event.type === 'failed' ? [event.attempt] : [])),
    [1, 2, 1],
  );
  await bench.time.advance(1_000);
  await until(() => bench.takenCards().length === 2);
});

t.test('ERR-45 what was dropped before anybody tells it is told to who comes late, once', async (t) => {
  const bench = queueBench();
  const { queue, idle } = bench.tab();
  for (let tries = 0; tries < REFUSALS_MAX; tries++) bench.replies.push(failure(422));
  queue.add(1, [item(11)]);
  await until(async () => {
    await bench.time.advance(LEARNING_WAITS.longest);
    return bench.tried.length === REFUSALS_MAX;
  });
  await idle();
  const told: string[] = [];
  const stop = queue.tell(({ type }) => told.push(type));
  t.same(told, ['dropped']);
  stop();
  queue.tell(({ type }) => told.push(type));
  t.same(told, ['dropped']);
});

t.test('ERR-45 a failure nobody has heard yet is there for who comes late, until it is sent', async (t) => {
  const bench = queueBench();
  const { queue, waiting, idle } = bench.tab();
  t.equal(queue.trouble(), undefined);
  bench.replies.push(failure(429), failure(0));
  queue.add(1, [item(11)]);
  await waiting();
  t.match(queue.trouble(), { type: 'failed', attempt: 1, error: { status: 429 } });
  await bench.time.advance(1_000);
  await until(() => bench.tried.length === 2);
  await waiting();
  t.match(queue.trouble(), { type: 'failed', attempt: 1, error: { status: 429 } }, 'the first of a series');
  await bench.time.advance(2_000);
  await idle();
  t.equal(queue.trouble(), undefined);
});

t.test('LRN-42 a new answer does not shorten the pause, the network coming back does', async (t) => {
  const bench = queueBench();
  const { queue, idle } = await bench.waitingTab(item(11));
  queue.add(1, [item(12)]);
  await bench.time.settle();
  t.equal(bench.tried.length, 1);
  t.same(queue.snapshot(), { pending: 2, undos: 0, state: 'waiting' });
  queue.wakeNow();
  await idle();
  t.same(bench.takenCards(), [11, 12]);
  t.equal(bench.time.waiting(), 0, 'and the timer of the pause is gone');
});

for (const [status, what] of [
  [0, 'a lost network'],
  [429, 'too many requests'],
  [500, 'a failing server'],
  [503, 'a busy server'],
  [200, 'the page of a hotel network'],
] as const) {
  t.test(`SL-43 after ${what} an answer is tried for as long as it takes`, async (t) => {
    const bench = queueBench();
    const tab = bench.tab();
    bench.replies.push(...Array.from({ length: 30 }, () => failure(status)));
    tab.queue.add(1, [item(11)]);
    await bench.fails(tab, 30);
    await tab.idle();
    t.same(bench.takenCards(), [11]);
    t.same(tab.droppedCards(), []);
  });
}

t.test('SL-43 SL-44 the pause is as long as the server asks', async (t) => {
  const bench = queueBench();
  const { queue, waiting, idle } = bench.tab();
  bench.replies.push(failure(429, 'Too many requests, please try again later', 42));
  queue.add(1, [item(11)]);
  await waiting();
  await bench.time.advance(41_999);
  t.equal(bench.tried.length, 1);
  await bench.time.advance(1);
  await idle();
  t.equal(bench.tried.length, 2);
});

for (const status of [403, 404, 422]) {
  t.test(`SL-43 after five refusals with ${status} an answer gives way to the next`, async (t) => {
    const bench = queueBench();
    const tab = bench.tab();
    bench.replies.push(...Array.from({ length: 5 }, () => failure(status, 'no')));
    tab.queue.add(1, [item(11), item(12)]);
    await bench.fails(tab, 4);
    await tab.idle();
    t.same(bench.triedCards(), [11, 11, 11, 11, 11, 12]);
    t.same(bench.takenCards(), [12]);
    t.same(tab.droppedCards(), [11], 'with a notice');
  });
}

t.test('SL-266 an answer to a card that is gone is given up at once, with a notice', async (t) => {
  const bench = queueBench();
  bench.replies.push(new ApiError(404, 'card_not_found', 'Card not found'));
  const { droppedCards } = await bench.sentTab(item(11), item(12));
  t.same(bench.triedCards(), [11, 12]);
  t.same(droppedCards(), [11]);
});

t.test('SL-43 the five refusals are counted across a reload', async (t) => {
  const bench = queueBench();
  bench.replies.push(...Array.from({ length: 5 }, () => failure(422)));
  const first = bench.tab();
  first.queue.add(1, [item(11)]);
  await bench.fails(first, 2);
  await until(() => bench.tried.length === 3);
  await first.waiting();
  const second = bench.tab();
  second.queue.wake();
  await second.waiting();
  await bench.time.advance(1_000);
  await second.idle();
  t.equal(bench.tried.length, 5);
  t.same(second.droppedCards(), [11]);
});

t.test('SL-43 a conflict is dropped at once and silently: the server has another answer', async (t) => {
  const bench = queueBench();
  bench.replies.push(failure(409));
  const { queue, eventTypes } = await bench.sentTab(item(11), item(12));
  t.same(bench.triedCards(), [11, 12]);
  t.same(eventTypes(), ['sent', 'drained']);
  t.equal(queue.snapshot().pending, 0);
});

t.test('SL-43 ERR-39 a refused login stops the queue and keeps everything until the next', async (t) => {
  const bench = queueBench();
  const { queue, idle, signedOut, eventTypes } = bench.tab();
  bench.replies.push(failure(401));
  queue.add(1, [item(11), item(12)]);
  await signedOut();
  t.same(eventTypes(), ['signed-out']);
  t.same(queue.trouble(), { type: 'signed-out' });
  t.equal(queue.snapshot().pending, 2);
  queue.wake();
  await signedOut();
  queue.leave();
  t.equal(bench.tried.length, 1, 'nothing is tried under the same login');
  bench.login = { userId: 1, token: 'second' };
  t.equal(queue.trouble(), undefined, 'a new login is not told of the end of the one before');
  queue.wakeNow();
  await idle();
  t.same(bench.takenCards(), [11, 12]);
});

t.test('SL-36 SL-43 the daily limit stops a deck without another try; other decks go on', async (t) => {
  const bench = queueBench();
  const { queue, idle, events } = bench.tab();
  bench.replies.push(failure(422, 'Daily card limit reached for this deck.'));
  queue.add(1, [item(11), item(12)]);
  queue.add(2, [item(21)]);
  await idle();
  t.same(bench.triedCards(), [11, 21]);
  t.same(
    events.flatMap((event) => (event.type === 'daily-limit' ? [event.deckId] : [])),
    [1],
  );
  t.equal(queue.snapshot().pending, 2, 'nothing is lost');
});

t.test('an answer keeps its one id through every try, and each answer has its own', async (t) => {
  const bench = queueBench();
  const { queue, waiting, idle } = bench.tab();
  bench.replies.push(failure(500));
  queue.add(1, [item(11), item(11)]);
  await waiting();
  await bench.time.advance(1_000);
  await idle();
  const [first, again, second] = bench.tried.map((answer) => answer.id);
  t.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(again, first);
  t.not(second, first);
});

t.test('an undo is sent after its answer, whatever becomes of the tries', async (t) => {
  const bench = queueBench();
  const answer = item(11);
  const { queue, idle } = await bench.waitingTab(answer);
  queue.undo(1, answer);
  t.same(queue.snapshot(), { pending: 2, undos: 1, state: 'waiting' });
  queue.wakeNow();
  await idle();
  t.same(bench.triedKinds(), ['answer 11', 'answer 11', 'undo 11']);
  t.same(bench.takenCards(), []);
  t.same(queue.snapshot(), { pending: 0, undos: 0, state: 'idle' });
});

t.test('an answer whose reply was lost is taken back all the same', async (t) => {
  const bench = queueBench();
  bench.replies.push('never');
  const first = bench.tab({ locked: false });
  const answer = item(11);
  first.queue.add(1, [answer]);
  await until(() => bench.tried.length === 1);
  first.queue.undo(1, answer);
  await bench.wokenTab();
  t.same(bench.triedKinds(), ['answer 11', 'answer 11', 'undo 11']);
  t.same(bench.takenCards(), []);
});

t.test('an undo given right before the page dies is kept', async (t) => {
  const bench = queueBench();
  const answer = item(11);
  await bench.sentTab(answer);
  t.same(bench.takenCards(), [11]);
  bench.openStore = () => new Promise(() => {});
  bench.tab().queue.undo(1, answer);
  bench.openStore = () => openAnswerStore();
  await bench.wokenTab();
  t.same(bench.takenCards(), []);
});

t.test('after an undo the numbers are read anew, as after an answer', async (t) => {
  const answer = item(11);
  const { queue, idle, eventTypes } = await queueBench().sentTab(answer);
  queue.undo(1, answer);
  await idle();
  t.same(eventTypes(), ['sent', 'drained', 'sent', 'drained']);
});

for (const [what, refusal] of [
  ['not known', notFound()],
  ['too old', tooOld()],
] as const) {
  t.test(`an undo of an answer that is ${what} is given up at once, with a notice`, async (t) => {
    const bench = queueBench();
    const answer = item(11);
    const { queue, idle, events } = await bench.sentTab(answer);
    bench.replies.push(refusal);
    queue.undo(1, answer);
    queue.add(1, [item(12)]);
    await idle();
    t.same(bench.triedKinds(), ['answer 11', 'undo 11', 'answer 12']);
    t.same(
      events.flatMap((event) => (event.type === 'dropped' ? [event.error] : [])),
      [refusal],
    );
  });
}

t.test('an undo that fails otherwise is tried again, before what comes after it', async (t) => {
  const bench = queueBench();
  const answer = item(11);
  const tab = await bench.sentTab(answer);
  bench.replies.push(failure(503), failure(429), failure(404), failure(409));
  tab.queue.undo(1, answer);
  tab.queue.add(1, [item(11)]);
  await bench.fails(tab, 4, 1);
  await tab.idle();
  t.same(bench.triedKinds(), ['answer 11', ...Array(5).fill('undo 11'), 'answer 11']);
  t.same(tab.droppedCards(), []);
  t.same(bench.takenCards(), [11]);
});

t.test('a full plain storage: no tab finds the undo before the answer', async (t) => {
  const bench = queueBench();
  const { setItem } = bench.storage;
  let full = true;
  bench.storage.setItem = (key, value) => {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(bench.storage, key, value);
  };
  const openStore = bench.openStore;
  bench.openStore = () => new Promise(() => {});
  const first = bench.tab({ locked: false });
  const answer = item(11);
  first.queue.add(1, [answer]);
  full = false;
  first.queue.undo(1, answer);
  bench.openStore = openStore;
  await bench.wokenTab();
  t.same(bench.tried, []);
});

t.test('an undo never overtakes its answer, in whatever order the two are stored', async (t) => {
  const bench = queueBench();
  const store = await bench.openStore();
  const { id, body } = item(11);
  const stamp = { userId: 1, deckId: 1, cardId: 11, createdAt: 1, refusals: 0 };
  await store.add({ ...stamp, id: item(11).id, undoes: id });
  await store.add({ ...stamp, id, body });
  await bench.wokenTab();
  t.same(bench.triedKinds(), ['answer 11', 'undo 11']);
  t.same(bench.takenCards(), []);
});

t.test('the cards whose answers wait do not count when they are taken back', async (t) => {
  const bench = queueBench();
  const [one, two] = [item(11), item(12)];
  const { queue } = await bench.waitingTab(one, two);
  queue.undo(1, two);
  t.same(await queue.pendingCards(1), [11]);
  queue.add(1, [item(12)]);
  t.same(await queue.pendingCards(1), [11, 12]);
});

t.test('what an older version of the client has stored is sent', async (t) => {
  const bench = queueBench();
  const stored: Answer = { ...item(11), userId: 1, deckId: 1, createdAt: 1, refusals: 0 };
  const old = await openDB('nho-answers', 1, {
    upgrade(created) {
      const store = created.createObjectStore('answers', { keyPath: 'key', autoIncrement: true });
      store.createIndex('id', 'id', { unique: true });
      store.createIndex('user', 'userId');
    },
  });
  await old.add('answers', stored);
  old.close();
  await bench.wokenTab();
  t.same(bench.takenCards(), [11]);
});
