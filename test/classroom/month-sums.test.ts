import fc from 'fast-check';
import t from 'tap';
import { monthSums } from '../../core/classroom/students-progress.ts';
import { dayNumber, dayOfNumber } from '../../core/learning/study-day.ts';

const [FIRST, LAST] = [dayNumber('2025-01-01'), dayNumber('2027-12-31')];
const aDay = fc.integer({ min: dayNumber('2025-06-01'), max: dayNumber('2027-06-30') }).map(dayOfNumber);

/** How often each day is counted by what the range is added up from; `days` is how many are read one by one. */
function counted(range: { start_date?: string; end_date?: string }, today: string) {
  const { months, days } = monthSums(range, today);
  // As Postgres orders them: every date lies between the two infinities.
  const order = (day: string) => ({ '-infinity': '0', infinity: '9' })[day] ?? day;
  const isWithin = (day: string, { from, until }: { from: string; until: string }) =>
    day >= order(from) && day < order(until);
  const counts = new Map<string, number>();
  let single = 0;
  for (let number = FIRST; number <= LAST; number++) {
    const day = dayOfNumber(number);
    let count = isWithin(`${day.slice(0, 8)}01`, months) ? 1 : 0;
    for (const part of days)
      if (isWithin(day, part)) {
        count += part.sign;
        if (day <= today) single += 1;
      }
    counts.set(day, count);
  }
  return { counts, single };
}

t.test('whatever the range, each of its days counts once and no other day at all', async () => {
  const range = fc.record({ start_date: aDay, end_date: aDay }, { requiredKeys: [] });
  fc.assert(
    fc.property(range, aDay, ({ start_date, end_date }, today) => {
      const [from, until] = [start_date ?? '0', end_date ?? '9'];
      fc.pre(from <= until);
      const { counts } = counted({ start_date, end_date }, today);
      return [...counts].every(([day, count]) => count === (day >= from && day <= until ? 1 : 0));
    }),
    { numRuns: 300 },
  );
});

t.test('the last thirty days take at most half a month of single days', async (t) => {
  for (let number = dayNumber('2026-01-15'); number < dayNumber('2027-01-15'); number++) {
    const today = dayOfNumber(number);
    const { single } = counted({ start_date: dayOfNumber(number - 29), end_date: today }, today);
    if (single > 16) t.fail(`${today}: ${single} days`);
  }
});
