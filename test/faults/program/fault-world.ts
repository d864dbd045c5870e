import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { freePort } from '../../../bin/command/free-port.ts';
import { openPool } from '../../../core/postgres/postgres-client.ts';
import { JWT_SECRET } from '../../harness/api-harness.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { seeded } from '../../harness/seeded.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { BulkWriter } from '../world/bulk-answers.ts';
import { ExamSittings } from '../world/exam-sittings.ts';
import { launched } from '../world/launched.ts';
import { type OwnRedis, ownRedis } from '../world/own-redis.ts';
import { PostgresPair } from '../world/postgres-pair.ts';
import { RecordingCalls } from '../world/recording-calls.ts';
import { RecordingClients, type RecordingOptions } from '../world/recording-clients.ts';
import { RecurringImports } from '../world/recurring-imports.ts';
import { type ProductProcess, Supervised } from '../world/supervised.ts';
import { TcpProxy } from '../world/tcp-proxy.ts';
import { migrateWhole } from '../world/throwaway-postgres.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import type { FaultWindow, Recovery } from './fault-history.ts';
import { leakIn } from './leaks.ts';
import { MachineWatch } from './machine-watch.ts';

export interface WorldSize {
  attempts: number;
  /** Students of the writer without HTTP, and what they answer in a second, together. */
  bulkStudents: number;
  bulkPerSecond: number;
  /** Requests that the fault of a crowd sends together. */
  crowd: number;
  /** Milliseconds within which exams of a few seconds are begun. */
  spreadMs: number;
}

export interface WorldOptions extends WorldSize {
  seed: number;
  standby: boolean;
  redis: boolean;
  /** Whether a launcher keeps the API's processes, on one port, and another one the workers. Else each runs by itself. */
  isLaunched: boolean;
  /** Clients that are others than usual. */
  recording?: RecordingOptions;
}

/** What does not ask which database it is. */
export type LoadedOptions = Omit<WorldOptions, 'standby'>;

/** How many processes were killed, by what they are. */
export type Kills = Record<string, number>;

/** The whole product as it runs in use, twice of each process, under a load that is written down. */
export type LoadedWorld = Awaited<ReturnType<typeof startWorldOn>>;

/** Such a product on a PostgreSQL of its own, with a standby or without. */
export type FaultWorld = LoadedWorld & { postgres: PostgresPair };

/** Starts all processes; the load begins with `startLoad`. */
export async function startFaultWorld(t: Lifetime, options: WorldOptions): Promise<FaultWorld> {
  const postgres = await PostgresPair.start(t, options);
  await migrateWhole(postgres.primaryUrl);
  const world = await startWorldOn(t, options, postgres.urls);
  if (options.standby) await postgres.attachStandby();
  return Object.assign(world, { postgres });
}

/** Starts all processes on the database at these places, which has the product's present shape. */
export async function startWorldOn(t: Lifetime, options: LoadedOptions, urls: string[]) {
  const parts = await startParts(t, options, urls);
  const load = await makeLoad(t, options, parts);
  const { pool, apis, workers } = parts;
  const { clients, sittings, uploads, bulk, watch } = load;
  for (const one of [...apis, ...workers]) one.start();
  await Promise.all([...apis, ...workers].map((one) => one.up()));
  const machine = new MachineWatch(t);
  const kills: Kills = {};

  /** Asks the database until it answers: it may be away. */
  async function ask<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    let rows: T[] = [];
    await until(
      () =>
        pool.query(sql, values).then(
          (answer) => {
            rows = answer.rows as T[];
            return true;
          },
          () => pause(100, false),
        ),
      `an answer to ${sql}`,
    );
    return rows;
  }

  return {
    ...parts,
    ...load,
    machine,
    windows: [] as FaultWindow[],
    recoveries: [] as Recovery[],
    noticed: [] as { invariant: string; what: string }[],
    kills,
    failovers: 0,
    ask,
    async startLoad(): Promise<void> {
      machine.start();
      watch.start();
      clients.start();
      sittings.start(options.spreadMs);
      uploads.start(3_000);
      await bulk.start();
      await until(() => clients.acknowledged > 0, 'the first answer is acknowledged');
    },
    killed(what: string): void {
      kills[what] = (kills[what] ?? 0) + 1;
    },
    /** Resolves when the projections have taken in all that is in the log now, whatever comes meanwhile. */
    async projectedSoFar(): Promise<number> {
      const begun = performance.now();
      const heads = await ask('select partition, head from log_partitions');
      await until(async () => {
        const late = await ask(
          `select 1 as late from projection_checkpoints c
           join json_to_recordset($1) h (partition integer, head bigint) using (partition) where c.position < h.head limit 1`,
          [JSON.stringify(heads)],
        );
        return late.length === 0 || pause(50, false);
      }, 'the projections follow');
      return performance.now() - begun;
    },
    /** Resolves when so many more answers of the clients have been acknowledged, with after how many milliseconds. */
    async answered(count: number): Promise<number> {
      const begun = performance.now();
      const before = clients.acknowledged;
      await until(
        async () => clients.acknowledged >= before + count || pause(20, false),
        'answers are taken',
      );
      return performance.now() - begun;
    },
  };
}

