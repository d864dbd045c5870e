import { once } from 'node:events';
import t from 'tap';
import { optimizeCommand } from '../../bin/nho/optimize-command.ts';
import type { RecallScores } from '../../core/learning/memory/recall-evaluation.ts';
import { reviewSchedule } from '../../core/learning/progress/review-schedule.projection.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { FORGETFUL, givenMany, simulatedReviews } from '../learning/memory/simulated-reviews.ts';
import { emptyLog, given, projectAll, review } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';
import { nho, startNho } from './nho-process.ts';

const { pool, url } = await createTestDatabase(t);
const runHere = await commandRunner(t, url);

interface Result {
  outcome: string;
  keep_own: number[];
  reviews: number;
  before: RecallScores;
  after: RecallScores;
  weights: number[];
  applied: number;
}

async function optimizing(options: Record<string, string | boolean>) {
  const { code, said, result } = await runHere(optimizeCommand, options);
  return { code, said, result: result as Result };
}

const forgetful = (studentId: number) =>
  simulatedReviews({ studentId, truth: FORGETFUL, days: 40, newCardsADay: 8, seed: studentId + 2 });

async function weightsSet(): Promise<{ student: number; fittedTo: string; weights: number[] }[]> {
  return sql(pool)`
    select student_id as student, data->>'fitted_to' as "fittedTo", data->'weights' as weights
    from events where type = 'SchedulerWeightsSet' order by student_id, position`;
}

const setFor = async () => (await weightsSet()).map(({ student, fittedTo }) => `${student} ${fittedTo}`);

await sql(pool)`insert into users (id, name, email, password_hash, role, time_zone) overriding system value
  select id, 'Lan', id || '@example.org', '', case id when 99 then 'teacher' else 'student' end, 'Asia/Ho_Chi_Minh'
  from unnest(array[1, 2, 3, 4, 99]) id;
  insert into classes (id, teacher_id, name) overriding system value values (5, 99, 'Five'), (6, 99, 'Six');
  insert into class_members (class_id, student_id, status, joined_at)
  values (5, 1, 'approved', now()), (5, 2, 'approved', now()), (5, 3, 'approved', now()), (5, 4, 'pending', null)`;

t.beforeEach(() => emptyLog(pool));

t.test('a student: told without --apply, used from then on with it, and not set twice', async (t) => {
  await givenMany(pool, forgetful(1));
  const told = await nho(url, 'optimize', '--student', '1');
  t.equal(told.code, 0);
  t.match(told.stdout, /^1 student, [\d,]+ reviews of cards learnt on an earlier day\.\n/);
  t.match(told.stdout, /weights that hold +0\.\d{4} +0\.\d{4} +0\.\d{3}\n +fitted weights +0\.\d{4}/);
  t.match(told.stdout, /\nBetter: use them with --apply\.\n$/);
  t.match(told.stderr, /^Fitting to \d+ reviews …\n$/);
  t.same(await weightsSet(), []);

  const applied = await optimizing({ student: '1', apply: true });
  const { outcome, before, after, weights } = applied.result;
  t.match(
    { code: applied.code, outcome, applied: applied.result.applied },
    { code: 0, outcome: 'better', applied: 1 },
  );
  t.ok(after.log_loss < before.log_loss);
  t.ok(after.rmse_bins < before.rmse_bins);
  t.same(await weightsSet(), [{ student: 1, fittedTo: 'student', weights }]);

  await projectAll(pool, [reviewSchedule]);
  const { rows } = await pool.query('select student_id, weights from scheduler_weights');
  t.same(rows, [{ student_id: 1, weights }], 'the schedule has them, to the last digit');
  const parked = await pool.query('select reason from parked_events');
  t.same(parked.rows, []);

  const again = await optimizing({ student: '1', apply: true });
  t.match(again, { code: 0, result: { outcome: 'held_already', applied: 0, weights } });
  t.equal((await weightsSet()).length, 1);
});

t.test('too few reviews: nothing is changed, exit code 1', async (t) => {
  await given(pool, [review(1), review(1, { day: '2026-03-04' })]);
  const told = await nho(url, 'optimize', '--student', '1', '--apply');
  t.match(told, {
    code: 1,
    stdout:
      '1 student, 1 review of cards learnt on an earlier day.\n\n' +
      'That is too few: at least 1,000 are needed. Nothing was changed.\n',
    stderr: '',
  });
  t.match(await optimizing({ all: true, apply: true }), {
    code: 1,
    result: { outcome: 'too_few_reviews', reviews: 1, reviews_needed: 1_000, weights: null, applied: 0 },
  });
  t.match(await optimizing({ student: '77' }), { code: 1, result: { reviews: 0 } });
  t.same(await weightsSet(), []);
});

