import t from 'tap';
import { choose, newRound, PAIRS } from '../../../web/learning/practice/pairs.page.tsx';
import { column } from '../../harness/columns.ts';

const card = (id: number, front = `f${id}`, back = `b${id}`) => ({ id, front, back });
const cards = (count: number) => Array.from({ length: count }, (_, index) => card(index + 1));
const first = () => 0;

t.test('PRA-09 a round has six pairs, of which no two have a side alike', async (t) => {
  const round = newRound(
    [card(1, 'Cat', 'mèo'), card(2, ' **cat**', 'con mèo'), ...cards(9).slice(2)],
    first,
  )!;
  t.same(column(round.fronts, 'id'), [1, 3, 4, 5, 6, 7]);
  t.equal(round.fronts.length, PAIRS);
  t.same(new Set(round.backs), new Set(round.fronts));
});

t.test('PRA-09 with fewer than three cards that differ there is no game', async (t) => {
  t.equal(newRound(cards(2), first), null);
  t.equal(newRound([card(1), card(2), card(3, 'F1', 'x'), card(4, 'same', 'same')], first), null);
  t.equal(newRound(cards(3), first)?.fronts.length, 3);
});

t.test('PRA-10 the time runs from the first side chosen, and a mistake costs a second', async (t) => {
  let round = newRound(cards(3), first)!;
  t.equal(round.begunAt, null);
  round = choose(round, 'front', 1, 1_000);
  t.match(round, { begunAt: 1_000, chosen: { side: 'front', id: 1 } });
  round = choose(round, 'back', 2, 1_500);
  t.match(round, { chosen: null, wrong: { front: 1, back: 2 }, mistakes: 1 });
  round = choose(round, 'back', 3, 2_000);
  t.match(round, { wrong: null, chosen: { side: 'back', id: 3 } });
  round = choose(round, 'back', 1, 2_100);
  t.match(round, { chosen: { side: 'back', id: 1 } }, 'another one of the same side takes its place');
  round = choose(round, 'back', 1, 2_200);
  t.equal(round.chosen, null, 'once more, it is given up');
  for (const [side, id, now] of [
    ['back', 1, 2_300],
    ['front', 1, 2_400],
    ['front', 1, 2_450],
    ['front', 2, 2_500],
    ['back', 2, 2_600],
    ['front', 3, 2_700],
  ] as const)
    round = choose(round, side, id, now);
  t.same([...round.found], [1, 2]);
  t.equal(round.tookMs, null);
  round = choose(round, 'back', 3, 3_000);
  t.equal(round.tookMs, 3_000);
  t.equal(choose(round, 'front', 1, 9_000), round, 'what is over stays so');
});
