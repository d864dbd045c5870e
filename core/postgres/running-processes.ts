import { hostname } from 'node:os';
import type { Pool } from 'pg';

/** The database takes 63 bytes. */
const HOST_LENGTH = 30;

/**
 * Returns the name by which the database knows connections of this process: what they are for, and which process of which
 * machine it is.
 */
export const connectionName = (purpose: 'api' | 'change feed' | 'worker'): string => `nho ${purpose} ${THIS}`;

const THIS = `${hostname().slice(0, HOST_LENGTH)}-${process.pid}`;

export interface RunningProcess {
  kind: 'api' | 'worker';
  /** Its machine and its number there, such as `school-4711`. */
  process: string;
}

/**
 * Returns the API processes and workers that are connected to the database, of all machines. Each API process hears of changes
 * on one connection, and each worker asks for work every second.
 */
export async function runningProcesses(pool: Pool): Promise<RunningProcess[]> {
  const { rows } = await pool.query<RunningProcess>(
    `/* runningProcesses */ select distinct case when application_name like 'nho worker %' then 'worker' else 'api' end as kind,
       regexp_replace(application_name, '^nho (change feed|worker) ', '') as process
     from pg_stat_activity
     where datname = current_database() and application_name ~ '^nho (change feed|worker) ' order by kind, process`,
  );
  return rows;
}

/** Returns whether this worker is the one of all that does what only one needs to do. Twice would do no harm. */
export async function isFirstWorker(pool: Pool): Promise<boolean> {
  const first = (await runningProcesses(pool)).find(({ kind }) => kind === 'worker');
  return first === undefined || first.process === THIS;
}
