import fc from 'fast-check';
import t from 'tap';
import type { Locale } from '../../../core/text/locale.ts';
import {
  type BucketName,
  bucketUnit,
  PERIODS,
  type ReviewBucket,
  reviewBuckets,
  reviewLabels,
  type ScheduledReviews,
} from '../../../web/learning/progress/progress-summary.tsx';
import { column } from '../../harness/columns.ts';

const row = (days_from_now: number, card_count: number): ScheduledReviews => ({ days_from_now, card_count });
const sum = (buckets: ReviewBucket[]) => buckets.reduce((total, bucket) => total + bucket.cards, 0);
const names = (period: number, schedule: ScheduledReviews[] = []): BucketName[] =>
  column(reviewBuckets(schedule, period), 'name');
const cards = (period: number, schedule: ScheduledReviews[]) =>
  column(reviewBuckets(schedule, period), 'cards');

const schedules = fc.array(
  fc.record({ days_from_now: fc.integer({ min: -5, max: 800 }), card_count: fc.nat({ max: 5_000 }) }),
  { maxLength: 60 },
);
const periods = fc.constantFrom(...PERIODS);

t.test('CHT-06 CHT-08 of the periods those of up to 30 days have one bar a day', async (t) => {
  t.same(PERIODS, [7, 30, 180, 365, 0]);
  t.equal(bucketUnit(7), 'day');
  t.equal(bucketUnit(30), 'day');
  t.equal(reviewBuckets([], 7).length, 7);
  t.equal(reviewBuckets([], 30).length, 30);
  t.same(cards(7, [row(0, 4), row(1, 3), row(6, 2), row(7, 100)]), [4, 3, 0, 0, 0, 0, 2]);
});

t.test('CHT-09 SL-30 days are labelled Overdue, Tomorrow, Day n', async (t) => {
  t.same(names(7), [
    { unit: 'overdue' },
    { unit: 'tomorrow' },
    { unit: 'day', n: 2 },
    { unit: 'day', n: 3 },
    { unit: 'day', n: 4 },
    { unit: 'day', n: 5 },
    { unit: 'day', n: 6 },
  ]);
  t.same(names(30).at(-1), { unit: 'day', n: 29 });
  t.same(cards(7, [row(-3, 5), row(-1, 2), row(0, 1)]), [8, 0, 0, 0, 0, 0, 0], 'all before are overdue');
});

t.test('CHT-10 above 30 and up to 180 days there is one step a week', async (t) => {
  t.equal(bucketUnit(31), 'week');
  t.equal(bucketUnit(180), 'week');
  const weeks = cards(180, [row(0, 1), row(6, 2), row(7, 4), row(179, 8), row(180, 100)]);
  t.equal(weeks.length, 26, 'the last of 26 weeks has the five days that are left');
  t.same([weeks[0], weeks[1], weeks[25]], [3, 4, 8]);
  t.same(names(180).slice(0, 2), [
    { unit: 'week', n: 1 },
    { unit: 'week', n: 2 },
  ]);
});

t.test('CHT-11 beyond 180 days there is a step a month, twelve at least, to the last review', async (t) => {
  t.equal(bucketUnit(181), 'month');
  t.equal(bucketUnit(365), 'month');
  t.equal(bucketUnit(0), 'month');
  t.equal(reviewBuckets([], 365).length, 12);
  t.equal(reviewBuckets([], 0).length, 12, 'without a single review');
  t.equal(reviewBuckets([row(3, 1)], 0).length, 12, 'with little data');
  t.equal(reviewBuckets([row(200, 1)], 200).length, 12, 'when the period is shorter than a year');
  t.same(
    cards(365, [row(0, 1), row(30, 2), row(31, 4), row(364, 8), row(365, 100)]),
    [3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8],
  );
  t.same(names(365).at(-1), { unit: 'month', n: 12 });
  const all = cards(0, [row(364, 8), row(365, 1), row(730, 2)]);
  t.equal(all.length, 25);
  t.same([all[11], all[12], all[24]], [8, 1, 2]);
});

t.test('CHT-06 the buckets of a period hold what is due within it, each bucket its own days', async () => {
  fc.assert(
    fc.property(schedules, periods, (schedule, period) => {
      const within = schedule.filter(({ days_from_now }) => period === 0 || days_from_now < period);
      const whole = within.reduce((total, { card_count }) => total + card_count, 0);
      return sum(reviewBuckets(schedule, period)) === whole;
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 800 }), periods, (day, period) => {
      const at = cards(period, [row(day, 1)]).indexOf(1);
      const later = cards(period, [row(day + 1, 1)]).indexOf(1);
      return at === -1 || later === -1 || later === at || later === at + 1;
    }),
  );
});

t.test('CHT-05 the number of buckets does not depend on the order or the splitting of rows', async () => {
  fc.assert(
    fc.property(schedules, periods, (schedule, period) => {
      const halves = schedule.flatMap(({ days_from_now, card_count }) => [
        row(days_from_now, Math.floor(card_count / 2)),
        row(days_from_now, Math.ceil(card_count / 2)),
      ]);
      const expected = JSON.stringify(reviewBuckets(schedule, period));
      return JSON.stringify(reviewBuckets(halves.reverse(), period)) === expected;
    }),
  );
});

const WORDS = {
  locale: 'en' as Locale,
  today: '2026-11-22',
  overdue: 'Overdue',
  dueNow: 'Overdue: due now',
  tomorrow: 'Tomorrow',
  day: (days: number) => `Day ${days}`,
};
const of = (period: number, words: Partial<typeof WORDS> = {}) =>
  reviewLabels(names(period), { ...WORDS, ...words });

t.test(
  'CHT-09 CHT-10 SL-30 SL-90 SL-299 (document 1 §9) days are Overdue, Tomorrow, Day n over their dates, weeks their first day',
  async (t) => {
    const week = of(7);
    t.same(week[0], { label: 'Overdue\n22/11', title: 'Overdue: due now' });
    t.same(week[1], { label: 'Tomorrow\n23/11', title: 'Tomorrow, Monday 23 November' });
    t.same(week[2], { label: 'Day 2\n24/11', title: 'Day 2, Tuesday 24 November' });
    t.equal(of(7, { locale: 'vi' })[2]?.title, 'Day 2, Thứ Ba, 24 tháng 11');
    const month = of(30);
    t.same(
      [month[0], month[1], month[29]].map((each) => each?.label),
      ['Overdue\n22/11', 'Tomorrow\n23/11', 'Day 29\n21/12'],
    );
    const weeks = of(180);
    t.equal(weeks[0]?.label, '22/11');
    t.match(weeks[1]?.title, /^29 Nov\s–\s5 Dec 2026$/);
  },
);

t.test('CHT-11 months follow each other without a gap, and no two are called the same', async (t) => {
  const months = of(365);
  t.same(
    months.slice(0, 3).map(({ label }) => label),
    ['22/11', '23/12', '22/01'],
  );
  t.match(months[0]?.title, /^22 Nov\s–\s22 Dec 2026$/);
  t.match(months[1]?.title, /^23 Dec 2026\s–\s21 Jan 2027$/);
  for (const name of ['title', 'label'] as const) t.equal(new Set(column(months, name)).size, 12, name);
});
