import t, { type Test as Tap } from 'tap';
import { default_w } from 'ts-fsrs';
import { eventRegister } from '../../../core/events.ts';
import {
  type ComparisonOptions,
  compareSchedulers,
} from '../../../core/learning/what-if/compare-schedulers.ts';
import type { SchedulerComparison } from '../../../core/learning/what-if/comparison.ts';
import type { OtherRules } from '../../../core/learning/what-if/other-rules.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { emptyLog, given, neighbours, projectAll, review } from '../../log/given-events.ts';
import { undo, weightsSet } from '../answering/given-undo.ts';
import { givenDeck, studyOf } from './given-study.ts';

const { pool } = await createTestDatabase(t);
const { first, second, elsewhere } = neighbours();
await givenDeck(pool, { studentIds: [first, second, elsewhere] });

t.beforeEach(() => emptyLog(pool));

const compare = (rules: OtherRules = {}, options: Partial<ComparisonOptions> = {}) =>
  compareSchedulers(pool, rules, { register: eventRegister, timeZone: 'Asia/Ho_Chi_Minh', ...options });

/** Weights with which memories last longer, from the first answer and after each review. */
const RASH = default_w.map((weight, index) => (index < 4 ? weight * 4 : index === 8 ? weight + 0.6 : weight));

const classroom = (): NewEvent[] => [
  ...studyOf({ studentId: first }),
  ...studyOf({ studentId: second, cards: 12, perDay: 2 }),
  ...studyOf({ studentId: elsewhere, firstDay: '2026-03-11', days: 30 }),
];

function sameOnBothSides(t: Tap, { predictions, due, simulated }: SchedulerComparison): void {
  t.same(predictions?.other, predictions?.live);
  t.same(due.other, due.live);
  t.same(simulated.other, simulated.live);
  t.ok(simulated.weeks.every(({ live, other }) => live === other));
}

t.test('an empty log has nothing to compare', async (t) => {
  t.match(await compare(), { students: 0, answers: 0, first_day: null, predictions: null });
});

t.test('rules that are those of live differ in nothing', async (t) => {
  const events = classroom();
  await given(pool, events);
  const asLive = { weights: [...default_w], retention: 0.9, maximum_interval: 365 };
  const limits = { new_cards_per_day: 20, max_cards_per_day: 200 };
  for (const rules of [{}, asLive, { ...asLive, ...limits }]) {
    const comparison = await compare(rules);
    t.match(comparison, {
      students: 3,
      answers: events.length,
      first_day: '2026-03-01',
      last_day: '2026-04-09',
      simulated: { live: { cards: 52 }, log: { cards: 52, new_cards: 52 } },
    });
    t.ok(comparison.predictions!.live.reviews > 100);
    sameOnBothSides(t, comparison);
  }
});

t.test('the live side is what the live projection holds', async (t) => {
  await given(pool, classroom());
  await projectAll(pool);
  const { due, predictions } = await compare();
  const rows = await sql(pool)`
    select count(*)::integer as cards, count(*) filter (where due_day < '2026-04-09')::integer as overdue,
    count(*) filter (where due_day > '2026-05-08')::integer as later,
    sum(1.0 / greatest(1, due_day - anchor_day))::float8 as load, sum(reviews - 1)::integer as reviews
    from review_schedule`;
  const { load, reviews, ...counts } = rows[0]!;
  t.match(due.live, counts);
  t.ok(Math.abs(due.live.daily_load - load) < 1e-9);
  t.equal(due.live.by_day.length, 30);
  t.equal(
    due.live.by_day.reduce((sum, cards) => sum + cards, counts.overdue + counts.later),
    52,
  );
  t.equal(predictions!.live.reviews, reviews);
});

t.test('other retention, intervals, weights or limits change what they say, and nothing else', async (t) => {
  await given(pool, classroom());
  const { predictions, due, simulated } = await compare({ retention: 0.8 });
  t.same(predictions!.other, predictions!.live);
  t.ok(due.other.daily_load < due.live.daily_load / 1.5);
  t.ok(simulated.other.reviews < simulated.live.reviews / 1.3, 'fewer reviews, fewer known');
  t.ok(simulated.other.retention! < simulated.live.retention!);
  t.ok(simulated.other.known < simulated.live.known);
  t.equal(simulated.other.cards, simulated.live.cards);

  const shorter = await compare({ maximum_interval: 5 });
  t.equal(shorter.due.other.later, 0, 'a shorter longest interval: more comes sooner');
  t.equal(shorter.due.other.by_day.slice(6).filter(Boolean).length, 0);
  t.ok(shorter.simulated.other.reviews > simulated.live.reviews);

  const rash = await compare({ weights: RASH });
  t.equal(rash.predictions!.other.observed, predictions!.live.observed, 'what was observed is the same');
  t.ok(rash.predictions!.other.predicted > predictions!.live.predicted);
  t.ok(rash.due.other.daily_load < due.live.daily_load);
  t.ok(rash.simulated.other.retention! < simulated.live.retention!);

  const limited = await compare({ new_cards_per_day: 1, max_cards_per_day: 10 });
  t.same(limited.predictions!.other, predictions!.live, 'limits of a day hold in the simulation alone');
  t.same(limited.due.other, due.live);
  t.ok(limited.simulated.other.new_cards <= simulated.live.new_cards);
  t.ok(limited.simulated.weeks[1]!.other < limited.simulated.weeks[1]!.live);
});

