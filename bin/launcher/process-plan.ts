import { availableParallelism, totalmem } from 'node:os';
import { PostgresClient } from '../../core/postgres/postgres-client.ts';
import type { Config } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';

/** What a launcher keeps running. */
export interface ProcessPlan {
  apis: number;
  workers: number;
}

/** Megabytes that a process takes under load. */
const API_MB = 400;
const WORKER_MB = 350;

const MOST_APIS = 16;
const MOST_WORKERS = 6;

/** Cores that this program may use, and megabytes that it may have: of its container, where that has less. */
function machine(): { cores: number; megabytes: number } {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return { cores: availableParallelism(), megabytes: bytes / 1024 ** 2 };
}

/**
 * Returns how many processes are to run: as many as the settings say. Else half of the cores serve and a quarter of them
 * project, the rest is the database's; all processes together take half of the memory at most.
 */
export function processPlan(
  { API_PROCESSES, WORKER_PROCESSES }: Pick<Config, 'API_PROCESSES' | 'WORKER_PROCESSES'>,
  { cores, megabytes } = machine(),
): ProcessPlan {
  const within = (count: number, most: number): number => Math.min(most, Math.max(1, Math.floor(count)));
  const room = (): number => megabytes / 2 - plan.apis * API_MB - plan.workers * WORKER_MB;
  const plan = {
    apis: API_PROCESSES ?? within(cores / 2, MOST_APIS),
    workers: WORKER_PROCESSES ?? within(cores / 4, MOST_WORKERS),
  };
  while (room() < 0 && API_PROCESSES === undefined && plan.apis > 1 && plan.apis >= plan.workers) plan.apis--;
  while (room() < 0 && WORKER_PROCESSES === undefined && plan.workers > 1) plan.workers--;
  while (room() < 0 && API_PROCESSES === undefined && plan.apis > 1) plan.apis--;
  return plan;
}

/** Of one API process, besides its pool: 3 for changes, 3 for exports, one that hears of changes. */
const BESIDES_POOL = 7;
/** Of any process, where the queue is in the database. */
const OF_QUEUE = 4;
/** A verification takes four and one for every two cores; an import, `nho` and a look at the database come to it. */
const SPARE = 12;
/** With fewer a process cannot work. */
const LEAST_POOL = 3;

/** Connections that these processes may open, each with so many in its pool. */
export function connectionsOf({ apis, workers }: ProcessPlan, pool: number, hasRedis: boolean): number {
  const queue = hasRedis ? 0 : OF_QUEUE;
  return apis * (pool + BESIDES_POOL + queue) + workers * (pool + queue) + SPARE;
}

type Pools = Pick<Config, 'DATABASE_POOL' | 'REDIS_URL'>;

/**
 * Returns how many connections each process may have in its pool: as many as asked for, or as many as the database takes of
 * all of them. Throws a StartError when that is too few.
 */
export function poolThatFits(
  plan: ProcessPlan,
  available: number,
  { DATABASE_POOL, REDIS_URL }: Pools,
): number {
  const fits = (pool: number): boolean => connectionsOf(plan, pool, REDIS_URL !== undefined) <= available;
  for (let pool = DATABASE_POOL; pool >= Math.min(DATABASE_POOL, LEAST_POOL); pool--)
    if (fits(pool)) return pool;
  const least = connectionsOf(plan, Math.min(DATABASE_POOL, LEAST_POOL), REDIS_URL !== undefined);
  throw new StartError(
    `${plan.apis} API processes and ${plan.workers} workers need ${least} connections, and the database takes ${available}: ` +
      'set API_PROCESSES or WORKER_PROCESSES to fewer, or raise its max_connections.',
  );
}

/** Returns how many connections the database takes from roles that are no superusers. */
export async function availableConnections(url: string): Promise<number> {
  const client = new PostgresClient({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ available: number }>(
      `/* availableConnections */ select current_setting('max_connections')::integer
         - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true)::integer, 0) as available`,
    );
    return rows[0]!.available;
  } finally {
    await client.end().catch(() => {});
  }
}
