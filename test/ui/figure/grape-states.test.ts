import fc from 'fast-check';
import t from 'tap';
import { GRAPES, grapeStates, type Learnt } from '../../../web/ui/figure/grapes.tsx';

const told = (learnt: Learnt) => {
  const grapes = grapeStates(learnt);
  const count = (state: string) => grapes.filter((grape) => grape.state === state).length;
  return {
    ripe: count('ripe'),
    learning: count('learning'),
    fresh: grapes.flatMap(({ isFresh }, at) => (isFresh ? [at] : [])),
  };
};

const learnts = fc
  .record({
    total: fc.integer({ min: 1, max: 6_000 }),
    parts: fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6)),
  })
  .map(({ total, parts: [some, others, new_] }) => {
    const filled = some % (total + 1);
    const learning = others % (total - filled + 1);
    return { total, filled, learning, fresh: new_ % (filled + learning + 1) };
  });

t.test(
  'SL-91 a grape is a tenth of the cards, ripe when known, pale when begun; one fills one',
  async (t) => {
    for (const [learnt, ripe, learning] of [
      [{ total: 40, filled: 0 }, 0, 0],
      [{ total: 0, filled: 0 }, 0, 0],
      [{ total: 40, filled: 12, learning: 8 }, 3, 2],
      [{ total: 5_000, filled: 0, learning: 1 }, 0, 1],
      [{ total: 5_000, filled: 1 }, 1, 0],
    ] as const)
      t.same(told(learnt), { ripe, learning, fresh: [] }, JSON.stringify(learnt));
  },
);

t.test('SL-91 the bunch is full only when no card is missing', async (t) => {
  t.equal(told({ total: 5_000, filled: 4_999 }).ripe, GRAPES - 1);
  t.equal(told({ total: 5_000, filled: 5_000 }).ripe, GRAPES);
  t.equal(told({ total: 3, filled: 3 }).ripe, GRAPES);
});

t.test('what was begun today are the uppermost grapes, and at least one', async (t) => {
  t.same(told({ total: 40, filled: 12, learning: 8, fresh: 8 }).fresh, [3, 4]);
  t.same(told({ total: 5_000, filled: 0, learning: 900, fresh: 1 }).fresh, [0]);
  t.same(told({ total: 10, filled: 10, fresh: 10 }).fresh, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

t.test('grapes are ripe, then pale, then empty, and never more than there are', async () => {
  const ORDER = { ripe: 0, learning: 1, empty: 2 };
  fc.assert(
    fc.property(learnts, (learnt) => {
      const grapes = grapeStates(learnt);
      const order = grapes.map(({ state }) => ORDER[state]);
      return grapes.length === GRAPES && order.every((rank, at) => at === 0 || rank >= (order[at - 1] ?? 0));
    }),
  );
});

t.test('another card that is begun or known never takes a grape away', async () => {
  fc.assert(
    fc.property(learnts, ({ total, filled, learning }) => {
      if (filled + learning === total) return true;
      const now = told({ total, filled, learning });
      const begun = told({ total, filled, learning: learning + 1 });
      const known = told({ total, filled: filled + 1, learning });
      return (
        begun.ripe + begun.learning >= now.ripe + now.learning &&
        begun.ripe === now.ripe &&
        known.ripe >= now.ripe
      );
    }),
  );
});

t.test('only grapes that are begun can be fresh, and there is one when a card is', async () => {
  fc.assert(
    fc.property(learnts, (learnt) => {
      const grapes = grapeStates(learnt);
      const fresh = grapes.filter(({ isFresh }) => isFresh);
      return fresh.every(({ state }) => state !== 'empty') && fresh.length > 0 === learnt.fresh > 0;
    }),
  );
});
