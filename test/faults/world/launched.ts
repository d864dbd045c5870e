import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import type { ProductProcess } from './supervised.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface LauncherOptions {
  kind: 'api' | 'worker';
  count: number;
  env: Record<string, string>;
  /** Each answers 200 when the process of this number works. */
  healthUrls(number: number): string[];
}

/** A launcher of the product as a container has it, with processes of one kind, and these one by one. */
export function launched(t: Lifetime, { kind, count, env, healthUrls }: LauncherOptions): ProductProcess[] {
  let launcher: ChildProcess | undefined;
  let closing: Promise<number | null> | undefined;
  let output = '';
  const start = (): void => {
    if (launcher) return;
    launcher = spawn(process.execPath, [join(ROOT, 'bin/start.ts'), kind], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        LOG_LEVEL: 'silent',
        REDIS_URL: '',
        API_PROCESSES: String(count),
        WORKER_PROCESSES: String(count),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    launcher.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    t.teardown(() => launcher!.kill('SIGKILL'));
  };
  const close = async (): Promise<number | null> => {
    if (!launcher) return 0;
    const ended = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    const [code] = (await within(ended, 'the launcher ends')) as [number | null];
    return code;
  };
  return Array.from({ length: count }, (_, index) => {
    const words = `${kind}-${index + 1}`;
    const name = `${kind === 'api' ? 'API' : 'worker'} ${index + 1}`;
    const pid = (): number | undefined => {
      try {
        const of = ['-P', String(launcher?.pid), '-f', ` ${words} `];
        return Number(execFileSync('pgrep', of, { encoding: 'utf8' }).split('\n')[0]);
      } catch {
        return undefined;
      }
    };
    /** How its processes have ended so far, in order. */
    const ends = (): RegExpMatchArray[] => [
      ...output.matchAll(new RegExp(`\\(${words}\\) (?:ended with exit code (\\d+)|was ended by \\w+)`, 'g')),
    ];
    const isUp = async (): Promise<boolean> => {
      if (pid() === undefined) return false;
      for (const url of healthUrls(index + 1))
        try {
          // Another process may be asked by the next one.
          const headers = { connection: 'close' };
          const answer = await fetch(url, { headers, signal: AbortSignal.timeout(3_000) });
          await answer.text();
          if (!answer.ok) return false;
        } catch {
          return false;
        }
      return true;
    };
    return {
      name,
      get pid() {
        return pid();
      },
      start,
      isUp,
      async up() {
        const begun = performance.now();
        await until(async () => (await isUp()) || pause(50, false), `${name} serves`);
        return performance.now() - begun;
      },
      async end(signal) {
        const own = pid();
        if (own === undefined) return { code: null, ms: 0 };
        const before = ends().length;
        const begun = performance.now();
        process.kill(own, signal);
        await until(async () => ends().length > before || pause(5, false), `${name} has ended`);
        const [, code] = ends()[before]!;
        return { code: code === undefined ? null : Number(code), ms: performance.now() - begun };
      },
      signal(signal) {
        const own = pid();
        if (own !== undefined) process.kill(own, signal);
      },
      close() {
        closing ??= close();
        return closing;
      },
    };
  });
}
