import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../command/free-port.ts';
import { StartError } from '../command/start-error.ts';
import {
  assertEnterable,
  createCluster,
  DATABASE,
  type PostgresUser,
  postgresBinaries,
  postgresUser,
  SUPERUSER,
} from './create-cluster.ts';

/**
 * The first, the fourth and the eighth line of postmaster.pid: the server's process, its port and its state ("ready"
 * when it takes connections).
 */
export function readPostmasterFile(
  cluster: string,
): { pid: number; port: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** After a restart of the machine the number may belong to any program; a server's working folder is its cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function hasEnded(cluster: string, pid: number, milliseconds: number): Promise<boolean> {
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(20))
    if (!isServerOf(cluster, pid)) return true;
  return false;
}

/** Stops a server that a killed launcher has left running on `cluster`. */
async function stopOrphan(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (!left || !isServerOf(cluster, left.pid)) return;
  process.kill(left.pid, 'SIGINT'); // Fast: sessions are ended, what they committed is kept.
  if (await hasEnded(cluster, left.pid, 20_000)) return;
  process.kill(left.pid, 'SIGQUIT'); // Immediate: the log is replayed at the next start.
  if (await hasEnded(cluster, left.pid, 10_000)) return;
  throw new StartError(
    `An earlier Postgres (process ${left.pid}) still uses ${cluster}: stop it, then start again.`,
  );
}

/** Connections besides those of the product's processes: of superusers, of analysts and of `nho`. */
const RESERVED = 20;

/** Given on the command line at each start. So a newer version of the product also reaches an older cluster. */
export function postgresSettings(port: number, durable: boolean, connections = 0): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // A throw-away cluster is shared by several products at once.
    max_connections: Math.max(durable ? 100 : 400, connections + RESERVED),
    shared_buffers: '128MB',
    random_page_cost: 1.1,
    jit: 'off', // Compiling costs more than our short statements take.
    max_prepared_transactions: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    // The log of events writes all day: fewer, spread checkpoints and compressed full pages halve what goes to disk.
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    log_checkpoints: 'off',
    // Statements, their values and the rows they failed on hold hashes and people's names: none of it is written down.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    // An acknowledged answer of a student is on the disk. A throw-away cluster has nothing to lose in a power cut.
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

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
  /** Connections that the product's processes may open. Default: there is room for some 80. */
  connections?: number;
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
  const { cluster, password, logFile, durable = true, connections } = options;
  const user = checkEmbeddedDatabase(cluster);
  if (!existsSync(cluster)) await createCluster(cluster, { password, user, durable });
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  await stopOrphan(cluster);

  const port = options.port ?? (await freePort());
  const log = await open(logFile, 'a', 0o600);
  const { size } = await log.stat();
  // A process group of its own: a Ctrl-C in the terminal is for the launcher, which stops Postgres last.
  const child = spawn(
    postgresBinaries().postgres,
    ['-D', cluster, ...postgresSettings(port, durable, connections)],
    {
      ...user,
      cwd: dirname(cluster),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
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
