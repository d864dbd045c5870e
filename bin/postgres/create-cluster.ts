import { spawn } from 'node:child_process';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../command/start-error.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

export const SUPERUSER = 'nho';
export const DATABASE = 'nho';

/** Runs a program of Postgres to its end, feeding it `input`. Throws with its output for an exit code other than 0. */
async function run(
  command: string,
  args: string[],
  options: { user?: PostgresUser; cwd: string; input?: string },
) {
  // A process group of its own: Ctrl-C in a terminal must not tear it up half-way.
  const child = spawn(command, args, { ...options.user, cwd: options.cwd, detached: true });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  child.stdin.on('error', () => {}); // It may have ended without reading.
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new StartError(`The database could not be made in ${options.cwd}: ${output.trim()}`);
}

/**
 * Makes `cluster` with an empty database and one superuser. It appears complete or not at all: what a killed attempt
 * left is thrown away by the next.
 */
export async function createCluster(
  cluster: string,
  options: { password: string; user: PostgresUser | undefined; durable: boolean },
): Promise<void> {
  const { initdb, postgres } = postgresBinaries();
  const { user } = options;
  const half = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  try {
    if (user) for (const path of [half, passwordFile]) await chown(path, user.uid, user.gid);
    // The builtin C.UTF-8 sorts by code point and knows every letter's case. It never changes under an index, unlike
    // the system's locales, which a bare machine lacks. Names are sorted for people by an explicit collation.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
    const sync = options.durable ? [] : ['--no-sync'];
    const where = { ...(user && { user }), cwd: dirname(cluster) };
    await run(initdb, [`--pgdata=${half}`, ...access, ...locale, ...sync], where);
    const single = ['--single', '-D', half, ...(options.durable ? [] : ['-c', 'fsync=off']), 'template1'];
    await run(postgres, single, { ...where, input: `CREATE DATABASE ${DATABASE};\n` });
    await rename(half, cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
