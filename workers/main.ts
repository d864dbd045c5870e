import { gatherSome } from '../core/classroom/class-gathering.ts';
import { systemClock } from '../core/contract/clock.ts';
import { openDatabase } from '../core/database.ts';
import { openStorage } from '../core/files/storage.ts';
import { Appender } from '../core/log/append/appender.ts';
import { timelineWatch } from '../core/log/timeline.ts';
import { openMailer } from '../core/mail/mailer.ts';
import { ClockWatch } from '../core/postgres/clock-watch.ts';
import { connectionName } from '../core/postgres/running-processes.ts';
import { loadConfig, required } from '../core/process/config.ts';
import { exitAtLast, reportFailure } from '../core/process/process-end.ts';
import { processPlace } from '../core/process/process-line.ts';
import { releaseStartupMemory } from '../core/process/process-memory.ts';
import { programLog } from '../core/process/program-log.ts';
import { openQueues, QueueClient, WAKE_UP_QUEUE, type WakeUpJob } from '../core/process/queue.ts';
import { WorkLoop } from '../core/process/work-loop.ts';
import { runKinds } from '../core/run-kinds.ts';
import { Projector } from './projector.ts';
import { RunStarter } from './run-starter.ts';
import { accountEraser, changeForgetter, emailSender, examCloser } from './timed-work.ts';
import { WorkerServer } from './worker-server.ts';

/** Partitions projected at once: enough to keep two cores busy, few enough to leave Postgres to the API. */
const CONCURRENCY = 2;

/** Jobs at once: students who wait for their own answers need not wait for long work on other partitions. */
const JOBS = 4;

/** Between two polls for classes whose decks have changed. */
const GATHER_MS = 1_000;

try {
  const config = loadConfig(process.env);
  const log = programLog(config.LOG_LEVEL);
  const databaseUrl = required('DATABASE_URL', config.DATABASE_URL);
  const database = await openDatabase(databaseUrl, {
    connections: config.DATABASE_POOL,
    name: connectionName('worker'),
    stays: true,
  });

  const projector = new Projector(database.pool, {
    concurrency: CONCURRENCY,
    onNewer: (newer) => {
      if (newer) log.error({ migrations: newer.migrations }, `nothing is projected: ${newer.message}`);
      else log.info('projecting goes on: the database is of this version');
    },
    onStopped: (error, { name }, partition) =>
      log.error(
        { err: error, projection: name, partition },
        'projecting is stopped in this partition: it is tried again each second',
      ),
    onGoesOn: ({ name }, partition) =>
      log.info({ projection: name, partition }, 'projecting goes on in this partition'),
    onParked: ({ parked }, { name }, partition) =>
      log.error({ parked, projection: name, partition }, 'events parked: they need a look'),
  });
  const server = new WorkerServer(projector);
  processPlace()?.line.on('own metrics', () => server.metrics());
  if (config.WORKER_PORT !== undefined)
    log.info(`health and metrics at ${await server.listen(config.WORKER_HOST, config.WORKER_PORT)}`);
  // Does not wait for the queue: projections follow the log with or without it.
  projector.start();
  const appender = new Appender(database.pool, {
    onAppended: (partitions) => {
      void projector.wake([...partitions]);
    },
  });
  const clock = systemClock(config.TEST_CLOCK_OFFSET);
  const clockWatch = new ClockWatch({
    pool: database.pool,
    clock,
    onChange: (skew) => {
      if (skew) log.error(`no exam is handed in: the clock of this machine is ${skew}; set both by NTP`);
      else log.info('exams are handed in again: the clocks of this machine and of the database agree');
    },
  });
  clockWatch.start();
  const closer = examCloser({ pool: database.pool, appender }, clockWatch, (error) =>
    log.error({ err: error }, 'handing in exams failed'),
  );
  closer.start();
  const timeline = timelineWatch(database.pool, log);
  timeline.start();
  const gatherer = new WorkLoop({
    everyMs: GATHER_MS,
    onError: (error) => log.error({ err: error }, 'computing the figures of classes failed'),
    work: async (loop) => {
      while (!loop.isClosed && (await gatherSome(database.pool)));
    },
  });
  gatherer.start();
  const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });
  const eraser = accountEraser(database.pool, storage, {
    withEmails: config.SMTP_URL !== undefined,
    onError: (error) => log.error({ err: error }, 'erasing accounts failed'),
  });
  eraser.start();
  const forgetter = changeForgetter(database.pool, (error) =>
    log.error({ err: error }, 'deleting old announcements failed'),
  );
  forgetter.start();
  const runStarters = runKinds.map((kind) => {
    const starter = new RunStarter({
      kind,
      pool: database.pool,
      storage: async () => storage,
      config,
      now: () => clock.now(),
      env: process.env,
      onError: (error) => log.error({ err: error }, `${kind.activity} failed`),
    });
    starter.start();
    return { kind, starter };
  });
  const emails = config.SMTP_URL
    ? emailSender({
        pool: database.pool,
        mailer: await openMailer({ url: config.SMTP_URL, from: (config.MAIL_FROM ?? config.CONTACT_EMAIL)! }),
        publicUrl: required('PUBLIC_URL', config.PUBLIC_URL),
        onError: (error) => log.warn({ err: error }, 'an email was not sent: it is tried again'),
        onGivenUp: ({ id, kind, tries }, error) =>
          log.error({ err: error, email_id: id, kind, tries }, 'an email was given up'),
      })
    : undefined;
  emails?.start();
  const work = (job: WakeUpJob): Promise<void> | void => {
    if ('grown' in job) return projector.wake();
    if ('partitions' in job) return projector.wake(job.partitions);
    if ('examsEnd' in job) return closer.poll();
    if ('lettersWait' in job) return emails?.poll();
    // One that is not known is of a newer version, and for its workers.
    runStarters.find(({ kind }) => kind.name === job.runWaits)?.starter.poll();
  };
  const queue = new QueueClient(
    () => openQueues({ redisUrl: config.REDIS_URL, databaseUrl }),
    (queues) => queues.consumer(WAKE_UP_QUEUE, async ({ data }) => work(data), { concurrency: JOBS }),
  );

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    exitAtLast();
    void queue
      .close()
      .then(() => Promise.all(runStarters.map(({ starter }) => starter.close())))
      .then(() => emails?.close())
      .then(() => closer.close())
      .then(() => forgetter.close())
      .then(() => eraser.close())
      .then(() => gatherer.close())
      .then(() => timeline.close())
      .then(() => clockWatch.close())
      .then(() => projector.close())
      .then(() => database.close())
      .then(() => server.close())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The launcher's end is ours, also when it came while we started.
  process.on('disconnect', stop);
  if (process.connected === false) stop();
  releaseStartupMemory();
} catch (error) {
  reportFailure(error);
  process.exit(1);
}