interface Parts {
  t: Lifetime;
  options: LoadedOptions;
  redis: OwnRedis | undefined;
  /** To the database that takes writes, whichever it is. */
  pool: Pool;
  databaseUrl: string;
  dataDir: string;
  /** Between the first API, or all of one launcher, and each place of the database; between clients and that API. */
  databaseLines: TcpProxy[];
  clientLine: TcpProxy;
  apis: ProductProcess[];
  workers: ProductProcess[];
  ports: number[];
}

/** One URL that names all these places. */
function severalHosts(urls: string[], ports?: number[]): string {
  const hosts = urls.map((url, index) => `127.0.0.1:${ports?.[index] ?? new URL(url).port}`);
  return urls[0]!.replace(new URL(urls[0]!).host, hosts.join());
}

async function startParts(t: Lifetime, options: LoadedOptions, urls: string[]): Promise<Parts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nho-world-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const redis = options.redis ? await ownRedis(t) : undefined;
  await redis?.start();
  const databaseUrl = severalHosts(urls);
  const pool = openPool({ connectionString: databaseUrl, max: 5, application_name: 'faults' });
  t.teardown(() => pool.end());

  const databaseLines: TcpProxy[] = [];
  for (const url of urls)
    databaseLines.push(await TcpProxy.start(t, { host: '127.0.0.1', port: Number(new URL(url).port) }));
  const proxiedUrl = severalHosts(
    urls,
    databaseLines.map(({ port }) => port),
  );
  const env = { REDIS_URL: redis?.url ?? '', DATA_DIR: dataDir, JWT_SECRET, FAULT_WORLD: dataDir };
  const { apis, workers, apiPorts } = await (options.isLaunched ? launchedProcesses : processesApart)(t, {
    env,
    databaseUrl,
    proxiedUrl,
  });
  const clientLine = await TcpProxy.start(t, { host: '127.0.0.1', port: apiPorts[0]! });
  const ports = [clientLine.port, apiPorts[1]!];
  return {
    t,
    options,
    redis,
    pool,
    databaseUrl,
    dataDir,
    databaseLines,
    clientLine,
    apis,
    workers,
    ports,
  };
}

/** What the processes are started with. */
interface Start {
  env: Record<string, string>;
  databaseUrl: string;
  proxiedUrl: string;
}

/** The processes, and at which port each API is reached. */
interface Processes extends Pick<Parts, 'apis' | 'workers'> {
  apiPorts: number[];
}

/** A crowd is no attack here, and the machine is as full as it is. */
const OF_APIS = {
  REQUESTS_PER_SECOND: '0',
  ADDRESS_REQUESTS_PER_SECOND: '0',
  EVENT_LOOP_DELAY_MAX: '0',
  DISK_FREE_MIN: '0',
};

