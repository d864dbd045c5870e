import { availableParallelism } from 'node:os';
import { Directory } from '../core/access/directory.ts';
import { hashesAtOnce, PasswordQueue } from '../core/account/password-queue.ts';
import { type Clock, systemClock } from '../core/contract/clock.ts';
import { type Database, openDatabase } from '../core/database.ts';
import { openStorage, type Storage } from '../core/files/storage.ts';
import { Appender } from '../core/log/append/appender.ts';
import { ChangeFeed } from '../core/postgres/change-feed.ts';
import { connectionName } from '../core/postgres/running-processes.ts';
import { type Config, required } from '../core/process/config.ts';
import type { ProcessPlace } from '../core/process/process-line.ts';
import { openQueues } from '../core/process/queue.ts';
import { Limits } from './guard/limits.ts';
import { Readiness } from './guard/readiness.ts';
import { OpenStreams } from './live/open-streams.ts';
import { Metrics } from './metrics.ts';
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
  wakeUp: WakeUp;
  storage: Storage;
  /** In which every password is hashed. */
  passwords: PasswordQueue;
  metrics: Metrics;
  /** In which requests are counted, together with the other processes of the launcher. */
  limits: Limits;
  /** Of live progress, likewise. */
  streams: OpenStreams;
  readiness: Readiness;
}

/**
 * Opens everything that the API works with; `close` ends it in the right order once no request is running. `place`: of a
 * process that a launcher has started.
 */
export async function openServices(
  config: Config,
  place?: ProcessPlace,
): Promise<Services & { close(): Promise<void> }> {
  const databaseUrl = required('DATABASE_URL', config.DATABASE_URL);
  required('JWT_SECRET', config.JWT_SECRET);
  const database = await openDatabase(databaseUrl, {
    connections: config.DATABASE_POOL,
    name: connectionName('api'),
    forRequests: true,
    stays: true,
  });
  const feed = new ChangeFeed(databaseUrl, config.DATABASE_CHANGES);
  const directory = new Directory(database.pool, feed);
  await feed.start();
  const metrics = new Metrics(database.pool, place);
  const passwords = new PasswordQueue(hashesAtOnce(availableParallelism(), place?.of));
  metrics.watchPasswords(passwords);
  const wakeUp = new WakeUp(() => openQueues({ redisUrl: config.REDIS_URL, databaseUrl }));
  const appender = new Appender(database.pool, {
    onAppended: (partitions, batchSize) => {
      metrics.appended(batchSize);
      wakeUp.partitions(partitions, batchSize);
    },
  });
  const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });

  return {
    config,
    clock: systemClock(config.TEST_CLOCK_OFFSET),
    database,
    feed,
    directory,
    appender,
    wakeUp,
    storage,
    passwords,
    metrics,
    limits: new Limits(place),
    streams: new OpenStreams(place),
    readiness: new Readiness(database.pool, feed),
    close: async () => {
      await appender.close();
      await wakeUp.close();
      await feed.close();
      await database.close();
    },
  };
}
