import type { Pool } from 'pg';
import { isTransient } from '../postgres/postgres-error.ts';
import { WorkLoop } from '../process/work-loop.ts';

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
    'select before, after, events::float8 as events from follow_timeline()',
  );
  return rows[0];
}

/** Returns when another timeline was found for the last time, or null. */
export async function timelineChangedAt(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ changed_at: string | null }>('select changed_at from log_timeline');
  return rows[0]?.changed_at ?? null;
}

interface TimelineLog {
  warn(values: object, line: string): void;
}

/** Follows the database's timeline, each minute and when it is polled. A database that is away is looked at later. */
export const timelineWatch = (pool: Pool, log: TimelineLog): WorkLoop =>
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
