import t from 'tap';
import { percentLabel } from '../../../web/ui/figure/percent-bar.tsx';

t.test('GLB-16 the percent label is inside the bar from 10 up', async (t) => {
  t.same(percentLabel(10), { percent: 10, fits: true });
  t.same(percentLabel(100), { percent: 100, fits: true });
  t.same(percentLabel(9), { percent: 9, fits: false });
  t.equal(percentLabel(9.9).fits, false);
  t.same(percentLabel(0), { percent: 0, fits: false });
});

t.test('GLB-16 a value outside of 0 to 100 is brought inside', async (t) => {
  t.equal(percentLabel(120).percent, 100);
  t.equal(percentLabel(-3).percent, 0);
});
