import type { Pool } from 'pg';
import { inTransaction } from '../postgres/transaction.ts';
import type { Position } from './position.ts';

/** Thrown while programs of Nhớ are connected: what they remember would be half of one log, half of the other. */
export class ProgramsRunningError extends Error {
  override name = 'ProgramsRunningError';
  /** As the database knows them. */
  readonly programs: string[];

  constructor(programs: string[]) {
    super(`Programs of Nhớ are connected: ${programs.join(', ')}`);
    this.programs = programs;
  }
}

/**
 * Gives every partition another epoch, so that positions given before are refused. Returns where the log ends.
 * Throws a ProgramsRunningError while another session than `ownName` is connected as a program of Nhớ, or as `appRole`.
 */
export async function giveNewEpoch(
  pool: Pool,
  { ownName, appRole }: { ownName: string; appRole: string | undefined },
): Promise<Required<Position>[]> {
  return inTransaction(pool, async (tx) => {
    // A session that connects and appends from now on waits.
    await tx.query('select from log_partitions order by partition for update');
    // Without being a superuser, one sees little of another role's sessions: the role's name is shown.
    const { rows: running } = await tx.query<{ program: string }>(
      `select distinct coalesce(nullif(application_name, ''), usename, '?') as program from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and application_name is distinct from $1 and (application_name like 'nho %' or usename = $2) order by 1`,
      [ownName, appRole ?? null],
    );
    if (running.length) throw new ProgramsRunningError(running.map(({ program }) => program));
    const { rows } = await tx.query<{ partition: number; head: string; epoch: string }>(
      `update log_partitions set epoch = gen_random_uuid() returning partition, head, left(epoch::text, 8) as epoch`,
    );
    return rows
      .map(({ partition, head, epoch }) => ({ partition, position: Number(head), epoch }))
      .sort((a, b) => a.partition - b.partition);
  });
}
