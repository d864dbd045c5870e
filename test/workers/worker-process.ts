import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openQueues, QueueClient, WAKE_UP_QUEUE, type WakeUpJob } from '../../core/process/queue.ts';
import { addressesOf } from '../harness/database-harness.ts';
import { within } from '../harness/within.ts';

const WORKER = join(import.meta.dirname, '../../workers/main.ts');

/** A worker process on a database, with its queue there unless `env` has another; what it writes is this process's, or piped. */
export function startWorker(
  url: string,
  env: Record<string, string> = {},
  output: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  return spawn(process.execPath, [WORKER], {
    // Without NODE_OPTIONS: a worker as it runs in use, not one that the test runner watches.
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...addressesOf(url),
      LOG_LEVEL: 'fatal',
      REDIS_URL: '',
      ...env,
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
}

/** Has something done whenever the queue wakes for it, and at no other time; to be closed. */
export const wokenBy = (
  location: Parameters<typeof openQueues>[0],
  wake: (job: WakeUpJob) => Promise<unknown>,
) =>
  new QueueClient(
    () => openQueues(location),
    (queues) =>
      queues.consumer(WAKE_UP_QUEUE, async ({ data }) => void (await wake(data)), { concurrency: 2 }),
  );

/** Asks it to end, and tells its exit code and signal. */
export const stop = async (worker: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown[]> => {
  const ended = once(worker, 'exit');
  worker.kill(signal);
  return within(ended, 'the worker ends');
};
