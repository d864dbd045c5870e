import t from 'tap';
import { createAnswerJournal, openAnswerStore } from '../../../web/learning/queue/waiting-answers.ts';
import { until } from '../../harness/until.ts';
import { failure, item, queueBench } from './queue-bench.ts';

t.test('SL-43 what waits survives closing the page and is sent by the next one, in order', async (t) => {
  const bench = queueBench();
  await bench.waitingTab(item(11), item(12));
  await bench.wokenTab();
  t.same(bench.takenCards(), [11, 12]);
});

t.test('an answer given right before the page dies is kept: written before the tap returns', async (t) => {
  const bench = queueBench();
  bench.openStore = () => new Promise(() => {});
  bench.tab().queue.add(1, [item(11)]);
  bench.openStore = () => openAnswerStore();
  await bench.wokenTab();
  t.same(bench.takenCards(), [11]);
  t.equal(bench.storage.length, 0, 'the journal is empty again');
});

t.test('an answer that was sent but not acknowledged goes again under the same id', async (t) => {
  const bench = queueBench();
  bench.replies.push('never');
  const first = bench.tab({ locked: false });
  first.queue.add(1, [item(11)]);
  await until(() => bench.tried.length === 1);
  await bench.wokenTab();
  t.equal(bench.tried.length, 2);
  t.equal(bench.tried[0]?.id, bench.tried[1]?.id);
});

t.test("another student's answers are never sent, and wait for their own student", async (t) => {
  const bench = queueBench();
  await bench.waitingTab(item(11));
  bench.login = { userId: 2, token: 'other' };
  const other = await bench.wokenTab();
  other.queue.add(1, [item(12)]);
  await until(() => bench.takenCards().length === 1);
  await until(() => other.queue.snapshot().pending === 0);
  await other.idle();
  await bench.time.advance(60_000);
  t.same(bench.takenCards(), [12]);
  bench.login = { userId: 1, token: 'third' };
  other.queue.wakeNow();
  await other.idle();
  t.same(bench.takenCards(), [12, 11]);
});

t.test('an answer is not sent when the login changes while it is being looked up', async (t) => {
  const bench = queueBench();
  const { queue, idle } = bench.tab();
  let looked = false;
  bench.whenListed((found) => {
    if (!found.length || looked) return;
    looked = true;
    bench.login = { userId: 2, token: 'other' };
  });
  queue.add(1, [item(11)]);
  await until(() => looked);
  await idle();
  t.same(bench.tried, []);
});

t.test('two tabs send every answer once between them', async (t) => {
  const bench = queueBench();
  const [one, two] = [bench.tab(), bench.tab()];
  for (let card = 1; card <= 10; card += 1) (card % 2 === 0 ? one : two).queue.add(1, [item(card)]);
  await until(() => bench.takenCards().length === 10);
  await one.idle();
  await two.idle();
  t.equal(bench.tried.length, 10);
  await one.queue.recount();
  await two.queue.recount();
  t.same([one.queue.snapshot().pending, two.queue.snapshot().pending], [0, 0]);
});

t.test('what another tab has sent is not sent again by the tab in which it was given', async (t) => {
  const bench = queueBench();
  const one = await bench.waitingTab(item(11));
  await bench.wokenTab();
  one.queue.wakeNow();
  await one.idle();
  t.same(bench.triedCards(), [11, 11]);
  t.equal(one.queue.snapshot().pending, 0);
});

t.test('the store takes an answer once, however often it is added', async (t) => {
  const bench = queueBench();
  const store = await openAnswerStore();
  const journal = createAnswerJournal(bench.storage);
  bench.openStore = () => new Promise(() => {});
  bench.tab().queue.add(1, [item(11)]);
  const [answer] = await journal.list(1);
  if (!answer) throw new Error('The answer was not written');
  await store.add(answer);
  await store.add(answer);
  t.same(await store.list(1), [answer]);
  t.same(await store.list(2), []);
});

t.test('without IndexedDB answers live in the plain storage, and survive as well', async (t) => {
  const bench = queueBench();
  bench.openStore = () => Promise.reject(new DOMException('no database', 'InvalidStateError'));
  await bench.waitingTab(item(11), item(12));
  await bench.wokenTab();
  t.same(bench.takenCards(), [11, 12]);
  t.equal(bench.storage.length, 0);
});

t.test('with a full plain storage IndexedDB keeps the answers', async (t) => {
  const bench = queueBench();
  bench.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await bench.waitingTab(item(11));
  await bench.wokenTab();
  t.same(bench.takenCards(), [11]);
});

t.test('a storage that fails for a while loses nothing', async (t) => {
  const bench = queueBench();
  t.intercept(console, 'error', { value: () => {} });
  let broken = true;
  bench.whenListed(() => {
    if (broken) throw new DOMException('closed', 'InvalidStateError');
  });
  const { queue, waiting, idle } = bench.tab();
  queue.add(1, [item(11)]);
  await waiting();
  broken = false;
  await bench.time.advance(1_000);
  await idle();
  t.same(bench.takenCards(), [11]);
});

t.test('LRN-41 a page that closes hands its oldest answer to the browser: none overtakes', async (t) => {
  const bench = queueBench();
  const { queue } = await bench.waitingTab(item(11), item(12), item(13));
  bench.replies.push(failure(0));
  queue.leave();
  t.same(bench.triedCards(), [11, 11]);
  await bench.wokenTab();
  t.same(bench.takenCards(), [11, 12, 13], 'nobody heard that its last request failed: all are sent');
});

t.test('LRN-41 a page that closes while an answer is under way sends nothing beside it', async (t) => {
  const bench = queueBench();
  bench.replies.push('never');
  const { queue } = bench.tab();
  queue.add(1, [item(11), item(12), item(13)]);
  await until(() => bench.tried.length === 1);
  queue.leave();
  t.same(bench.triedCards(), [11]);
});

t.test('LRN-41 a page that closes sends nothing before what an earlier page left', async (t) => {
  const bench = queueBench();
  await bench.waitingTab(item(11));
  const second = await bench.waitingTab(item(12));
  second.queue.leave();
  t.same(bench.triedCards(), [11, 11]);
});

t.test('the cards of a deck that wait are known, also those of an earlier page', async (t) => {
  const bench = queueBench();
  const first = await bench.waitingTab(item(11));
  first.queue.add(2, [item(21)]);
  t.same(await bench.tab().queue.pendingCards(1), [11]);
});

t.test('what an answer says of how its card was asked survives with it; silence stays silence', async (t) => {
  const bench = queueBench();
  const asked = { typed: 'accent', asked: 'back', mode: 'session', think_ms: 2_345 } as const;
  const [old, told] = [item(11), item(12)];
  await bench.waitingTab(old, { ...told, body: { ...told.body, ...asked } });
  await bench.wokenTab();
  const [before, after] = bench.tried.slice(-2);
  t.same(before && 'body' in before && before.body, old.body);
  t.same(after && 'body' in after && after.body, { ...told.body, ...asked });
});
