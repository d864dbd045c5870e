import t from 'tap';
import { openAnswerStore } from '../../../web/learning/queue/answer-journal.ts';
import { LEARNING_WAITS, REFUSALS_MAX } from '../../../web/learning/queue/answer-verdict.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { until } from '../../harness/until.ts';
import { failure, item, queueBench } from './queue-bench.ts';

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
  bench.openStore = async () => {
    const store = await openAnswerStore();
    const list = store.list.bind(store);
    store.list = async (userId) => {
      const found = await list(userId);
      if (!isGiven) {
        isGiven = true;
        queue.add(1, [item(11)]);
      }
      return found;
    };
    return store;
  };
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
  const { queue, waiting, idle } = bench.tab();
  bench.replies.push(failure(0));
  queue.add(1, [item(11)]);
  await waiting();
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
    const { queue, waiting, idle, events } = bench.tab();
    bench.replies.push(...Array.from({ length: 30 }, () => failure(status)));
    queue.add(1, [item(11)]);
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await until(() => bench.tried.length === attempt);
      await waiting();
      await bench.time.advance(10_000);
    }
    await idle();
    t.same(bench.takenCards(), [11]);
    t.notOk(events.some((event) => event.type === 'dropped'));
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
    const { queue, waiting, idle, events } = bench.tab();
    bench.replies.push(...Array.from({ length: 5 }, () => failure(status, 'no')));
    queue.add(1, [item(11), item(12)]);
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await until(() => bench.tried.length === attempt);
      await waiting();
      await bench.time.advance(10_000);
    }
    await idle();
    t.same(bench.triedCards(), [11, 11, 11, 11, 11, 12]);
    t.same(bench.takenCards(), [12]);
    const dropped = events.filter((event) => event.type === 'dropped');
    t.same(
      dropped.map((event) => event.item.cardId),
      [11],
      'with a notice',
    );
  });
}

t.test('SL-266 an answer to a card that is gone is given up at once, with a notice', async (t) => {
  const bench = queueBench();
  const { queue, idle, events } = bench.tab();
  bench.replies.push(new ApiError(404, 'card_not_found', 'Card not found'));
  queue.add(1, [item(11), item(12)]);
  await idle();
  t.same(bench.triedCards(), [11, 12]);
  t.same(
    events.flatMap((event) => (event.type === 'dropped' ? [event.item.cardId] : [])),
    [11],
  );
});

t.test('SL-43 the five refusals are counted across a reload', async (t) => {
  const bench = queueBench();
  const refusals = Array.from({ length: 5 }, () => failure(422));
  bench.replies.push(...refusals.slice(0, 3));
  const first = bench.tab();
  first.queue.add(1, [item(11)]);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await until(() => bench.tried.length === attempt);
    await first.waiting();
    if (attempt < 3) await bench.time.advance(10_000);
  }
  bench.replies.push(...refusals.slice(3));
  const second = bench.tab();
  second.queue.wake();
  await second.waiting();
  await bench.time.advance(1_000);
  await second.idle();
  t.equal(bench.tried.length, 5);
  t.ok(second.eventTypes().includes('dropped'));
});

t.test('SL-43 a conflict is dropped at once and silently: the server has another answer', async (t) => {
  const bench = queueBench();
  const { queue, idle, eventTypes } = bench.tab();
  bench.replies.push(failure(409));
  queue.add(1, [item(11), item(12)]);
  await idle();
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
