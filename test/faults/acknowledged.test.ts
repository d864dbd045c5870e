import t from 'tap';
import { Appender } from '../../core/log/append/appender.ts';
import { column } from '../harness/columns.ts';
import { runs } from '../harness/depth.ts';
import { review } from '../log/given-events.ts';
import { startThrowawayPostgres } from './world/throwaway-postgres.ts';

t.test('what was acknowledged is there for everybody at once', async (t) => {
  const { pool } = await startThrowawayPostgres(t);
  const appender = new Appender(pool);
  // One who looks on a connection that is open already sees what has been committed by then, and nothing else.
  const looker = await pool.connect();
  t.teardown(() => looker.release());
  let missing = 0;
  for (let student = 1; student <= runs(100, 1_000); student++) {
    const event = review(student);
    await appender.append(event);
    const { rowCount } = await looker.query('select from events where id = $1', [event.id]);
    missing += 1 - (rowCount ?? 0);
  }
  t.equal(missing, 0);
});

t.test('what was acknowledged is on the disk: a crash the moment after leaves it', async (t) => {
  const postgres = await startThrowawayPostgres(t);
  const { pool } = postgres;
  // Postgres writes what nobody waits for as late as it can, beginning with its next start.
  await pool.query(`alter system set wal_writer_delay = '10s'`);
  const acknowledged: string[] = [];
  for (let crash = 0; crash < runs(1, 10); crash++) {
    await postgres.crash();
    await postgres.start();
    const event = review(1);
    await new Appender(pool).append(event);
    acknowledged.push(event.id);
  }
  await postgres.crash();
  await postgres.start();
  const { rows } = await pool.query<{ id: string }>('select id from events order by position');
  t.same(column(rows, 'id'), acknowledged);
});
