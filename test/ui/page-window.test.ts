import t from 'tap';
import { pageWindow } from '../../web/ui/list/page-window.ts';

t.test('GLB-15 HOM-10 at most five page numbers, in a sliding window', async (t) => {
  t.same(pageWindow(1, 1), [1]);
  t.same(pageWindow(2, 3), [1, 2, 3]);
  t.same(pageWindow(1, 9), [1, 2, 3, 4, 5]);
  t.same(pageWindow(3, 9), [1, 2, 3, 4, 5]);
  t.same(pageWindow(4, 9), [2, 3, 4, 5, 6]);
  t.same(pageWindow(7, 9), [5, 6, 7, 8, 9]);
  t.same(pageWindow(9, 9), [5, 6, 7, 8, 9]);
  t.same(pageWindow(1, 0), []);
});

t.test('GLB-15 the window always holds the page and never more than five', async (t) => {
  for (let total = 1; total <= 12; total++)
    for (let page = 1; page <= total; page++) {
      const numbers = pageWindow(page, total);
      t.equal(numbers.length, Math.min(5, total));
      t.ok(numbers.includes(page));
      t.ok(numbers.every((number) => number >= 1 && number <= total));
    }
});
