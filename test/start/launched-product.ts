import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Test } from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';

const ROOT = join(import.meta.dirname, '../..');
export const START = ['node', 'bin/with-setup.mjs', 'bin/start.ts'];

export interface Launch {
  command?: string[];
  env?: Record<string, string>;
  /** Whom to start as; default: ourselves. */
  user?: { uid: number; gid: number };
}

/** The product started as a person would start it, with what it says. */
export class LaunchedProduct {
  readonly folder: string;
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  stdout = '';
  stderr = '';

  constructor(folder: string, port: number, { command = ['npm', 'start'], env = {}, user }: Launch = {}) {
    this.folder = folder;
    this.port = port;
    // The machine's own Node starts it, as on a machine that has no other; nor do tap's hooks belong to the product.
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
    this.#process = spawn('env', ['-u', 'NODE_OPTIONS', ...command], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: process.env.HOME,
        PATH: path.join(delimiter),
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...env,
      },
      ...user,
    });
    this.#process.stdout?.on('data', (text) => {
      this.stdout += text;
    });
    this.#process.stderr?.on('data', (text) => {
      this.stderr += text;
    });
    this.#ended = once(this.#process, 'close');
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async ready(): Promise<void> {
    await until(() => this.stdout.includes(`Nhớ is ready at ${this.url}`) || this.#process.exitCode !== null);
    if (this.#process.exitCode !== null) throw new Error(`It ended:\n${this.stdout}${this.stderr}`);
  }

  async exitCode(): Promise<number | null> {
    await within(this.#ended, 'the product ends');
    return this.#process.exitCode;
  }

  /** What a Ctrl-C does: the launcher alone answers for all the others. */
  async stop(): Promise<void> {
    const [launcher] = processesOf(this.folder, 'bin/start.ts').filter(
      ({ command }) => !command.includes('with-setup'),
    );
    if (launcher) process.kill(launcher.pid, 'SIGINT');
    await within(this.#ended, 'the product ends');
  }

  /** The one process of the product whose command line holds `part`, once there is one other than `not`. */
  async process(part: string, not?: number): Promise<number> {
    let found: number | undefined;
    await until(() => {
      found = processesOf(this.folder, part).find(({ pid }) => pid !== not)?.pid;
      return found !== undefined;
    });
    return found as number;
  }
}

export interface ProcessFound {
  pid: number;
  command: string;
}

/** Running processes that have to do with a data folder, by their environment or command line. */
export function processesOf(folder: string, part = ''): ProcessFound[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8').replaceAll('\0', ' ');
        const command = read('cmdline');
        const concerned = command.includes(folder) || read('environ').includes(`DATA_DIR=${folder} `);
        return concerned && command.includes(part) ? [{ pid: Number(name), command }] : [];
      } catch {
        return []; // Ended while we looked, or somebody else's.
      }
    });
}

/** A folder that goes with the test, with whatever still runs on it. */
export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'nho-start-'));
  chmodSync(folder, 0o711);
  t.teardown(async () => {
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
    await until(() => processesOf(folder).length === 0);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export async function launch(t: Test, options: Launch & { folder?: string } = {}): Promise<LaunchedProduct> {
  return new LaunchedProduct(options.folder ?? join(temporaryFolder(t), 'data'), await freePort(), options);
}
