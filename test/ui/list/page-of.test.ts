import t from 'tap';
import { pageOf, pageWindow } from '../../../web/ui/list/page-of.ts';

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

const five = [1, 2, 3, 4, 5];

t.test('a page of a list', async (t) => {
  t.same(pageOf(five, 1, 2), { items: [1, 2], page: 1, pageCount: 3 });
  t.same(pageOf(five, 3, 2), { items: [5], page: 3, pageCount: 3 });
});

t.test('a page that no longer exists is the last one', async (t) => {
  t.same(pageOf(five, Number.MAX_SAFE_INTEGER, 2), { items: [5], page: 3, pageCount: 3 });
  t.same(pageOf([1, 2], 3, 2), { items: [1, 2], page: 1, pageCount: 1 });
  t.same(pageOf([], 3, 2), { items: [], page: 1, pageCount: 1 });
});
