import { defineRun } from '../../core/run/run-kind.ts';

/** What one run of the test's own kind does. */
export type Manner = 'sums' | 'listens' | 'deaf' | 'away once' | 'wrong' | 'breaks' | 'dies' | 'last step';

interface SumRow {
  manner: Manner;
  up_to: number;
}

/** As a migration would make it: the columns of every kind, then this one's own. */
export const SUM_TABLE = `
  create table sums (
    id integer generated always as identity primary key,
    status text not null default 'queued'
      check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    percent smallint not null default 0,
    attempts smallint not null default 0,
    cancel_requested boolean not null default false,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    manner text not null,
    up_to integer not null,
    tries integer not null default 0,
    sum integer,
    failure text
  );
  create table tidied (at timestamptz not null default now())`;

/** Adds the numbers from 1 to `up_to`: a kind of run that the product does not have. */
export const sumRun = defineRun<SumRow, { sum: number }>({
  name: 'sum',
  table: 'sums',
  title: 'a sum',
  activity: 'summing',
  lock: { name: 'nho test sum', of: 'run' },
  columns: ['manner', 'up_to'],
  isAtLastStep: 'percent = 99',
  process: {
    heapMb: 64,
    connection: 'nho test sum',
    settings: ['NODE_ENV', 'DATABASE_URL', 'LOG_LEVEL', 'IMPORT_SECONDS_MAX'],
    longestSeconds: (config) => config.IMPORT_SECONDS_MAX,
  },

  async perform(run) {
    const { client, id, row } = run;
    const { rows } = await client.query<{ tries: number }>(
      'update sums set tries = tries + 1 where id = $1 returning tries',
      [id],
    );
    if (row.manner === 'wrong' || row.manner === 'breaks') throw new Error(row.manner);
    if (row.manner === 'away once' && rows[0]!.tries === 1) throw new Error('away');
    if (row.manner === 'dies') process.exit(9);
    if (row.manner === 'last step') await run.beginLastStep({ percent: 99 });
    if (row.manner === 'deaf' || row.manner === 'last step')
      await client.query('select pg_advisory_lock(4711)');
    while (row.manner === 'listens') {
      await run.report({ percent: 1 });
      await client.query('select pg_sleep(0.05)');
    }
    let sum = 0;
    for (let number = 1; number <= row.up_to; number++) {
      sum += number;
      await run.report({ percent: Math.floor((98 * number) / row.up_to) });
    }
    return { sum };
  },
  judge: (error) =>
    (error as Error).message === 'away'
      ? 'unavailable'
      : (error as Error).message === 'breaks'
        ? 'broke'
        : 'failed',
  async end(db, runId, end) {
    await db.query('update sums set status = $2, sum = $3, failure = $4, finished_at = now() where id = $1', [
      runId,
      end.status === 'done' ? 'completed' : end.status,
      end.status === 'done' ? end.result.sum : null,
      end.status === 'failed'
        ? JSON.stringify(end.failure, (_, value) => (value instanceof Error ? value.message : value))
        : null,
    ]);
  },
  async tidy({ pool }) {
    await pool.query('insert into tidied default values');
  },
});
