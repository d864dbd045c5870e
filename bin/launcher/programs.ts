import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { ProcessLine } from '../../core/process/process-line.ts';
import { StartError } from '../command/start-error.ts';
import { CommonState } from './common-state.ts';
import { keepRunning, type Running, startNodeChild } from './node-child.ts';
import type { Started, Surroundings } from './run-until-stopped.ts';

const PATIENCE_MS = 60_000;

const ANSWER_MS = 2_000;

/** Undefined when nothing answers in time. */
function statusOf(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve) => {
    // It is our own process, whose certificate is for the name that others call it by; nothing secret is asked.
    const request = get(url, { agent: false, rejectUnauthorized: false, timeout: ANSWER_MS }, (answer) => {
      answer.resume().on('error', () => {});
      resolve(answer.statusCode);
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
  });
}

/**
 * Waits until `url` responds with 200. Throws a StartError when all processes of one group of `needed` end first, or after a
 * minute without an answer.
 */
export async function untilReady(
  url: string,
  needed: Record<string, Running>[],
  signal?: AbortSignal,
): Promise<void> {
  let failure: string | undefined;
  for (const group of needed) {
    let left = Object.keys(group).length;
    for (const [name, running] of Object.entries(group))
      void running.ended.then((how) => {
        left--;
        if (left === 0) failure ??= `${name} ${how} before it was ready: see what it wrote above.`;
      });
  }
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(30)) {
    if (failure) throw new StartError(failure);
    if (signal?.aborted) return;
    if ((await statusOf(url)) === 200) return;
  }
  throw new StartError(`${url} did not answer 200 within a minute: see what was written above.`);
}

/** Programs of one kind, each in so many processes. */
interface Kind {
  /** Begins the names of its processes. */
  kind: 'api' | 'worker';
  /** As people know it. */
  title: string;
  script: string;
  count: number;
  env: NodeJS.ProcessEnv;
}

export interface ProgramsOptions {
  apis: number;
  workers: number;
  env: NodeJS.ProcessEnv;
  /** It returns 200 when an API process serves; undefined where none is started. */
  readyUrl: string | undefined;
  /**
   * What spreads connections over the API's processes. Default: the kernel on Linux. Elsewhere no two processes listen on
   * one port, and Node's cluster hands connections to each in turn.
   */
  spreading?: 'kernel' | 'cluster';
}

export interface ProgramSurroundings extends Surroundings {
  log: (line: string) => void;
}

/**
 * Starts the API's processes, all on one port, and the workers. Waits until they serve and keeps them running from then on. One
 * that cannot start is tried again while others of its kind serve.
 */
export async function startPrograms(
  { apis, workers, env, readyUrl, spreading = SPREADING }: ProgramsOptions,
  around: ProgramSurroundings,
): Promise<void> {
  // The network reaches the API: a process that is broken into must not hold the owner's password.
  const { MIGRATE_DATABASE_URL, READ_DATABASE_URL, ...lessEnv } = env;
  const kinds: Kind[] = [
    { kind: 'api', title: 'The API', script: 'api/server.ts', count: apis, env: lessEnv },
    {
      kind: 'worker',
      title: 'The worker',
      script: 'workers/main.ts',
      count: workers,
      env: { ...lessEnv, MIGRATE_DATABASE_URL },
    },
  ];
  const common = new CommonState();
  const programs = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, index) => program(kind, index + 1, { common, spreading })),
  );
  around.started(together(programs.map(({ first }) => first)));
  if (readyUrl) {
    const groups = kinds.map(({ kind }) => programs.filter((one) => one.kind === kind));
    await untilReady(
      readyUrl,
      groups.map((group) => Object.fromEntries(group.map(({ title, first }) => [title, first]))),
      around.signal,
    );
    // All that are to serve, so that the first of many callers do not meet at one process.
    await Promise.all(programs.map(({ first, listens }) => Promise.race([listens, first.ended])));
  }
  around.signal.throwIfAborted();
  around.started(
    together(programs.map(({ title, first, start }) => keepRunning(title, first, start, around.log))),
  );
}

/** Starts one process of a kind; `start` starts another in its place. */
function program(
  { kind, title, script, count, env }: Kind,
  number: number,
  { common, spreading }: { common: CommonState; spreading: 'kernel' | 'cluster' },
) {
  const name = `${kind}-${number}`;
  let nowListens = (): void => {};
  const listens = new Promise<void>((resolve) => {
    nowListens = resolve;
  });
  if (kind === 'worker') nowListens();
  const start = (): Running => {
    const isClustered = kind === 'api' && count > 1 && spreading === 'cluster';
    const words = [name, String(count)];
    const running = startNodeChild({ script, words, env: ownPort(env, number), isClustered });
    const line = new ProcessLine(running.child);
    line.on('listens', nowListens);
    void running.ended.then(common.join(name, line));
    return running;
  };
  return { kind, title: count > 1 ? `${title} (${name})` : title, start, first: start(), listens };
}

/** Workers listen for themselves, each on the port after that of the one before. */
function ownPort(env: NodeJS.ProcessEnv, number: number): NodeJS.ProcessEnv {
  const first = Number(env.WORKER_PORT);
  return first ? { ...env, WORKER_PORT: String(first + number - 1) } : env;
}

const SPREADING = process.platform === 'linux' ? 'kernel' : 'cluster';

const together = (all: Started[]): Started => ({
  stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  kill: () => {
    for (const one of all) one.kill();
  },
  restart: async () => void (await Promise.all(all.map((one) => one.restart?.()))),
});
