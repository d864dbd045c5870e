import t from 'tap';
import { dateAndTime, dateOnly, dayAgo } from '../../../web/lib/text/date-text.ts';

const moment = new Date(2026, 10, 22, 11, 1);

t.test('SL-105 SL-299 a moment is written as people write it', async (t) => {
  t.equal(dateAndTime('vi', moment), '11:01, 22/11/2026');
  t.equal(dateAndTime('en', moment), '11:01, 22 Nov 2026');
  t.equal(dateOnly('vi', new Date(2026, 0, 5)), '5/1/2026');
});

t.test('SL-105 the days of the last week are words, those before are dates', async (t) => {
  const before = (days: number) => new Date(2026, 10, 22 - days, 23, 59);
  t.equal(dayAgo('vi', before(0), moment), 'hôm nay');
  t.equal(dayAgo('vi', before(1), moment), 'hôm qua');
  t.equal(dayAgo('en', before(2), moment), '2 days ago');
  t.equal(dayAgo('en', before(7), moment), '15 Nov 2026');
});
