import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { neededProgram, REDIS } from '../../../bin/check/needed-program.ts';
import { freePort } from '../../../bin/command/free-port.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';

export interface OwnRedis {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stands still, and goes on: as one does whose machine swaps. */
  freeze(): void;
  thaw(): void;
  /** Forgets all that it holds. */
  flush(): Promise<void>;
  /** Jobs that the queue of this name has been given, and that have been done, since Redis was started. */
  jobs(queue: string): Promise<{ added: number; done: number }>;
}

/** A Redis of the test's own that keeps nothing; not started yet. */
export async function ownRedis(t: Lifetime): Promise<OwnRedis> {
  const program = neededProgram(REDIS);
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const ask = async <T>(question: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    await client.connect();
    return question(client).finally(() => client.disconnect());
  };
  const kill = async () => {
    const running = child;
    child = undefined;
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await within(ended, 'Redis ends');
  };
  t.teardown(kill);
  return {
    url,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    flush: () => ask(async (client) => void (await client.flushall())),
    async start() {
      const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn(program, options, { stdio: 'ignore' });
      await until(() =>
        ask((client) => client.ping()).then(
          () => true,
          () => false,
        ),
      );
    },
    jobs: (queue) =>
      ask(async (client) => ({
        added: Number(await client.get(`bull:${queue}:id`)),
        // What is done is forgotten; that it was done is an event of the queue.
        done: (await client.xrange(`bull:${queue}:events`, '-', '+')).filter(([, fields]) =>
          fields.includes('completed'),
        ).length,
      })),
  };
}
