import t from 'tap';
import { runKinds } from '../../core/run-kinds.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';

const { pool } = await createTestDatabase(t);

/** What `core/run/` reads and writes; a small integer does as well. */
const COLUMNS = {
  id: 'integer',
  status: 'text',
  percent: 'integer',
  attempts: 'integer',
  cancel_requested: 'boolean',
  created_at: 'timestamp with time zone',
  started_at: 'timestamp with time zone',
  finished_at: 'timestamp with time zone',
};

for (const kind of runKinds)
  t.test(`the table of ${kind.name} has the columns of every run, and its own`, async (t) => {
    const rows = await sql(pool)`
        select column_name as column, replace(data_type, 'smallint', 'integer') as type
        from information_schema.columns where table_schema = 'public' and table_name = ${kind.table}`;
    const types = Object.fromEntries(rows.map(({ column, type }) => [column, type]));
    t.match(types, COLUMNS);
    for (const column of kind.columns) t.ok(types[column], column);
    await pool.query(`select ${kind.isAtLastStep} from ${kind.table}`);
    const waiting = await sql(pool)<{ status: string }>`select pg_get_constraintdef(oid) as status
        from pg_constraint
        where conrelid = ${kind.table}::regclass and pg_get_constraintdef(oid) like '%queued%running%'`;
    t.equal(waiting.length, 1, 'a run is queued, then running');
  });

t.test('no two kinds have the same name, table or lock', async (t) => {
  for (const names of [
    column(runKinds, 'name'),
    column(runKinds, 'table'),
    runKinds.map(({ lock }) => lock.name),
  ])
    t.equal(new Set(names).size, runKinds.length);
});
