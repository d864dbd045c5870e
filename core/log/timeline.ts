import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isTransient } from '../postgres/postgres-error.ts';
import { byShard } from '../postgres/several-servers.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { WorkLoop } from '../process/work-loop.ts';
import { allPartitions, type Position } from './position.ts';

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

/** Throws a ProgramsRunningError while another session than `ownName` is connected as a program of Nhớ, or as `appRole`. */
export async function requireProgramsStopped(
  tx: Tx,
  { ownName, appRole }: { ownName: string; appRole: string | undefined },
): Promise<void> {
  // Without being a superuser, one sees little of another role's sessions: the role's name is shown.
  const { rows: running } = await tx.query<{ program: string }>(
    `/* requireProgramsStopped */ select distinct coalesce(nullif(application_name, ''), usename, '?') as program from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name is distinct from $1 and (application_name like 'nho %' or usename = $2) order by 1`,
    [ownName, appRole ?? null],
  );
  if (running.length) throw new ProgramsRunningError(running.map(({ program }) => program));
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
    const all = byShard(allPartitions());
    for (const together of all)
      await tx.query(
        '/* giveNewEpoch */ select 1 from log_partitions where partition = any ($1) order by partition for update',
        [together],
      );
    await requireProgramsStopped(tx, { ownName, appRole });
    const ends: Required<Position>[] = [];
    for (const together of all) {
      const { rows } = await tx.query<{ partition: number; head: string; epoch: string }>(
        `/* giveNewEpoch */ update log_partitions p set epoch = n.epoch
         from unnest($1::smallint[], $2::uuid[]) n (partition, epoch)
         where p.partition = any ($1) and p.partition = n.partition
         returning p.partition, p.head, left(p.epoch::text, 8) as epoch`,
        [together, together.map(() => randomUUID())],
      );
      ends.push(...rows.map(({ head, ...row }) => ({ ...row, position: Number(head) })));
    }
    return ends.sort((a, b) => a.partition - b.partition);
  });
}

/** Beside the polls when a process begins and when it has been without the database. */
const POLL_MS = 60_000;

/** The database goes on from a state that others may have gone beyond: a promoted standby, or a recovery to a moment. */
export interface TimelineChange {
  before: number;
  after: number;
  /** Events in the log by now. */
  events: number;
}

/**
 * Gives the log another epoch when the database is on another timeline than at the last poll. Positions given before are
 * then refused, and every process forgets what it keeps of the database. Of several processes one does it, and
 * returns the change. A database that takes no writes is not looked at.
 */
export async function followTimeline(pool: Pool): Promise<TimelineChange | undefined> {
  const { rows } = await pool.query<TimelineChange>(
    '/* followTimeline */ select before, after, events::float8 as events from follow_timeline()',
  );
  return rows[0];
}

/** Returns when another timeline was found for the last time, or null. */
export async function timelineChangedAt(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ changed_at: string | null }>(
    '/* timelineChangedAt */ select changed_at from log_timeline',
  );
  return rows[0]?.changed_at ?? null;
}

/** Follows the database's timeline, each minute and when it is polled. A database that is away is looked at later. */
export const timelineWatch = (pool: Pool, log: Pick<Logger, 'warn'>): WorkLoop =>
  new WorkLoop({
    everyMs: POLL_MS,
    onError: (error) => {
      if (!isTransient(error)) log.warn({ err: error }, "the database's timeline is not known");
    },
    work: async () => {
      const change = await followTimeline(pool);
      if (change)
        log.warn(
          change,
          'the database is on another timeline, after a failover or a restore: the log has another epoch, and what was acknowledged last may be lost',
        );
    },
  });
