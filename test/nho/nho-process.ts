import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { within } from '../harness/within.ts';

/** What computes may take a while on a busy machine. */
const COMMAND_MS = 180_000;

const ROOT = join(import.meta.dirname, '../..');

export interface NhoAnswer {
  code: number | null;
  stdout: string;
  stderr: string;
}

export const startNho = (databaseUrl: string, ...args: string[]): NhoProcess =>
  start({ DATABASE_URL: databaseUrl }, args);

type NhoProcess = ChildProcessByStdio<null, Readable, Readable>;

const start = (env: Record<string, string>, args: string[], root = ROOT): NhoProcess =>
  spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, 'bin/nho.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const nho = (databaseUrl: string, ...args: string[]): Promise<NhoAnswer> =>
  answerOf(startNho(databaseUrl, ...args), args);

/** As `nho`, of a copy of the product. */
export const nhoOfCopy = (root: string, databaseUrl: string, ...args: string[]): Promise<NhoAnswer> =>
  answerOf(start({ DATABASE_URL: databaseUrl }, args, root), args);

export const nhoIn = (folder: string, ...args: string[]): Promise<NhoAnswer> =>
  answerOf(start({ DATABASE_URL: '', DATA_DIR: folder }, args), args);

async function answerOf(child: NhoProcess, args: string[]): Promise<NhoAnswer> {
  const [stdout, stderr, [code]] = await within(
    Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]),
    `nho ${args.join(' ')} ends`,
    COMMAND_MS,
  );
  return { code, stdout, stderr };
}
