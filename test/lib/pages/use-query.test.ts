import t from 'tap';
import { LAST_PAGE, pageText, parsePage } from '../../../web/lib/pages/use-query.ts';

t.test('the page of a list is in its address, whatever else stands there', async (t) => {
  for (const page of [1, 2, 40, LAST_PAGE]) t.equal(parsePage(pageText(page)), page);
  t.equal(pageText(1), '', 'the first one needs no mention');
  for (const text of ['', '0', '-1', '1.5', 'two', '1e3', '9999999', ' 2']) t.equal(parsePage(text), 1, text);
});
