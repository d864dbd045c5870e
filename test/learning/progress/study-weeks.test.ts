import fc from 'fast-check';
import t from 'tap';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { retentionVerdict, studyMonths, studyWeeks } from '../../../web/learning/progress/activity-block.tsx';

const given = (today: string, days: Activity['days'], since: string | null = null) =>
  studyWeeks({ today, days, streak: { days: 1, since, forgiven: 0, forgivable: 2, longest: 1 } });

const on = (day: string, cards: number) => ({ day, cards, seconds: 60 });

t.test('ACT-01 the weeks go back from the one of today, Monday to Sunday', async (t) => {
  const [week, before] = given('2026-03-11', [on('2026-03-09', 5)]);
  t.same(
    week?.days.map((day) => day?.day ?? null),
    ['2026-03-09', '2026-03-10', '2026-03-11', null, null, null, null],
  );
  t.match(week?.days[0], { level: 4, studied: { cards: 5 }, isToday: false });
  t.match(week?.days[2], { level: 0, studied: null, isToday: true });
  t.same(before?.from, '2026-03-02');
});

t.test('ACT-01 each day of a year is in it once, in order, whatever today is', async () => {
  fc.assert(
    fc.property(fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2040-01-01') }), (today) => {
      const weeks = given(dayOfNumber(today), []);
      const days = weeks.toReversed().flatMap(({ days }) => days.flatMap((day) => day?.day ?? []));
      const expected = Array.from({ length: 365 }, (_, index) => dayOfNumber(today - 364 + index));
      if (days.join() !== expected.join()) throw new Error(dayOfNumber(today));
      if (weeks.some(({ days }) => days.length !== 7)) throw new Error('a week has seven days');
    }),
  );
});

t.test('ACT-01 the levels are by the own days, of which a tenth may be far above', async (t) => {
  const days = Array.from({ length: 10 }, (_, index) => on(`2026-03-0${index}`, 10 + index));
  const level = (cards: number) =>
    given('2026-03-11', [...days.slice(1), on('2026-03-10', 500), on('2026-03-11', cards)])[0]?.days[2]
      ?.level;
  t.same([level(1), level(6), level(11), level(19), level(400)], [1, 2, 3, 4, 4]);
});

t.test('ACT-01 a missed day is forgiven within the streak, and today is not missed yet', async (t) => {
  const [week] = given('2026-03-13', [on('2026-03-10', 1), on('2026-03-12', 1)], '2026-03-10');
  t.same(
    week?.days.map((day) => day?.isForgiven),
    [false, false, true, false, false, undefined, undefined],
  );
});

t.test('ACT-01 a month is named in the week in which it begins', async (t) => {
  const named = given('2026-03-11', []).flatMap(({ from, monthFrom }) =>
    monthFrom ? [[from, monthFrom]] : [],
  );
  t.same(named.slice(0, 2), [
    ['2026-02-23', '2026-03-01'],
    ['2026-01-26', '2026-02-01'],
  ]);
  t.equal(named.length, 12);
});

t.test('ACT-01 months are added up, the latest first', async (t) => {
  t.same(studyMonths([on('2026-01-31', 1), on('2026-03-01', 2), on('2026-03-02', 3)]), [
    { month: '2026-03', days: 2, cards: 5, seconds: 120 },
    { month: '2026-01', days: 1, cards: 1, seconds: 60 },
  ]);
});

t.test('ACT-02 ten reviews say something, and five points more or less are on the aim', async (t) => {
  const verdict = (recalled: number, asked: number) => retentionVerdict({ recalled, asked, aim: 0.9 });
  t.equal(verdict(9, 9), 'unknown');
  t.equal(verdict(10, 10), 'above');
  t.equal(verdict(86, 100), 'near');
  t.equal(verdict(84, 100), 'below');
});
