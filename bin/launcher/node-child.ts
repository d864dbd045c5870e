import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from './run-until-stopped.ts';

/** A process that was started. */
export interface Running {
  /** Resolves when it has ended, with how, as in "ended with exit code 1". */
  ended: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Whatever ran so long is taken for healthy: its next end is a new trouble. */
const HEALTHY_MS = 30_000;

/**
 * Starts a process again whenever it ends, after a pause that doubles from 0.5 s to 10 s, until stopped. `first` is
 * its first run, already started.
 */
export function keepRunning(
  name: string,
  first: Running,
  start: () => Running | Promise<Running>,
  log: (line: string) => void,
): Required<Started> {
  const stopping = new AbortController();
  let current = first;
  let restarting = false;

  async function watch(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let since = performance.now(); ; since = performance.now()) {
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - since > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      if (!restarting) {
        log(`${name} ${how}; starting it again in ${pause / 1000} s.`);
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      restarting = false;
      try {
        current = await start();
        if (stopping.signal.aborted) return await current.stop();
      } catch (error) {
        const ended = Promise.resolve(`could not be started (${(error as Error).message})`);
        current = { ended, stop: async () => {}, kill: () => {} };
      }
    }
  }

  const watched = watch();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watched; // A start may have been under way.
    },
    kill() {
      stopping.abort();
      current.kill();
    },
    async restart() {
      restarting = true;
      await current.stop();
    },
  };
}

const PRELOAD = join(import.meta.dirname, 'exit-with-launcher.ts');

export interface NodeChildOptions {
  /** Path from the project's folder. */
  script: string;
  /** Its arguments. */
  words?: string[];
  env: NodeJS.ProcessEnv;
  /** Where its output goes. Default: to ours. */
  output?: 'inherit' | 'pipe';
  /** A command that becomes it, such as `env`. */
  through?: string[];
  /** It listens by way of this process, on the same port as others. */
  isClustered?: boolean;
}

function forkInCluster(
  exec: string,
  args: string[],
  {
    cwd,
    env,
    stdio,
  }: { cwd: string; env: NodeJS.ProcessEnv; stdio: ('ignore' | 'inherit' | 'pipe' | 'ipc')[] },
): ChildProcess {
  cluster.setupPrimary({ exec, args, cwd, stdio, execArgv: ['--import', PRELOAD] });
  // It would come with all that we have in our own environment.
  const none = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  return cluster.fork({ ...none, ...env }).process;
}

/** How long a child may take to finish what it has begun. */
const PATIENCE_MS = 10_000;

/** Starts one of the product's programs as a process that ends with ours, whatever ends ours. */
export function startNodeChild(options: NodeChildOptions): Running & { child: ChildProcess } {
  const { script, words = [], env, output = 'inherit', through = [], isClustered = false } = options;
  const cwd = join(import.meta.dirname, '../..');
  const stdio = ['ignore', output, output, 'ipc'] as const;
  const [command = '', ...args] = [
    ...through,
    process.execPath,
    '--import',
    PRELOAD,
    join(cwd, script),
    ...words,
  ];
  const child = isClustered
    ? forkInCluster(join(cwd, script), words, { cwd, env, stdio: [...stdio] })
    : // A process group of its own: a Ctrl-C in the terminal reaches only the launcher, which stops all in order.
      spawn(command, args, { cwd, env, detached: true, stdio: [...stdio] });
  let running = true;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    child.once('exit', (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`),
    );
  }).finally(() => {
    running = false;
  });
  const kill = () => {
    if (running) child.kill('SIGKILL');
  };
  return {
    child,
    ended,
    kill,
    async stop() {
      if (running) child.kill('SIGTERM');
      const timer = setTimeout(kill, PATIENCE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
