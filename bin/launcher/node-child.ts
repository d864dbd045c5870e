import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Running } from './keep-running.ts';

const PRELOAD = join(import.meta.dirname, 'exit-with-launcher.ts');

export interface NodeChildOptions {
  /** Path from the project's folder. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** Where its output goes. Default: to ours. */
  output?: 'inherit' | 'pipe';
  /** A command that becomes it, such as `env`. */
  through?: string[];
}

/** How long a child may take to finish what it has begun. */
const PATIENCE_MS = 10_000;

/** Starts one of the product's programs as a process that ends with ours, whatever ends ours. */
export function startNodeChild(options: NodeChildOptions): Running & { child: ChildProcess } {
  const { script, env, output = 'inherit', through = [] } = options;
  const root = join(import.meta.dirname, '../..');
  // A process group of its own: a Ctrl-C in the terminal reaches only the launcher, which stops all in order.
  const [command = '', ...args] = [...through, process.execPath, '--import', PRELOAD, join(root, script)];
  const child = spawn(command, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
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
