import fc from 'fast-check';
import t from 'tap';
import { boundedSeconds } from '../../../core/learning/answering/study-time.ts';
import { dayStats, deckStats } from '../../../core/learning/progress/deck-stats.projection.ts';
import { DatabaseClock } from '../../harness/database-clock.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { emptyLog, given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { differences } from '../../log/rebuilding/rebuilt.ts';
import { undo } from './given-undo.ts';

const { pool, url } = await createTestDatabase(t, { ownClock: true });
const clock = new DatabaseClock(pool);
const HOUR = 3_600_000;

t.beforeEach(async () => {
  await emptyLog(pool);
  await clock.stopAt(Date.now());
});

/** The answers of one student, each of another card, that claim so many seconds each. */
const answers = (...claimed: number[]) =>
  claimed.map((time_spent, index) => review(1, { card_id: index + 1, time_spent }));

async function seconds(): Promise<number> {
  await projectAll(pool, [deckStats]);
  return (await dayStats(pool, 1, [1], '2026-03-01')).seconds;
}

async function rows(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of deckStats.tables)
    found.push((await pool.query(`select to_jsonb(x) as row from ${table} x order by x::text`)).rows);
  return found;
}

t.test('forty answers of an hour within a second count for an hour', async (t) => {
  await given(pool, answers(...Array.from({ length: 40 }, () => 3_600)));
  t.equal(await seconds(), 3_600);
  const { rows: stats } = await pool.query('select cards, reviews from deck_stats');
  t.same(stats, [{ cards: 40, reviews: 40 }], 'and are answers all the same');
});

t.test('no more can be claimed later than the time that has passed', async (t) => {
  await given(pool, answers(3_600, 10));
  await clock.advance(2 * HOUR);
  await given(pool, answers(3_600, 3_500, 300));
  t.equal(await seconds(), 3_600 + 7_200);
});

t.test('answers that were queued without a connection count in full', async (t) => {
  await given(pool, answers(5));
  await clock.advance(3 * HOUR);
  await given(pool, answers(...Array.from({ length: 300 }, () => 30)));
  t.equal(await seconds(), 9_005);
  t.same((await pool.query('select from cut_reviews')).rows, []);
});

t.test('after a long time a day can be claimed at once', async (t) => {
  await given(pool, answers(5));
  await clock.advance(30 * 24 * HOUR);
  await given(pool, answers(...Array.from({ length: 40 }, () => 3_600)));
  t.equal(await seconds(), 5 + 24 * 3_600);
});

t.test('an answer that is taken back has been paid, and what is left counts as before', async (t) => {
  const [first, second, third] = answers(3_000, 3_000, 3_000);
  await given(pool, [first!, second!, third!]);
  t.equal(await seconds(), 3_600);
  await given(pool, [undo(1, first!)]);
  t.equal(await seconds(), 600);
  await clock.advance(HOUR);
  await given(pool, answers(3_600));
  t.equal(await seconds(), 4_200);
});

t.test('answers from before the rule count as they did', async (t) => {
  const { rows: before } = await pool.query<{ since: Date }>('select since from study_time_rule');
  await pool.query('update study_time_rule set since = $1', [new Date(Date.now() + 1_000 * HOUR)]);
  await given(pool, answers(3_600, 3_600));
  t.equal(await seconds(), 7_200);
  t.same((await pool.query('select from study_clocks')).rows, []);
  await pool.query('update study_time_rule set since = $1', [before[0]!.since]);
});

t.test('sums go beyond 2147483647', async (t) => {
  await given(pool, answers(3_600));
  t.equal(await seconds(), 3_600);
  await pool.query('update deck_stats set seconds = 2147483647');
  await clock.advance(HOUR);
  await given(pool, answers(3_600));
  t.equal(await seconds(), 2_147_487_247);
  t.same((await pool.query('select from parked_events')).rows, []);
});

t.test('however the log is cut into batches, and rebuilt, the figures are the same', async (t) => {
  const step = fc.record({
    student: fc.constantFrom(1, 2, 3),
    claimed: fc.integer({ min: 0, max: 3_600 }),
    pause: fc.constantFrom(0, 0, 0, 1, 999, 60_000, HOUR, 30 * HOUR, -HOUR),
    takesBack: fc.nat(3),
    projects: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await emptyLog(pool);
      await clock.stopAt(Date.now() + 100 * HOUR);
      const own = new Map<number, ReturnType<typeof review>[]>();
      for (const { student, claimed, pause, takesBack, projects } of steps) {
        await clock.advance(pause);
        const before = own.get(student) ?? [];
        const event = review(student, { card_id: 1 + before.length, time_spent: claimed });
        own.set(student, [...before, event]);
        await given(pool, [event]);
        const last = before.at(-takesBack);
        if (takesBack && last) await given(pool, [undo(student, last)]);
        if (projects) await projectAll(pool);
      }
      await projectAll(pool);
      const live = await rows();
      await resetProjections(pool);
      await projectAll(pool);
      if (JSON.stringify(await rows()) !== JSON.stringify(live)) throw new Error('not the same');
    }),
    { numRuns: 15 },
  );
  t.same(await differences({ databaseUrl: url }), { count: 0, rows: [] });
});

t.test('a clock that is set back gives nothing and takes nothing', (t) => {
  const at = (recordedAt: number, claimed: number) => ({ recordedAt, claimed });
  const { seconds, clock } = boundedSeconds(undefined, at(10 * HOUR, 3_000));
  t.same([seconds, clock], [3_000, { creditMs: 600_000, recordedAt: 10 * HOUR }]);
  const earlier = boundedSeconds(clock, at(9 * HOUR, 100));
  t.same(earlier, { seconds: 100, clock: { creditMs: 500_000, recordedAt: 10 * HOUR } });
  const later = boundedSeconds(earlier.clock, at(10 * HOUR + 1_500, 3_600));
  t.same(later, { seconds: 501, clock: { creditMs: 500, recordedAt: 10 * HOUR + 1_500 } }, 'whole seconds');
  t.end();
});
