import fc from 'fast-check';
import t from 'tap';
import { streaks } from '../../../core/learning/progress/activity.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { runs } from '../../harness/depth.ts';

const days = (month: string, ...dates: number[]): number[] =>
  dates.map((date) => dayNumber(`${month}-${String(date).padStart(2, '0')}`));

const march = (...dates: number[]) => days('2026-03', ...dates);
const [today] = march(20) as [number];

t.test('ACT-01 days in a row are counted, from none on, today once it was studied', async (t) => {
  t.same(streaks([], today), { days: 0, since: undefined, forgiven: 0, forgivable: 2, longest: 0 });
  t.match(streaks(march(18, 19), today), { days: 2, since: march(18)[0], forgiven: 0, longest: 2 });
  t.match(streaks(march(18, 19, 20), today), { days: 3, forgiven: 0, longest: 3 });
});

t.test('ACT-01 two missed days of a month are forgiven, wherever they are, and do not count', async (t) => {
  t.match(streaks(march(15, 17, 19, 20), today), { days: 4, forgiven: 2, forgivable: 0, longest: 4 });
  t.match(streaks(march(17, 20), today), { days: 2, forgiven: 2, forgivable: 0 });
  t.match(streaks(march(16, 17), today), { days: 2, forgiven: 2, forgivable: 0 }, 'it can still be saved');
  t.match(streaks(march(19), today), { days: 1, forgiven: 0, forgivable: 2 });
});

t.test('ACT-01 at a third miss the streak begins anew; each month forgives two of its own', async (t) => {
  t.match(streaks(march(10, 11, 13, 15, 17, 18, 19), today), {
    days: 5,
    since: march(13)[0],
    forgiven: 2,
    longest: 5,
  });
  t.match(streaks(march(14, 15, 16), today), { days: 0, since: undefined, forgiven: 0, longest: 3 });
  const [first] = days('2026-04', 3) as [number];
  t.match(streaks(march(28, 29), first), { days: 2, forgiven: 4, forgivable: 0 });
  t.match(streaks(march(28, 29), first + 1), { days: 0, longest: 2 });
});

t.test('ACT-01 the longest streak stays; a day studied ahead, on a journey, belongs to it', async (t) => {
  t.match(streaks([...march(1, 2, 3, 4), ...march(19)], today), { days: 1, longest: 4 });
  t.match(streaks(march(19, 20, 21), today), { days: 3, longest: 3 });
});

const END = dayNumber('2026-03-31');
/** The last 200 days or so, of which each is studied or not. */
const anyHistory = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 200 }))
  .map(([often, dice]) =>
    dice.flatMap((die, index) => (die <= 5 + often ? [END - dice.length + index] : [])),
  );

/** Runs as they are defined: every beginning is tried. */
function plainRun(studied: number[], until: number): { days: number; forgiven: number; since?: number } {
  for (const since of studied) {
    if (since > until) break;
    const months = new Map<string, number>();
    let forgiven = 0;
    for (let day = since; day <= until; day++) {
      if (studied.includes(day)) continue;
      const month = dayOfNumber(day).slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + 1);
      forgiven++;
    }
    if ([...months.values()].every((missed) => missed <= 2))
      return { days: studied.filter((day) => day >= since && day <= until).length, forgiven, since };
  }
  return { days: 0, forgiven: 0 };
}

t.test('ACT-01 any history: the streaks are those of the definition', async () => {
  fc.assert(
    fc.property(anyHistory, (studied) => {
      const found = streaks(studied, END);
      const { since, ...now } = plainRun(studied, Math.max(END - 1, studied.at(-1) ?? 0));
      const longest = Math.max(0, ...studied.map((until) => plainRun(studied, until).days));
      const expected = { ...now, since, longest };
      const { forgivable: _, ...actual } = found;
      if (JSON.stringify(Object.entries(expected).sort()) !== JSON.stringify(Object.entries(actual).sort()))
        throw new Error(`${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
    }),
    { numRuns: runs(300, 5_000) },
  );
});

t.test('ACT-01 a day more of study makes no streak shorter', async () => {
  fc.assert(
    fc.property(anyHistory, fc.integer({ min: 0, max: 199 }), (studied, ago) => {
      const more = [...new Set([...studied, END - ago])].sort((a, b) => a - b);
      const [before, after] = [streaks(studied, END), streaks(more, END)];
      return after.days >= before.days && after.longest >= before.longest;
    }),
    { numRuns: runs(300, 5_000) },
  );
});