t.test('weights that are not better on the held-out reviews are not used: exit code 1', async (t) => {
  await givenMany(pool, simulatedReviews({ studentId: 1, days: 60, newCardsADay: 8, seed: 4 }));
  const { code, result } = await optimizing({ student: '1', apply: true });
  t.match({ code, result }, { code: 1, result: { outcome: 'not_better', applied: 0 } });
  t.ok(result.after.log_loss > result.before.log_loss * 0.995);
  t.same(await weightsSet(), []);
  const text = await nho(url, 'optimize', '--student', '1', '--apply');
  t.match(text, { code: 1, stdout: /Not better, or not by enough: nothing was changed\.\n$/ });
});

t.test('a class: each approved student has them, but who has weights of their own keeps those', async (t) => {
  await givenMany(pool, [...forgetful(1), ...forgetful(2), ...forgetful(4)]);
  t.match(await optimizing({ student: '1', apply: true }), { code: 0, result: { applied: 1 } });
  const { code, result } = await optimizing({ class: '5', apply: true });
  t.match({ code, result }, { code: 0, result: { outcome: 'better', keep_own: [1], applied: 2 } });
  t.same(await setFor(), ['1 student', '2 class', '3 class'], 'student 3 has not answered anything yet');
  const alone = await optimizing({ student: '2' });
  t.equal(alone.result.reviews, result.reviews, 'fitted to the reviews of those who get them');
  const told = await nho(url, 'optimize', '--class', '5');
  t.match(told, { code: 0, stdout: /Left out, with weights fitted to themselves alone: student 1\.\n/ });
});

t.test('everybody: whoever has reviews has them', async (t) => {
  await givenMany(pool, [...forgetful(1), ...forgetful(2), ...forgetful(4)]);
  t.match(await optimizing({ student: '1', apply: true }), { code: 0 });
  t.match(await optimizing({ all: true, apply: true }), {
    code: 0,
    result: { outcome: 'better', keep_own: [1], applied: 2 },
  });
  t.same(await setFor(), ['1 student', '2 all', '4 all']);
});

t.test('a class whose students all have weights of their own has too few reviews', async (t) => {
  await givenMany(pool, forgetful(1));
  await pool.query(`update class_members set class_id = 6 where student_id = 1`);
  t.teardown(() => pool.query(`update class_members set class_id = 5 where student_id = 1`));
  t.match(await optimizing({ student: '1', apply: true }), { code: 0 });
  t.match(await optimizing({ class: '6', apply: true }), {
    code: 1,
    result: { outcome: 'too_few_reviews', reviews: 0, keep_own: [1] },
  });
  t.match(await optimizing({ student: '1' }), { code: 0, result: { outcome: 'held_already' } });
});

t.test('Ctrl-C stops it: exit code 130, nothing is changed', async (t) => {
  await givenMany(pool, forgetful(1));
  const holding = await pool.connect();
  await holding.query('begin; lock table events in access exclusive mode');
  const child = startNho(url, 'optimize', '--all', '--apply');
  child.stdout.resume();
  child.stderr.resume();
  const closed = once(child, 'close');
  const isWaiting = async () => {
    const rows = await sql(pool)`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await until(isWaiting);
  child.kill('SIGINT');
  await holding.query('commit');
  holding.release();
  t.same(await within(closed, 'it ends'), [130, null]);
  t.same(await weightsSet(), []);
});

t.test('what cannot be meant is told in a sentence: exit code 2', async (t) => {
  for (const [options, sentence] of [
    [{}, /Name one of --student ID, --class ID and --all\./],
    [{ all: true, class: '5' }, /Name one of/],
    [{ student: 'Lan' }, /--student Lan: not an id\./],
    [{ class: '7' }, /--class 7: there is no such class\./],
  ] as const)
    t.match(await optimizing(options), { code: 2, said: sentence });
  t.match(await runHere(optimizeCommand, { all: true }, 'now'), {
    code: 2,
    said: /takes no words, such as "now"/,
  });
  await given(pool, [review(1)]);
  await pool.query('update log_partitions set head = 2 where head = 1');
  t.match(await optimizing({ all: true }), { code: 2, said: /^The log is damaged: / });
  const help = await nho(url, 'optimize', '--help');
  t.equal(help.code, 0);
  t.match(help.stdout, /--all[^\n]*students who come later begin with the default/);
});
