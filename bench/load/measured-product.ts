import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type BenchDatabase, stopProcess } from '../school/bench-database.ts';
import { childrenOf, postgresTimes, processorSeconds, threadSeconds } from './processor-time.ts';
import { startServer } from './server-process.ts';

export interface ProductOptions {
  /** API processes. Default 1. */
  apis?: number;
  /** Worker processes. Default 1. */
  workers?: number;
  /** Whether all of them write down where their time goes, until they are stopped. */
  profiled?: boolean;
  env?: Record<string, string>;
}

/** Seconds of processor time so far. */
export interface ProductTimes {
  api: number;
  worker: number;
  /** By the threads' names. */
  apiThreads: Map<string, number>;
  workerThreads: Map<string, number>;
  /** Each process of Postgres by its number. */
  postgres: Map<number, number>;
}

/** The processes of a product that answers and projects, on a Postgres of the bench. */
export class MeasuredProduct {
  /** Where the API listens. */
  readonly port: number;
  readonly workers: ChildProcess[];
  /** The API, or its launcher where it has several processes. */
  readonly #api: ChildProcess;
  readonly #bench: BenchDatabase;
  readonly #profiles: Record<'api' | 'worker', string>;

  private constructor(
    bench: BenchDatabase,
    {
      port,
      api,
      workers,
      profiles,
    }: Pick<MeasuredProduct, 'port' | 'workers'> & {
      api: ChildProcess;
      profiles: Record<'api' | 'worker', string>;
    },
  ) {
    this.#bench = bench;
    this.port = port;
    this.#api = api;
    this.workers = workers;
    this.#profiles = profiles;
  }

  /** Resolves when the API answers. Workers say nothing: `untilCaughtUp` shows that one projects. */
  static async start(bench: BenchDatabase, options: ProductOptions = {}): Promise<MeasuredProduct> {
    const { apis = 1, workers = 1, profiled = false, env = {} } = options;
    const run = randomUUID();
    const profiles = { api: join(bench.dataDir, run, 'api'), worker: join(bench.dataDir, run, 'worker') };
    const envOf = (kind: keyof typeof profiles) => ({
      ...env,
      ...(profiled && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles[kind]}` }),
    });
    // Several are those of a launcher, on one port, as in use.
    const server =
      apis === 1
        ? await startServer(bench, 'api/server.ts', envOf('api'))
        : await startServer(bench, 'bin/start.ts api', { ...envOf('api'), API_PROCESSES: String(apis) });
    return new MeasuredProduct(bench, {
      port: server.port,
      api: server.process,
      workers: Array.from({ length: workers }, () => bench.run('workers/main.ts', envOf('worker'))),
      profiles,
    });
  }

  /** Of API and workers. */
  get pids(): number[] {
    return [...this.#apiPids(), ...pidsOf(this.workers)];
  }

  /** The launcher, where there is one, and the API's processes. */
  #apiPids(): number[] {
    return [this.#api.pid!, ...childrenOf(this.#api.pid!)];
  }

  times(): ProductTimes {
    const pids = { api: this.#apiPids(), worker: pidsOf(this.workers) };
    return {
      api: sum(pids.api.map(processorSeconds)),
      worker: sum(pids.worker.map(processorSeconds)),
      apiThreads: added(pids.api.map(threadSeconds)),
      workerThreads: added(pids.worker.map(threadSeconds)),
      postgres: postgresTimes(this.#bench.postmaster),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#api, ...this.workers].map(stopProcess));
  }

  /** The profiles that these processes have written when they were stopped, as texts. */
  profilesOf(kind: 'api' | 'worker'): string[] {
    const folder = this.#profiles[kind];
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  }
}

/**
 * What the processes of Postgres have spent between two times, by the application that each was for, in seconds. What
 * none was for is under `its own`. The bench's connections are left out.
 */
export async function postgresParts(
  pool: Pool,
  before: Map<number, number>,
  after: Map<number, number>,
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    `select pid, regexp_replace(application_name, '^(nho (api|change feed|worker)) .*', '\\1') as name
     from pg_stat_activity where backend_type = 'client backend'`,
  );
  const names = new Map(rows.map(({ pid, name }) => [pid, name]));
  const parts = new Map<string, number>();
  const add = (pid: number, seconds: number): void => {
    const name = names.get(pid) ?? 'its own';
    if (name !== 'nho bench') parts.set(name, (parts.get(name) ?? 0) + seconds);
  };
  for (const [pid, seconds] of after) add(pid, seconds - (before.get(pid) ?? 0));
  // The postmaster takes over all that a connection has ever spent when it ends.
  for (const [pid, seconds] of before) if (!after.has(pid)) add(0, -seconds);
  return parts;
}

export const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0);

const pidsOf = (processes: ChildProcess[]): number[] => processes.map(({ pid }) => pid!);

function added(all: Map<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const [name, seconds] of all.flatMap((one) => [...one]))
    total.set(name, (total.get(name) ?? 0) + seconds);
  return total;
}
