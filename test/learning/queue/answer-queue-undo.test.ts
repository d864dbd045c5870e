import { openDB } from 'idb';
import t from 'tap';
import type { Answer } from '../../../web/learning/queue/answer-journal.ts';
import { openAnswerStore } from '../../../web/learning/queue/answer-journal.ts';
import { until } from '../../harness/until.ts';
import { failure, item, notFound, queueBench, tooOld } from './queue-bench.ts';

t.test('an undo is sent after its answer, whatever becomes of the tries', async (t) => {
  const bench = queueBench();
  const { queue, waiting, idle } = bench.tab();
  bench.replies.push(failure(0));
  const answer = item(11);
  queue.add(1, [answer]);
  await waiting();
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
  const first = bench.tab();
  const answer = item(11);
  first.queue.add(1, [answer]);
  await until(() => bench.takenCards().length === 1);
  await first.idle();
  bench.openStore = () => new Promise(() => {});
  bench.tab().queue.undo(1, answer);
  bench.openStore = () => openAnswerStore();
  await bench.wokenTab();
  t.same(bench.takenCards(), []);
});

t.test('after an undo the numbers are read anew, as after an answer', async (t) => {
  const bench = queueBench();
  const { queue, idle, eventTypes } = bench.tab();
  const answer = item(11);
  queue.add(1, [answer]);
  await idle();
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
    const { queue, idle, events } = bench.tab();
    const answer = item(11);
    queue.add(1, [answer]);
    await idle();
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
  const { queue, waiting, idle, eventTypes } = bench.tab();
  const answer = item(11);
  queue.add(1, [answer]);
  await idle();
  bench.replies.push(failure(503), failure(429), failure(404), failure(409));
  queue.undo(1, answer);
  queue.add(1, [item(11)]);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await until(() => bench.tried.length === attempt + 1);
    await waiting();
    await bench.time.advance(10_000);
  }
  await idle();
  t.same(bench.triedKinds(), ['answer 11', ...Array(5).fill('undo 11'), 'answer 11']);
  t.notOk(eventTypes().includes('dropped'));
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
  const other = bench.tab({ locked: false });
  other.queue.wake();
  await other.idle();
  t.same(bench.tried, []);
});

t.test('an undo never overtakes its answer, in whatever order the two are stored', async (t) => {
  const bench = queueBench();
  const store = await bench.openStore();
  const { id, body } = item(11);
  const stamp = { userId: 1, deckId: 1, cardId: 11, createdAt: 1, refusals: 0 };
  await store.add({ ...stamp, id: item(11).id, undoes: id });
  await store.add({ ...stamp, id, body });
  const { queue, idle } = bench.tab();
  queue.wake();
  await idle();
  t.same(bench.triedKinds(), ['answer 11', 'undo 11']);
  t.same(bench.takenCards(), []);
});

t.test('the cards whose answers wait do not count when they are taken back', async (t) => {
  const bench = queueBench();
  bench.replies.push(failure(0));
  const { queue, waiting } = bench.tab();
  const [one, two] = [item(11), item(12)];
  queue.add(1, [one, two]);
  await waiting();
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
  const { queue, idle } = bench.tab();
  queue.wake();
  await idle();
  t.same(bench.takenCards(), [11]);
});
