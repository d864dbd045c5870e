import t from 'tap';
import { pageOf } from '../../web/ui/list/page-of.ts';

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