async function launchedProcesses(t: Lifetime, { env, databaseUrl, proxiedUrl }: Start): Promise<Processes> {
  const [port, workerPort] = [await freePort(), await freePort()];
  const apiUrl = `http://127.0.0.1:${port}`;
  return {
    apis: launched(t, {
      kind: 'api',
      count: 2,
      env: { ...env, ...OF_APIS, DATABASE_URL: proxiedUrl, PORT: String(port) },
      healthUrls: (number) => [`${apiUrl}/readyz`, `${apiUrl}/metrics?process=api-${number}`],
    }),
    workers: launched(t, {
      kind: 'worker',
      count: 2,
      env: { ...env, DATABASE_URL: databaseUrl, WORKER_PORT: String(workerPort) },
      healthUrls: (number) => [`http://127.0.0.1:${workerPort + number - 1}/healthz`],
    }),
    apiPorts: [port, port],
  };
}

async function processesApart(t: Lifetime, { env, databaseUrl, proxiedUrl }: Start): Promise<Processes> {
  const apis: ProductProcess[] = [];
  const workers: ProductProcess[] = [];
  const apiPorts: number[] = [];
  for (const [index, url] of [proxiedUrl, databaseUrl].entries()) {
    const [port, workerPort] = [await freePort(), await freePort()];
    apiPorts.push(port);
    apis.push(
      new Supervised(t, {
        name: `API ${index + 1}`,
        script: 'api/server.ts',
        env: {
          ...env,
          ...OF_APIS,
          DATABASE_URL: url,
          PORT: String(port),
        },
        healthUrl: `http://127.0.0.1:${port}/readyz`,
      }),
    );
    workers.push(
      new Supervised(t, {
        name: `worker ${index + 1}`,
        script: 'workers/main.ts',
        env: { ...env, DATABASE_URL: databaseUrl, WORKER_PORT: String(workerPort) },
        healthUrl: `http://127.0.0.1:${workerPort}/healthz`,
      }),
    );
  }
  return { apis, workers, apiPorts };
}

interface Load {
  clients: RecordingClients;
  calls: RecordingCalls;
  sittings: ExamSittings;
  uploads: RecurringImports;
  bulk: BulkWriter;
  watch: CheckpointWatch;
  leaks: string[];
}

/** Who uses it. */
async function makeLoad(
  t: Lifetime,
  options: LoadedOptions,
  { pool, ports, databaseUrl }: Parts,
): Promise<Load> {
  const leaks: string[] = [];
  const onBody = (body: string, accountId: number) => {
    const leak = leakIn(body);
    if (leak) leaks.push(`account ${accountId} was answered ${leak}`);
  };
  const clients = await RecordingClients.create(t, pool, ports[0]!, {
    clients: 6,
    studentsEach: 40,
    otherPorts: ports.slice(1),
    offlinePercent: 5,
    undoPercent: 5,
    twicePercent: 5,
    paceMs: 25,
    onBody,
    ...options.recording,
  });
  const calls = new RecordingCalls(ports, onBody);
  const sittings = await ExamSittings.create(pool, { calls, roll: seeded(options.seed) }, options.attempts);
  const uploads = await RecurringImports.create(pool, calls);
  const students = await sql(pool)`insert into users (name, email, password_hash, role, time_zone)
    select 'Lan', gen_random_uuid() || '@example.org', 'none', 'student', 'Asia/Ho_Chi_Minh'
    from generate_series(1, ${options.bulkStudents})
    returning id`;
  const cards = await sql(pool)<{ id: number }>`select min(id) as id from cards
    where deck_id = ${clients.deckId}`;
  const bulk = new BulkWriter(t, {
    students: students.map(({ id }) => id),
    run: {
      deckId: clients.deckId,
      firstCard: cards[0]!.id,
      mark: options.seed.toString(16).padStart(8, '0').slice(-8),
    },
    databaseUrl,
    perSecond: options.bulkPerSecond,
  });
  return { clients, calls, sittings, uploads, bulk, watch: new CheckpointWatch(t, pool), leaks };
}
