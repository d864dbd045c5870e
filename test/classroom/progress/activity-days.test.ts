import t from 'tap';
import {
  ACTIVITY_DAYS_MAX,
  activityDays,
  studyDayHere,
} from '../../../web/classroom/progress/activity-days.ts';

const TODAY = '2026-11-21';
const worked = (day: string, cards_studied = 3) => ({
  day,
  cards_studied,
  time_spent_seconds: 60,
  students: 2,
});
const ends = (days: { day: string }[]) => [days[0]?.day, days.at(-1)?.day, days.length];

t.test('PRG-05 without dates there are the last 30 days, those without work as zero', async (t) => {
  const days = activityDays([worked('2026-01-01'), worked('2026-11-20')], {}, TODAY);
  t.same(ends(days), ['2026-10-23', TODAY, 30]);
  t.same(days.slice(-2), [
    worked('2026-11-20'),
    { day: TODAY, cards_studied: 0, time_spent_seconds: 0, students: 0 },
  ]);
});

t.test('PRG-05 with dates there are these, but nothing that lies ahead', async (t) => {
  const between = (start_date?: string, end_date?: string) =>
    ends(activityDays([worked('2026-02-27')], { start_date, end_date }, TODAY));
  t.same(between('2026-02-27', '2026-03-02'), ['2026-02-27', '2026-03-02', 4]);
  t.same(between('2026-11-20', '2026-12-31'), ['2026-11-20', TODAY, 2]);
  t.same(between('2026-11-20'), ['2026-11-20', TODAY, 2]);
  t.same(between(undefined, '2026-11-01'), ['2026-02-27', '2026-11-01', 248]);
  t.same(between('2026-12-24', '2026-12-31'), ['2026-12-24', '2026-12-24', 1], 'never nothing at all');
});

t.test('PRG-05 of many years the last one is drawn', async (t) => {
  const days = activityDays([], { start_date: '2000-01-01' }, TODAY);
  t.same(ends(days), ['2025-11-21', TODAY, ACTIVITY_DAYS_MAX]);
});

t.test('a student for whom it is tomorrow already is drawn', async (t) => {
  t.equal(activityDays([worked('2026-11-22')], {}, TODAY).at(-1)?.day, '2026-11-22');
});

t.test('a study day begins at four in the morning', async (t) => {
  t.equal(studyDayHere(new Date(2026, 10, 21, 3, 59).getTime()), '2026-11-20');
  t.equal(studyDayHere(new Date(2026, 10, 21, 4, 0).getTime()), '2026-11-21');
  t.equal(studyDayHere(new Date(2026, 0, 1, 1, 0).getTime()), '2025-12-31');
});
