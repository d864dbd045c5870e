import t from 'tap';
import type { Locale } from '../../../core/text/locale.ts';
import { reviewBuckets, reviewLabels } from '../../../web/learning/progress/progress-summary.tsx';

const WORDS = {
  locale: 'en' as Locale,
  today: '2026-11-22',
  now: 'Today',
  dueNow: 'Due now',
  tomorrow: 'Tomorrow',
  withWeekday: true,
};
const names = (period: number) => reviewBuckets([], period).map(({ name }) => name);
const of = (period: number, words: Partial<typeof WORDS> = {}) =>
  reviewLabels(names(period), { ...WORDS, ...words });

t.test('CHT-09 SL-30 SL-299 the days of a week have weekday and date; the first is today', async (t) => {
  const week = of(7);
  t.same(week[0], { label: 'Today\n22/11', title: 'Due now' });
  t.same(week[1], { label: 'Mon\n23/11', title: 'Tomorrow, Monday 23 November' });
  t.same(week[2], { label: 'Tue\n24/11', title: 'Tuesday 24 November' });
  t.equal(of(7, { locale: 'vi' })[2]?.label, 'T3\n24/11');
});

t.test('CHT-09 the days of a month have their date', async (t) => {
  const month = of(30, { withWeekday: false });
  t.same(
    [month[0], month[1], month[29]].map((each) => each?.label),
    ['Today', '23/11', '21/12'],
  );
});

t.test('CHT-10 a week is called by its first day, in full by both', async (t) => {
  const weeks = of(180, { withWeekday: false });
  t.equal(weeks[0]?.label, '22/11');
  t.match(weeks[1]?.title, /^29 Nov\s–\s5 Dec 2026$/);
});

t.test('CHT-11 months follow each other without a gap, and no two are called the same', async (t) => {
  const months = of(365, { withWeekday: false });
  t.equal(months[0]?.label, 'Nov');
  t.match(months[0]?.title, /^22 Nov\s–\s22 Dec 2026$/);
  t.match(months[1]?.title, /^23 Dec 2026\s–\s21 Jan 2027$/);
  t.equal(new Set(months.map(({ title }) => title)).size, 12);
});
