import type { Pool } from 'pg';
import type { Test } from 'tap';
import { projections } from '../../../core/projections.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { projectAll, resetProjections } from '../../log/given-events.ts';
import type { SentAnswer } from '../world/recording-clients.ts';

/** Events that the projections, all together, have still to take in. */
export async function behind(pool: Pool): Promise<number> {
  const rows = await sql(pool)<{ behind: string }>`select sum(p.head - c.position) as behind
    from projection_checkpoints c join log_partitions p using (partition)`;
  return Number(rows[0]!.behind);
}

/** Resolves when every checkpoint is its partition's head. */
export const projected = (pool: Pool): Promise<void> => until(async () => (await behind(pool)) === 0);

const DECK_STATS =
  'select student_id, deck_id, day::text, cards, reviews, seconds::float8 as seconds from deck_stats order by 1, 2, 3';

const RECOUNT = `
  select student_id, (data->>'deck_id')::integer as deck_id, data->>'day' as day,
    count(distinct data->>'card_id')::integer as cards, count(*)::integer as reviews,
    sum(coalesce(c.seconds, (data->>'time_spent')::integer))::integer as seconds
  from events left join cut_reviews c using (partition, position) group by 1, 2, 3 order by 1, 2, 3`;

const rowsOf = async (pool: Pool, sql: string): Promise<unknown[]> => (await pool.query(sql)).rows;

/** Every row of every projection's tables, as text. */
async function dump(pool: Pool): Promise<unknown[]> {
  const tables = projections.flatMap((projection) => projection.tables);
  return Promise.all(tables.map((table) => rowsOf(pool, `select x::text from ${table} x order by 1`)));
}

/**
 * Checks what must hold whatever has happened, once every answer is acknowledged and the projections have followed.
 * Each answer is in the log exactly once, where its acknowledgement says, and nothing else is. It has its content, and
 * stands in its student's order. Positions have no gap. The projections are what the log says when it is computed
 * again. No worker may run.
 */
export async function checkInvariants(t: Test, pool: Pool, sent: SentAnswer[]): Promise<void> {
  const events = await sql(pool)<{
    id: string;
    student_id: number;
    place: string;
    data: Record<string, unknown>;
  }>`select e.id, e.student_id, concat_ws('-', e.partition, e.position, left(p.epoch::text, 8)) as place, e.data
    from events e join log_partitions p using (partition) order by e.partition, e.position`;
  const stored = new Map(
    events.map(({ id, student_id, place, data }) => [
      id,
      JSON.stringify([student_id, place, data.card_id, data.rating, data.time_spent, data.tries]),
    ]),
  );
  const expected = new Map(
    sent.map(({ studentId, id, cardId, body, position }) => [
      id,
      JSON.stringify([studentId, position, cardId, body.status, body.time_spent, body.tries]),
    ]),
  );
  t.ok(sent.length > 0 && sent.every((answer) => answer.position), 'each answer was acknowledged at last');
  t.equal(stored.size, events.length, 'none is stored twice');
  t.same(
    [...expected].filter(([id, content]) => stored.get(id) !== content),
    [],
    'each acknowledged answer is in the log, with its content, where its acknowledgement says',
  );
  t.same(
    [...stored.keys()].filter((id) => !expected.has(id)),
    [],
    'nothing that nobody sent is in the log',
  );
  t.same(
    idsByStudent(events.map((event) => [event.student_id, event.id])),
    idsByStudent(sent.map((one) => [one.studentId, one.id])),
    'in the order in which each student gave them',
  );
  t.same(
    await rowsOf(
      pool,
      `select p.partition, p.head, count(e), min(e.position), max(e.position)
       from log_partitions p left join events e using (partition) group by p.partition, p.head
       having p.head <> count(e) or p.head <> coalesce(max(e.position), 0) or coalesce(min(e.position), 1) <> 1`,
    ),
    [],
    'positions are gapless up to the head',
  );
  t.equal(await behind(pool), 0, 'checkpoints are at the heads');
  t.same(await rowsOf(pool, 'select * from parked_events'), [], 'nothing is parked');
  t.same(
    await rowsOf(pool, DECK_STATS),
    await rowsOf(pool, RECOUNT),
    'the statistics are a count of the log',
  );
  const live = await dump(pool);
  await resetProjections(pool);
  await projectAll(pool);
  t.same(await dump(pool), live, 'every projection is what the log says, computed anew');
}

/** Sorted by student, so that what is compared is the order within each. */
function idsByStudent(pairs: [student: number, id: string][]): [number, string[]][] {
  const lists = Map.groupBy(pairs, ([student]) => student);
  return [...lists]
    .map(([student, list]): [number, string[]] => [student, list.map(([, id]) => id)])
    .sort(([a], [b]) => a - b);
}