t.test('a student’s own limits are the live ones', async (t) => {
  await given(pool, studyOf({ studentId: first, cards: 20, perDay: 20, days: 10 }));
  const free = await compare({ max_cards_per_day: 10 });
  await sql(
    pool,
  )`insert into deck_settings (partition, student_id, deck_id, new_cards_per_day, max_cards_per_day)
    values (partition_of(${first}::integer), ${first}, 1, 1, 10)`;
  t.teardown(() => pool.query('truncate deck_settings'));
  const limited = await compare({ max_cards_per_day: 10 });
  t.same(limited.simulated.other, free.simulated.other);
  t.same(limited.simulated.live, limited.simulated.other);
  t.notSame(free.simulated.live, free.simulated.other);
});

t.test('answers that were taken back count as never given', async (t) => {
  await given(pool, classroom());
  const without = await compare({ retention: 0.85 });
  const mistake = review(first, { card_id: 1_001, rating: 0, first_status: 0, day: '2026-04-09' });
  const unknown = review(second, { card_id: 1_999, day: '2026-05-30' });
  await given(pool, [mistake, unknown]);
  const withMistakes = await compare({ retention: 0.85 });
  t.notSame(withMistakes, without);
  await given(pool, [undo(first, mistake), undo(second, unknown)]);
  t.same(await compare({ retention: 0.85 }), without);
});

t.test('a student’s own weights hold on the live side from where they were set', async (t) => {
  const events = studyOf({ studentId: first });
  const half = Math.floor(events.length / 2);
  const setThen = [...events.slice(0, half), weightsSet(first, RASH), ...events.slice(half)];
  await given(pool, [...setThen, ...studyOf({ studentId: second })]);
  await projectAll(pool);
  const own = await compare();
  sameOnBothSides(t, own);
  const rows = await sql(pool)`select sum(1.0 / greatest(1, due_day - anchor_day))::float8 as load
    from review_schedule`;
  t.ok(Math.abs(own.due.live.daily_load - rows[0]!.load) < 1e-9, 'as the live projection has it');
  const general = await compare({ weights: [...default_w] });
  t.same(general.predictions!.live, own.predictions!.live);
  t.notSame(general.predictions!.other, general.predictions!.live);
  t.notSame(general.due.other, general.due.live);
});

t.test('a class, a deck and times bound what is reported', async (t) => {
  await given(pool, classroom());
  const whole = await compare();
  await pool.query(`insert into classes (id, teacher_id, name) overriding system value values (5, ${first}, 'Five');
    insert into class_members (class_id, student_id, status, joined_at)
      values (5, ${second}, 'approved', now()), (5, ${elsewhere}, 'pending', null)`);
  t.match(await compare({}, { classId: 5 }), { students: 1, simulated: { live: { cards: 12 } } });
  await t.rejects(compare({}, { classId: 6 }), { code: 'class_not_found' });
  t.match(await compare({}, { deckId: 2 }), { students: 0, predictions: null });

  const since = await compare({}, { since: new Date('2026-04-01T00:00:00+07:00') });
  t.equal(since.first_day, '2026-03-31', 'a day begins at four in the morning');
  t.ok(since.predictions!.live.reviews < whole.predictions!.live.reviews / 2);
  t.same(since.due, whole.due);
  t.ok(since.simulated.live.reviews < whole.simulated.live.reviews);
  t.same(since.simulated.live.known, whole.simulated.live.known);

  // Recorded on the day after, but positions of both students of a partition follow one another.
  await pool.query(`update events set recorded_at = '2026-03-01T12:00:00Z'`);
  await pool.query(`update events set recorded_at = '2026-03-20T12:00:00Z' where position > 20`);
  const until = await compare({}, { until: new Date('2026-03-10T00:00:00Z') });
  t.equal(until.answers, 40);
});

t.test('deleted cards are due no more, and told', async (t) => {
  await given(pool, [...studyOf({ studentId: first }), ...studyOf({ studentId: second })]);
  await pool.query('delete from cards where id in (1001, 1002)');
  const { due } = await compare();
  t.match(due, { deleted_cards: 4, live: { cards: 36 }, other: { cards: 36 } });
});

t.test('the same question has the same answer, and nothing is written', async (t) => {
  await given(pool, classroom());
  await projectAll(pool);
  const state = async () => {
    const rows = await sql(pool)`select (select md5(string_agg(r::text, '|' order by r::text))
      from review_schedule r) as schedule,
      (select md5(string_agg(e::text, '|' order by e::text)) from events e) as log,
      (select md5(string_agg(c::text, '|' order by c::text)) from projection_checkpoints c) as checkpoints`;
    return rows[0];
  };
  const before = await state();
  const rules = { weights: RASH, retention: 0.85, new_cards_per_day: 3 };
  t.same(await compare(rules), await compare(rules));
  t.notSame(
    (await compare({ ...rules, seed: 2 })).simulated.live,
    (await compare(rules)).simulated.live,
    'another seed draws other answers',
  );
  t.same(await state(), before);
});
