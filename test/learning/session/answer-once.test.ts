import t from 'tap';
import type { KeptSession } from '../../../web/learning/session/session-cache.ts';
import { deferredWrites } from '../../../web/learning/session/use-learning-session.ts';
import { sessionBench } from './session-bench.ts';
import { newCards, opened, reviewCards } from './session-cards.ts';

t.test('SL-122 a card that a crash shows again is one answer, whatever it is rated then', async (t) => {
  for (const cards of [newCards(3), reviewCards(3)])
    for (const again of [2, 0] as const) {
      const bench = sessionBench(cards);
      const first = await bench.openPage();
      const before = bench.stored();
      first.answer(2);
      await first.idle();
      bench.loseWritesSince(before);
      const second = await bench.openPage();
      t.equal(second.card(), cards[0]!.id, 'the same card');
      second.answer(again);
      if (again === 0) for (let card = 0; card < 3; card += 1) second.answer(2);
      else second.answer(2);
      await second.idle();
      const ids = bench.browser.takenCards();
      t.equal(ids.filter((id) => id === cards[0]!.id).length, 1, `rated ${again} then`);
      t.equal(new Set(ids).size, ids.length, 'no other card is counted twice, or left out');
    }
});

t.test('SL-122 a crash that loses several steps counts none of them twice', async (t) => {
  const bench = sessionBench(newCards(4));
  const first = await bench.openPage();
  const before = bench.stored();
  for (let card = 0; card < 3; card += 1) first.answer(2);
  await first.idle();
  bench.loseWritesSince(before);
  const second = await bench.openPage();
  for (let card = 0; card < 4; card += 1) second.answer(2);
  await second.idle();
  t.same(bench.browser.takenCards(), [1, 2, 3, 4]);
});

t.test('SL-122 LRN-30 what was taken back is answered anew, also after a crash', async (t) => {
  const bench = sessionBench(reviewCards(2));
  const first = await bench.openPage();
  first.answer(2);
  first.controller.undo();
  await first.idle();
  const before = bench.stored();
  first.answer(0);
  await first.idle();
  t.same(bench.browser.takenCards(), [101], 'under an id of its own, since the first is undone for good');
  bench.loseWritesSince(before);
  const second = await bench.openPage();
  second.answer(2);
  second.answer(2);
  await second.idle();
  t.same(bench.browser.takenCards(), [101, 102]);
});

t.test('SL-122 ids are of version 4, and differ between cards and between sessions', async (t) => {
  const ids = new Set<string>();
  for (let session = 0; session < 3; session += 1) {
    const bench = sessionBench(newCards(20));
    const page = await bench.openPage();
    for (let card = 0; card < 20; card += 1) page.answer(2);
    await page.idle();
    for (const { id } of bench.browser.tried) ids.add(id);
  }
  t.equal(ids.size, 60);
  for (const id of ids) t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

t.test('SL-122 a session is written at once when it begins: its ids come from what is kept', async (t) => {
  const written: number[] = [];
  let drawn = () => {};
  const cache = deferredWrites(
    {
      read: () => null,
      write: ({ timestamp }) => written.push(timestamp),
      readLearned: () => [],
      clear: () => {},
    },
    (run) => {
      drawn = run;
      return () => {};
    },
  );
  const kept = (timestamp: number, answerSeed: string): KeptSession => ({
    timestamp,
    state: opened(newCards(1), { answerSeed }),
    deck: null,
    settings: null,
  });
  cache.write(kept(1, 'a'));
  t.same(written, [1]);
  cache.write(kept(2, 'a'));
  t.same(written, [1], 'later writes wait for the frame');
  drawn();
  cache.write(kept(3, 'b'));
  t.same(written, [1, 2, 3], 'another session begins');
});
