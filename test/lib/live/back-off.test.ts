import t from 'tap';
import { backOff } from '../../../web/lib/live/back-off.ts';

const LIMITS = { longest: 10_000, longestAsked: 300_000 };

t.test('LRN-42 waits begin at 1 s and double, up to the longest', async (t) => {
  t.same(
    [1, 2, 3, 4, 5, 50].map((failures) => backOff(failures, 0, LIMITS)),
    [1_000, 2_000, 4_000, 8_000, 10_000, 10_000],
  );
});

t.test('a server that asks for longer is heeded, within bounds', async (t) => {
  t.equal(backOff(1, 3, LIMITS), 3_000);
  t.equal(backOff(5, 3, LIMITS), 10_000);
  t.equal(backOff(1, 9_999, LIMITS), 300_000);
});

t.test('those who failed together come back apart, and never before the server wants them', async (t) => {
  t.same(
    [0, 0.5, 1].map((chance) => backOff(3, 0, LIMITS, chance)),
    [4_000, 3_500, 3_000],
  );
  t.same(
    [0, 0.5, 1].map((chance) => backOff(1, 2, LIMITS, chance)),
    [2_000, 2_500, 3_000],
  );
  t.equal(backOff(1, 300, LIMITS, 1), 300_000);
});
