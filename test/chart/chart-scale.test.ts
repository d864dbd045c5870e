import fc from 'fast-check';
import t from 'tap';
import { fittingLabels, wholeScale } from '../../web/chart/chart-scale.ts';

t.test('CHT-05 the scale of the chart counts whole cards', async (t) => {
  t.same(wholeScale(0), { max: 4, ticks: 4 });
  t.same(wholeScale(3), { max: 4, ticks: 4 });
  t.same(wholeScale(5), { max: 5, ticks: 5 });
  t.same(wholeScale(6), { max: 6, ticks: 3 });
  t.same(wholeScale(14), { max: 15, ticks: 3 });
  t.same(wholeScale(26), { max: 30, ticks: 3 });
  t.same(wholeScale(5_000), { max: 5_000, ticks: 5 });
});

t.test('CHT-05 every number of cards is on the scale, in at most five whole steps', async () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (highest) => {
      const { max, ticks } = wholeScale(highest);
      return max >= highest && ticks >= 1 && ticks <= 5 && Number.isInteger(max / ticks);
    }),
  );
});

t.test('CHT-09 labels that would overlap are left out, the first one never', async (t) => {
  t.same(fittingLabels(['a', 'b', 'c'], 300), ['a', 'b', 'c']);
  t.same(fittingLabels(['a', 'b', 'c', 'd'], 60), ['a', '', 'c', '']);
  t.same(fittingLabels(['a', 'b'], 0), ['a', '']);
  t.same(fittingLabels([], 100), []);
});
