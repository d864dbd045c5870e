import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../command/free-port.ts';
import { isAlive } from '../command/processes.ts';
import { runProgram } from '../command/run-program.ts';
import { StartError } from '../command/start-error.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../postgres/embedded-database.ts';

export const FOLDER_PREFIX = 'nho-test-';
/** In such a folder: the process that uses it. */
export const OWNER_FILE = 'owner.pid';

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // Ended meanwhile, or somebody else's.
  }
}

/** Ends what an earlier run has left behind that was killed before it could: its Postgres, its Redis, its folder. */
async function clearAbandonedServices(): Promise<void> {
  if (!existsSync('/proc/self/cwd')) return;
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    const ownerFile = join(folder, OWNER_FILE);
    if (!existsSync(ownerFile) || isAlive(Number(readFileSync(ownerFile, 'utf8')))) continue;
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
      if (`${workingFolder(pid)}/`.startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

const ROOT = join(import.meta.dirname, '../..');

/** What the tests find in their environment. */
export interface TestEnvironment {
  /** A superuser's connection, to make databases with. */
  TEST_DATABASE_URL: string;
  /** The roles of API and workers and of analysts in copies of the databases below, and the password of both. */
  TEST_APP_USER: string;
  TEST_READ_USER: string;
  TEST_ROLE_PASSWORD: string;
  /** A migrated, empty database to copy. */
  TEST_TEMPLATE: string;
  /** A database to copy with the administrator below and the official decks. */
  TEST_TEMPLATE_WITH_CONTENT: string;
  /** The data folder that belongs to it, with the decks' audio. */
  TEST_CONTENT_DIR: string;
  ADMIN_EMAIL: string;
  ADMIN_PASSWORD: string;
  REDIS_URL_FOR_TESTS: string;
  /** For their temporary files, which go with it. */
  TMPDIR: string;
}

export interface TestServices {
  env: TestEnvironment;
  stop(): Promise<void>;
}

/** Waits until somebody listens on `port`, or `child` has ended. */
async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    await wait(20);
  }
  throw new StartError('redis-server ended at once.');
}

async function startRedis(program: string, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn(program, [...where, '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilListening(port, child);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function migrate(env: Record<string, string>, args: string[]): Promise<void> {
  return runProgram(process.execPath, [join(ROOT, 'bin/migrate.ts'), ...args], {
    cwd: ROOT,
    // Only what is given: a developer's own settings must not reach the tests.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    failure: (output) => `The tests' database could not be migrated:\n${output}`,
  });
}

/** Makes two databases, of which each test file copies one: that is quicker than migrating again. */
async function makeTemplates(
  database: EmbeddedDatabase,
  folder: string,
): Promise<Omit<TestEnvironment, 'REDIS_URL_FOR_TESTS' | 'TMPDIR'>> {
  const empty = 'nho_template';
  const full = 'nho_template_with_content';
  const administrator = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'only for the tests' };
  const contentFolder = join(folder, 'content');
  const roles = {
    TEST_APP_USER: 'nho_app',
    TEST_READ_USER: 'nho_read',
    TEST_ROLE_PASSWORD: 'only-for-the-tests',
  };
  const given = (name: string) => {
    const urlOf = (user: string) =>
      `postgres://${user}:${roles.TEST_ROLE_PASSWORD}@127.0.0.1:${database.port}/${name}`;
    return {
      MIGRATE_DATABASE_URL: database.url(name),
      DATABASE_URL: urlOf(roles.TEST_APP_USER),
      READ_DATABASE_URL: urlOf(roles.TEST_READ_USER),
      DATA_DIR: contentFolder,
    };
  };
  const client = new Client(database.url('postgres'));
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${empty}`);
    await migrate(given(empty), ['--no-content']);
    await client.query(`CREATE DATABASE ${full} TEMPLATE ${empty}`);
    await migrate({ ...given(full), ...administrator }, []);
  } finally {
    await client.end();
  }
  return {
    TEST_DATABASE_URL: database.url('postgres'),
    ...roles,
    TEST_TEMPLATE: empty,
    TEST_TEMPLATE_WITH_CONTENT: full,
    TEST_CONTENT_DIR: contentFolder,
    ...administrator,
  };
}

/** What hands the services of a program that runs the tests several times to each of its runs, as JSON. */
export const SHARED_SERVICES = 'TEST_SERVICES';

/**
 * A Postgres and a Redis of the tests' own, in a temporary folder that goes with them; or those that the program that
 * started this one shares.
 */
export async function startTestServices(redisProgram: string): Promise<TestServices> {
  const shared = process.env[SHARED_SERVICES];
  if (shared) return { env: JSON.parse(shared), stop: async () => {} };
  await clearAbandonedServices();
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  const stops = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async () => {
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  };
  try {
    await chmod(folder, 0o711); // Root's Postgres, another user, must pass through.
    await writeFile(join(folder, OWNER_FILE), String(process.pid));
    const temporary = join(folder, 'tmp');
    await mkdir(temporary, { mode: 0o711 });
    // Not durable: no test pulls the plug, and a hundred databases are made and dropped. Killed processes lose nothing.
    const database = await startEmbeddedDatabase({
      cluster: join(folder, 'postgres'),
      password: 'only for the tests',
      logFile: join(folder, 'postgres.log'),
      durable: false,
    });
    stops.push(() => database.stop('immediate'));
    const redis = await startRedis(redisProgram, folder);
    stops.push(redis.stop);
    const templates = await makeTemplates(database, folder);
    return { env: { ...templates, REDIS_URL_FOR_TESTS: redis.url, TMPDIR: temporary }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
