import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JWT_SECRET } from '../../harness/api-harness.ts';
import { addressesOf } from '../../harness/database-harness.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface Program {
  child: ChildProcess;
  /** Its exit code and the signal that ended it, once it has ended. */
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  /** Sends the signal and resolves when it has ended, with how and after how many milliseconds. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

/** Starts a script of the product with the settings given; it is killed when the lifetime ends. */
export function startProgram(t: Lifetime, script: string, env: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    // Without NODE_OPTIONS: a program as it runs in use, not one that the test runner watches.
    env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'silent', REDIS_URL: '', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit') as Program['ended'];
  const ended = () => within(exited, `${script} ends`);
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended();
  });
  return {
    child,
    get ended() {
      return ended();
    },
    async end(signal = 'SIGTERM') {
      const start = performance.now();
      child.kill(signal);
      const [code] = await ended();
      return { code, ms: performance.now() - start };
    },
  };
}

export function startWorker(t: Lifetime, databaseUrl: string, env: Record<string, string> = {}): Program {
  return startProgram(t, 'workers/main.ts', { ...addressesOf(databaseUrl), ...env });
}

export interface ApiPlace {
  port: number;
  databaseUrl: string;
  env?: Record<string, string>;
}

/** An API process that answers; it keeps its port, so that another one can take its place. */
export async function startApiProcess(t: Lifetime, { port, databaseUrl, env }: ApiPlace): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'nho-faults-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const api = startProgram(t, 'api/server.ts', {
    ...addressesOf(databaseUrl),
    PORT: String(port),
    DATA_DIR: folder,
    JWT_SECRET,
    REQUESTS_PER_SECOND: '0',
    ADDRESS_REQUESTS_PER_SECOND: '0',
    ...env,
  });
  await until(async () => {
    if (api.child.exitCode !== null) throw new Error(`The API ended with ${api.child.exitCode}`);
    return fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  return api;
}
