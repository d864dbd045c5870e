import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { logOverview } from '../log/log-overview.ts';
import { allPartitions, ofStudents } from '../log/position.ts';
import type { Projection } from '../log/projection.ts';
import { LEARNERS, TEACHERS } from '../postgres/person-sql.ts';
import { byShard } from '../postgres/several-servers.ts';
import type { AdminHome } from './admin-home.schema.ts';

interface Asked {
  /** The administrator's study day. */
  today: string;
  projections: readonly Projection[];
  /** The folder whose disk is looked at. */
  dataDir: string;
  /** Percent of the disk that must be free for an upload. */
  diskFreeMin: number;
}

/** Returns how the whole site is. */
export async function adminHome(pool: Pool, asked: Asked): Promise<AdminHome> {
  const [counts, storage, log] = await Promise.all([
    siteCounts(pool, asked.today),
    storageOf(pool, asked),
    logOverview(pool, asked.projections),
  ]);
  const checked = log.last_verification;
  return {
    ...counts,
    storage,
    log: {
      events: log.events,
      lag: Math.max(0, ...log.projections.map(({ lag }) => lag)),
      lag_seconds: Math.max(0, ...log.projections.map(({ lag_seconds }) => lag_seconds)),
      parked: log.projections.reduce((sum, { parked }) => sum + parked, 0),
      verified_at: checked?.finished_at ?? null,
      differences: checked?.differences ?? null,
    },
  };
}

type Counts = Pick<AdminHome, 'active_today' | 'students' | 'teachers' | 'waiting' | 'classes' | 'exams'>;

async function siteCounts(pool: Pool, today: string): Promise<Counts> {
  const { rows } = await pool.query<Omit<Counts, 'active_today'>>({
    name: 'site_counts',
    text: `select count(*) filter (where role in ${TEACHERS})::integer as teachers,
             count(*) filter (where awaits_approval and disabled_at is null)::integer as waiting,
             count(*) filter (where role in ${LEARNERS})::integer as students,
             (select count(*) from classes)::integer as classes, (select count(*) from exams)::integer as exams
           from users`,
  });
  const active = await Promise.all(byShard(allPartitions()).map((some) => activeOn(pool, today, some)));
  return { ...rows[0]!, active_today: active.reduce((sum, count) => sum + count, 0) };
}

/** Student by student, a few steps in an index each: the table of all days has no index by day, and needs none. */
async function activeOn(pool: Pool, day: string, partitions: number[]): Promise<number> {
  const { rows } = await pool.query<{ active: number }>({
    name: 'active_on',
    text: `select count(*)::integer as active from users u cross join lateral (
             select 1 from deck_stats w where ${ofStudents('w', 'u.id', '$2')} and w.day = $1::date limit 1) s
           where u.role in ${LEARNERS} and partition_of(u.id) = any ($2)`,
    values: [day, partitions],
  });
  return rows[0]!.active;
}

async function storageOf(
  pool: Pool,
  { dataDir, diskFreeMin }: Pick<Asked, 'dataDir' | 'diskFreeMin'>,
): Promise<AdminHome['storage']> {
  const [{ bavail, blocks, bsize }, { rows }] = await Promise.all([
    statfs(dataDir),
    pool.query<{ bytes: number }>(
      '/* storageOf */ select pg_database_size(current_database())::float8 as bytes',
    ),
  ]);
  return {
    database_bytes: rows[0]!.bytes,
    disk_bytes: blocks * bsize,
    free_bytes: bavail * bsize,
    takes_uploads: bavail * 100 >= blocks * diskFreeMin,
  };
}
