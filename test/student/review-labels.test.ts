import t from 'tap';
import { reviewBuckets } from '../../web/student/review-buckets.ts';
import { reviewLabels } from '../../web/student/review-labels.ts';

const WORDS = {
  locale: 'en',
  today: '2026-11-22',
  now: 'Today',
  dueNow: 'Due now',
  tomorrow: 'Tomorrow',
  withWeekday: true,
};
const names = (period: number) => reviewBuckets([], period).map(({ name }) => name);
const of = (period: number, words: Partial<typeof WORDS> = {}) =>
  reviewLabels(names(period), { ...WORDS, ...words });

t.test('CHT-09 SL-30 the days of a week have weekday and date; the first is today', async (t) => {
  const week = of(7);
  t.same(week[0], { label: 'Today\n11/22', title: 'Due now' });
  t.same(week[1], { label: 'Mon\n11/23', title: 'Tomorrow, Monday, November 23' });
  t.same(week[2], { label: 'Tue\n11/24', title: 'Tuesday, November 24' });
  t.equal(of(7, { locale: 'vi' })[2]?.label, 'T3\n24/11');
});

t.test('CHT-09 the days of a month have their date', async (t) => {
  const month = of(30, { withWeekday: false });
  t.same(
    [month[0], month[1], month[29]].map((each) => each?.label),
    ['Today', '11/23', '12/21'],
  );
});

t.test('CHT-10 a week is called by its first day, in full by both', async (t) => {
  const weeks = of(180, { withWeekday: false });
  t.equal(weeks[0]?.label, '11/22');
  t.match(weeks[1]?.title, /^Nov 29\s–\sDec 5, 2026$/);
});

t.test('CHT-11 months follow each other without a gap, and no two are called the same', async (t) => {
  const months = of(365, { withWeekday: false });
  t.equal(months[0]?.label, 'Nov');
  t.match(months[0]?.title, /^Nov 22\s–\sDec 22, 2026$/);
  t.match(months[1]?.title, /^Dec 23, 2026\s–\sJan 21, 2027$/);
  t.equal(new Set(months.map(({ title }) => title)).size, 12);
});
