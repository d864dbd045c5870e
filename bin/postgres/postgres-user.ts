import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
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
