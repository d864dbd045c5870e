import { randomInt } from 'node:crypto';
import { createPostgresBackend, type Processor, Queue, runMigrations, Worker, withBackend } from 'bullmq';
import { openPool, PostgresClient } from '../postgres/postgres-client.ts';

/** The queue that wakes workers. Its jobs say where to look and nothing else: losing them all loses no work. */
export const WAKE_UP_QUEUE = 'wake-up';

/** The log or some partitions have grown, exams' time is over, a run of this kind waits, or emails do. */
export type WakeUpJob =
  | { grown: true }
  | { partitions: number[] }
  | { examsEnd: true }
  | { runWaits: string }
  | { lettersWait: true };

/** Where the queues live: Redis when its URL is set, else a schema of the database. */
export interface QueueLocation {
  redisUrl?: string | undefined;
  databaseUrl: string;
}

interface Connected {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What both backends' queues have in common. */
export type Producer = Connected & Pick<Queue<WakeUpJob>, 'addBulk'>;

/** What both backends' workers have in common. */
export type Consumer = Connected;

export interface Queues {
  backend: 'redis' | 'postgres';
  /** Adding fails at once while the backend is away: the caller must not wait for it. */
  producer(name: string): Producer;
  consumer(name: string, processor: Processor<WakeUpJob, void>, options: ConsumerOptions): Consumer;
  /** Closes what the queues share; close queues and workers first. */
  close(): Promise<void>;
}

/** Milliseconds until one that was not reached is made again, by chance: others lost theirs as well. */
const RETRY_MS = [1_500, 2_500] as const;

const CLOSE_MS = 2_000;

/** Nothing that the queue asks of Postgres takes nearly as long. */
const SILENCE_MS = 10_000;

/**
 * Makes a queue or worker again until its backend answers. One made while the backend is away stays dead, without an
 * error. Once it has been reached it reconnects by itself.
 */
export class QueueClient<T extends Producer | Consumer> {
  readonly #open: () => Queues;
  readonly #make: (queues: Queues) => T;
  #queues: Queues | undefined;
  #client: T | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(open: () => Queues, make: (queues: Queues) => T) {
    this.#open = open;
    this.#make = make;
    void this.#connect();
  }

  /** The queue or worker, ready or about to be; undefined while there is none. */
  get current(): T | undefined {
    return this.#client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#disconnect();
  }

  async #connect(): Promise<void> {
    this.#queues = this.#open();
    const client = this.#make(this.#queues);
    client.on('error', () => {});
    this.#client = client;
    try {
      await client.waitUntilReady();
    } catch {
      await this.#disconnect();
      if (!this.#closed) this.#retry = setTimeout(() => void this.#connect(), randomInt(...RETRY_MS));
    }
  }

  async #disconnect(): Promise<void> {
    const [client, queues] = [this.#client, this.#queues];
    this.#client = this.#queues = undefined;
    // One whose backend is away waits for it to come back before it closes.
    const givenUp = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([client?.close().catch(() => {}), givenUp]);
    await Promise.race([queues?.close().catch(() => {}), givenUp]);
  }
}

export interface ConsumerOptions {
  concurrency: number;
}

/**
 * A killed worker's job is taken up again after one to two of these intervals, however often that happened. With
 * BullMQ's own 30 s it was a minute.
 */
const WORKER = { lockDuration: 6_000, stalledInterval: 3_000, maxStalledCount: 1_000 };

/** One that is done is forgotten at once: keeping some costs the database more than the job. */
const JOB = { removeOnComplete: true, removeOnFail: 100, attempts: 1 };

/** Opens the queues' backend. A queue or worker must be awaited (`waitUntilReady`) before it is relied on. */
export function openQueues(location: QueueLocation): Queues {
  return location.redisUrl ? onRedis(location.redisUrl) : onPostgres(location.databaseUrl);
}

/** Makes or updates the queues' own tables; does nothing on Redis. */
export async function migrateQueues(location: QueueLocation): Promise<void> {
  if (location.redisUrl) return;
  const client = new PostgresClient({ connectionString: location.databaseUrl });
  await client.connect();
  try {
    await runMigrations(client);
    // Its first job would make a sequence, which those who add jobs may not be allowed to.
    await client.query('set search_path to bullmq');
    await client.query(
      '/* migrateQueues */ select next_job_id($1) where to_regclass(job_id_seq_name($1)) is null',
      [WAKE_UP_QUEUE],
    );
  } finally {
    await client.end();
  }
}

function onRedis(url: string): Queues {
  return {
    backend: 'redis',
    producer: (name) =>
      new Queue(name, {
        connection: {
          url,
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
          connectTimeout: 1_000,
          commandTimeout: 500,
        },
        defaultJobOptions: JOB,
      }),
    consumer: (name, processor, options) =>
      new Worker(name, processor, { connection: { url, maxRetriesPerRequest: null }, ...WORKER, ...options }),
    close: async () => {},
  };
}

function onPostgres(url: string): Queues {
  // One pool for all: each queue and worker would otherwise open ten connections of its own.
  const pool = openPool({
    connectionString: url,
    max: 4,
    application_name: 'nho queue',
    session: { search_path: 'bullmq' },
    silenceMs: SILENCE_MS,
  });
  const onPool = withBackend(createPostgresBackend);
  return {
    backend: 'postgres',
    producer: (name) =>
      new onPool.Queue<WakeUpJob>(name, { connection: pool, defaultJobOptions: JOB }) as unknown as Producer,
    consumer: (name, processor, options) =>
      new onPool.Worker<WakeUpJob, void>(name, processor, {
        connection: pool,
        ...WORKER,
        ...options,
      }) as unknown as Consumer,
    close: () => pool.end(),
  };
}
