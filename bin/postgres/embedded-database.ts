import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../command/free-port.ts';
import { StartError } from '../command/start-error.ts';
import { createCluster, DATABASE, SUPERUSER } from './create-cluster.ts';
import { readPostmasterFile, stopOrphan } from './orphan-postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { postgresSettings } from './postgres-settings.ts';
import { assertEnterable, type PostgresUser, postgresUser } from './postgres-user.ts';

export interface EmbeddedDatabaseOptions {
  /** The cluster's folder; made, in an existing folder, when it does not exist. */
  cluster: string;
  /** The superuser's password: set when the cluster is made, and needed ever after. */
  password: string;
  logFile: string;
  /** False trades safety in a power cut for speed. Default true. */
  durable?: boolean;
  /** Default: any free one. */
  port?: number;
}

export interface EmbeddedDatabase {
  port: number;
  /** The superuser's connection string for a database of the cluster; the default is the product's. */
  url(database?: string): string;
  /** Resolves when the server has ended, whatever ended it. */
  ended: Promise<void>;
  /** `fast` ends sessions and writes everything out; `immediate` leaves that to the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** What stands between starting and running, found before anything is written. Throws a StartError. */
export function checkEmbeddedDatabase(cluster: string): PostgresUser | undefined {
  const user = postgresUser(cluster);
  const { postgres } = postgresBinaries();
  assertEnterable(user, postgres, 'move the project to a folder open to it, or start as another user');
  assertEnterable(user, dirname(cluster), 'set DATA_DIR to a folder open to it, or start as another user');
  return user;
}

/** Starts our own Postgres on 127.0.0.1, after stopping one that a killed launcher left behind. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { cluster, password, logFile, durable = true } = options;
  const user = checkEmbeddedDatabase(cluster);
  if (!existsSync(cluster)) await createCluster(cluster, { password, user, durable });
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  await stopOrphan(cluster);

  const port = options.port ?? (await freePort());
  const log = await open(logFile, 'a', 0o600);
  const { size } = await log.stat();
  // A process group of its own: a Ctrl-C in the terminal is for the launcher, which stops Postgres last.
  const child = spawn(postgresBinaries().postgres, ['-D', cluster, ...postgresSettings(port, durable)], {
    ...user,
    cwd: dirname(cluster),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let running = true;
  const ended = endOf(child).then(() => {
    running = false;
  });
  await log.close();

  // Without a connection this file is the only sign; pg_ctl waits for it, too.
  while (running) {
    const state = readPostmasterFile(cluster);
    if (state?.pid === child.pid && state?.state === 'ready') break;
    await wait(10);
  }
  if (!running) {
    const text = (await readFile(logFile)).subarray(size).toString();
    const cause = /(?:FATAL|PANIC): +(.+)/.exec(text)?.[1] ?? `it ended at once (PostgreSQL ${version} data)`;
    throw new StartError(`Postgres could not be started: ${cause}. Its log is ${logFile}.`);
  }

  return {
    port,
    url: (database = DATABASE) =>
      `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    ended,
    async stop(mode = 'fast') {
      if (running) child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
