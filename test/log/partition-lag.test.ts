import t from 'tap';
import { lagHeights } from '../../web/log/log-section.tsx';

t.test('a partition that is behind is seen, however far ahead of it the others are', async (t) => {
  t.same(lagHeights([0, 0]), [0, 0]);
  const [none, little, much] = lagHeights([0, 1, 1_000_000]);
  t.equal(none, 0);
  t.equal(much, 1);
  t.ok((little ?? 0) > 0.25 && (little ?? 0) < 0.5, String(little));
  t.same(lagHeights([3]), [1]);
  t.same(lagHeights([]), []);
});
