import { PasswordQueue } from '../core/account/password-queue.ts';
import { ChangeFeed } from '../core/change-feed.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Config, required } from '../core/config.ts';
import { type Database, openDatabase } from '../core/database.ts';
import { Directory } from '../core/directory.ts';
import { Appender } from '../core/log/append/appender.ts';
import { openQueues } from '../core/queue.ts';
import type { RunKind } from '../core/run/run-kind.ts';
import { openStorage, type Storage } from '../core/storage.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';
import { WakeUp } from './wake-up.ts';

/** What routes work with. */
export interface Services {
  config: Config;
  clock: Clock;
  database: Database;
  /** Reports which rows have changed. */
  feed: ChangeFeed;
  directory: Directory;
  appender: Appender;
  /** Has the workers project these partitions at once: somebody waits for it. */
  awaited(partitions: Iterable<number>): void;
  /** Has the workers look, so many milliseconds from now, for exams that are over. */
  examsEndIn(delay: number): void;
  /** Has the workers look for runs of this kind that wait. */
  runWaits(kind: Pick<RunKind, 'name'>): void;
  /** Has the workers look for letters that wait. */
  lettersWait(): void;
  storage: Storage;
  /** In which every password is hashed. */
  passwords: PasswordQueue;
  metrics: Metrics;
  /** What this process needs to serve: `ok`, or what is wrong with it. */
  readiness(): Promise<Record<string, string>>;
  /** Call when a write failed for want of room: from then on `readiness` checks whether there is room. */
  databaseIsFull(): void;
}

/** Opens everything that the API works with; `close` ends it in the right order once no request is running. */
export async function openServices(config: Config): Promise<Services & { close(): Promise<void> }> {
  const databaseUrl = required('DATABASE_URL', config.DATABASE_URL);
  required('JWT_SECRET', config.JWT_SECRET);
  const database = await openDatabase(databaseUrl, {
    connections: config.DATABASE_POOL,
    name: 'nho api',
    forRequests: true,
  });
  const feed = new ChangeFeed(databaseUrl);
  const directory = new Directory(database.pool, feed);
  await feed.start();
  const metrics = new Metrics(database.pool);
  const passwords = new PasswordQueue();
  metrics.watchPasswords(passwords);
  const wakeUp = new WakeUp(() => openQueues({ redisUrl: config.REDIS_URL, databaseUrl }));
  const appender = new Appender(database.pool, {
    onAppended: (partitions, batchSize) => {
      metrics.appended(batchSize);
      wakeUp.partitions(partitions, batchSize);
    },
  });
  const readiness = new Readiness(database.pool, feed);
  const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });

  return {
    config,
    clock: systemClock(config.TEST_CLOCK_OFFSET),
    database,
    feed,
    directory,
    appender,
    awaited: (partitions) => wakeUp.awaited(partitions),
    examsEndIn: (delay) => wakeUp.examsEndIn(delay),
    runWaits: (kind) => wakeUp.runWaits(kind),
    lettersWait: () => wakeUp.lettersWait(),
    storage,
    passwords,
    metrics,
    readiness: () => readiness.checks(),
    databaseIsFull: () => readiness.databaseIsFull(),
    close: async () => {
      await appender.close();
      await wakeUp.close();
      await feed.close();
      await database.close();
    },
  };
}
