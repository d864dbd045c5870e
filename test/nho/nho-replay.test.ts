import t from 'tap';
import { replayCommand } from '../../bin/nho/replay-command.ts';
import { studentErased } from '../../core/log/log.events.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { undo } from '../learning/answering/given-undo.ts';
import { given, neighbours, projectAll, review } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';
import { nho } from './nho-process.ts';

const { pool, url } = await createTestDatabase(t);
const { first, elsewhere } = neighbours();
const run = await commandRunner(t, url);

const early = review(first);
const late = review(first, { card_id: 2, day: '2026-03-02' });
await given(pool, [early, late, review(elsewhere), undo(first, early)]);
await projectAll(pool);

const rows = async (table: string) =>
  (await pool.query(`select student_id, card_id from ${table} order by student_id, card_id`)).rows;
const live = () => rows('public.review_schedule');
const places = await sql(pool)`
  select student_id, partition || '-' || min(position) as place from events group by student_id, partition`;
const firstOf = (student: number) => places.find(({ student_id }) => student_id === student)!.place;

t.test('the state as of a position, in a schema of its own; what is live stays', async (t) => {
  const before = await live();
  const done = await run(replayCommand, { into: 'earlier', position: firstOf(first) });
  t.match(done, { code: 0, result: { schema: 'earlier', events: 1 } });
  t.same(await rows('earlier.review_schedule'), [{ student_id: first, card_id: 1 }]);
  t.same((await pool.query('select from earlier.deck_stats')).rowCount, 1);
  t.same(await live(), before);
  t.same(
    (
      await pool.query(
        `select from pg_class where relnamespace = 'earlier'::regnamespace and relpersistence <> 'p'`,
      )
    ).rowCount,
    0,
  );
});

t.test('the state as of a time', async (t) => {
  await sql(pool)`update events set recorded_at = '2026-01-01T00:00:00Z' where id = any (${[early.id]})`;
  const done = await run(replayCommand, { into: 'new_year', until: '2026-01-02' });
  t.match(done, { code: 0, result: { events: 1 } });
  t.same(await rows('new_year.review_schedule'), [{ student_id: first, card_id: 1 }]);
  const all = await run(replayCommand, { into: 'now_all' });
  t.match(all, { code: 0, result: { events: 4 } });
  t.same(await rows('now_all.review_schedule'), await live());
});

t.test('SL-217 a replay to before an erasure shows what was so then', async (t) => {
  const leaver = elsewhere + 16;
  const event = review(leaver, { card_id: 7 });
  await given(pool, [event]);
  const { rows: at } = await pool.query<{ place: string }>(
    `select partition || '-' || position as place from events where id = $1`,
    [event.id],
  );
  await given(pool, [studentErased(leaver, new Date())]);
  await projectAll(pool);
  t.notOk((await live()).some(({ student_id }) => student_id === leaver));
  await run(replayCommand, { into: 'before_erasure', position: at[0]!.place });
  t.same(await rows('before_erasure.review_schedule'), [{ student_id: leaver, card_id: 7 }]);
});

t.test('a schema that exists is overwritten only with --force, a stranger’s not even so', async (t) => {
  await run(replayCommand, { into: 'twice', position: firstOf(first) });
  const again = await run(replayCommand, { into: 'twice' });
  t.match(again, { code: 2, said: /--into twice: there is a schema of this name; --force replaces it/ });
  t.equal((await rows('twice.review_schedule')).length, 1);
  t.equal((await run(replayCommand, { into: 'twice', force: true, position: firstOf(elsewhere) })).code, 0);
  t.same(await rows('twice.review_schedule'), [{ student_id: elsewhere, card_id: 1 }]);
  await pool.query('create schema theirs');
  for (const into of ['theirs', 'public', 'pg_catalog', 'Then', 'bullmq'])
    t.match(await run(replayCommand, { into, force: true }), {
      code: 2,
      said: new RegExp(`--into ${into}: `),
    });
});

t.test('what cannot be meant is told in a sentence', async (t) => {
  const rows = await sql(pool)<{ isZero: boolean }>`select epoch::text like '00000000%' as "isZero"
    from log_partitions where partition = 0`;
  const foreignEpoch = rows[0]!.isZero ? '11111111' : '00000000';
  for (const [options, said] of [
    [{}, /either --into SCHEMA or --scheduler FILE/],
    [{ into: 'x', scheduler: 'y' }, /either --into SCHEMA or --scheduler FILE/],
    [{ into: 'x', until: '2026', position: '0-1' }, /Either --until or --position/],
    [{ into: 'x', until: 'soon' }, /--until soon: not a time/],
    [{ into: 'x', position: '16-1' }, /--position 16-1: not positions/],
    [{ into: 'x', position: '0-1-zzzzzzzz' }, /--position 0-1-zzzzzzzz: not positions/],
    [{ into: 'x', position: `0-0-${foreignEpoch}` }, /has the epoch .*another log's/],
    [{ into: 'x', position: '0-99' }, /partition 0 has come to \d+, not to 99/],
    [{ into: 'x', class: '1' }, /--class belongs to --scheduler/],
  ] as const)
    t.match(await run(replayCommand, options), { code: 2, said });
  t.same(
    (await pool.query(`select from pg_namespace where nspname = 'x' or nspname like 'nho%'`)).rowCount,
    0,
  );
  const help = await nho(url, 'replay', '--help');
  t.match([help.code, help.stdout], [0, /replay --into SCHEMA \| --scheduler FILE[\s\S]*--position/]);
});
