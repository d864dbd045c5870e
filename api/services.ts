import { ChangeFeed } from '../core/change-feed.ts';
import { systemClock } from '../core/clock.ts';
import { type Config, required } from '../core/config.ts';
import { openDatabase } from '../core/database.ts';
import { Directory } from '../core/directory.ts';
import { Appender } from '../core/log/appender.ts';
import { openQueues } from '../core/queue.ts';
import { openStorage } from '../core/storage.ts';
import type { Services } from './app.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';
import { WakeUp } from './wake-up.ts';

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
  const wakeUp = new WakeUp(() => openQueues({ redisUrl: config.REDIS_URL, databaseUrl }));
  const appender = new Appender(database.pool, {
    onAppended: (partitions, batchSize) => {
      metrics.appended(batchSize);
      wakeUp.partitions(partitions);
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
    examsEndIn: (delay) => wakeUp.examsEndIn(delay),
    importWaits: () => wakeUp.importWaits(),
    logRunWaits: () => wakeUp.logRunWaits(),
    storage,
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
