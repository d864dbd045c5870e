import { spawn } from 'node:child_process';
import { rename, stat } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { placeOf } from '../../core/postgres/database-url.ts';
import { PostgresClient } from '../../core/postgres/postgres-client.ts';
import { readCertificate } from '../../core/process/certificate.ts';
import { type Config, ownersDatabaseUrl, requireSafeListening } from '../../core/process/config.ts';
import { freePort, portProblem } from '../command/free-port.ts';
import { StartError } from '../command/start-error.ts';
import { DATABASE } from '../postgres/create-cluster.ts';
import { checkEmbeddedDatabase, startEmbeddedDatabase } from '../postgres/embedded-database.ts';
import { loadSecrets, occupyDataFolder, type Secrets } from './data-folder.ts';
import { keepRunning, type Running, startNodeChild } from './node-child.ts';
import type { Started, Surroundings } from './run-until-stopped.ts';

const PATIENCE_MS = 60_000;

const ANSWER_MS = 2_000;

/** Undefined when nothing answers in time. */
function statusOf(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve) => {
    // It is our own process, whose certificate is for the name that others call it by; nothing secret is asked.
    const request = get(url, { agent: false, rejectUnauthorized: false, timeout: ANSWER_MS }, (answer) => {
      answer.resume().on('error', () => {});
      resolve(answer.statusCode);
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
  });
}

/**
 * Waits until `url` responds with 200. Throws a StartError when a process of `needed` ends first, or after a minute
 * without an answer.
 */
export async function untilReady(
  url: string,
  needed: Record<string, Running>,
  signal?: AbortSignal,
): Promise<void> {
  let failure: string | undefined;
  for (const [name, running] of Object.entries(needed))
    void running.ended.then((how) => {
      failure ??= `${name} ${how} before it was ready: see what it wrote above.`;
    });
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(30)) {
    if (failure) throw new StartError(failure);
    if (signal?.aborted) return;
    if ((await statusOf(url)) === 200) return;
  }
  throw new StartError(`${url} did not answer 200 within a minute: see what was written above.`);
}

const OLDEST = 15;

type Urls = Pick<Config, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL'>;

/** Throws a StartError unless the owner's address leads to a Postgres that is new enough. */
export async function checkExternalDatabase(urls: Urls): Promise<void> {
  const url = ownersDatabaseUrl(urls);
  const setting = urls.MIGRATE_DATABASE_URL ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
  // The URL itself holds a password, so it is never shown.
  const where = placeOf(url);
  const client = new PostgresClient({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "/* checkExternalDatabase */ select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST)
      throw new StartError(
        `The database at ${where} is Postgres ${version}: version ${OLDEST} or newer is needed.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The database at ${where} cannot be reached (${message || code}): mend ${setting}, or remove it to use the embedded database.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

const LONGEST_LOG_BYTES = 10e6;

/** What a launcher brings along, and how it is notified. */
export interface ProductSurroundings extends Surroundings {
  log: (line: string) => void;
  /** Makes the client ready to be served, while the database starts. */
  prepareClient: () => Promise<void>;
}

const ONE_ROLE =
  'API and workers use the role that owns the database. Set MIGRATE_DATABASE_URL to its address, and DATABASE_URL to that of ' +
  'a role of less rights, which is then made: docs/operating.md, Roles.';

const PORT_PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'is used by another program: stop that one',
  EACCES: 'is reserved for root: choose one from 1024 on',
};

/** The port to listen on; 0 means any free one. */
async function choosePort({ HOST, PORT }: Config): Promise<number> {
  if (PORT === 0) return freePort();
  const problem = await portProblem(HOST, PORT);
  if (!problem) return PORT;
  if (problem === 'EADDRNOTAVAIL' || problem === 'ENOTFOUND')
    throw new StartError(
      `HOST ${HOST} is no address of this machine (${problem}): set HOST to one, such as 127.0.0.1.`,
    );
  throw new StartError(
    `Port ${PORT} ${PORT_PROBLEMS[problem] ?? `cannot be listened on (${problem})`}, or set PORT to another one.`,
  );
}

type DatabaseUrls = Pick<Config, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'READ_DATABASE_URL'>;

/** Starts our Postgres and keeps it running; returns where each role finds it. */
async function startDatabase(
  folder: string,
  secrets: Secrets,
  around: ProductSurroundings,
): Promise<DatabaseUrls> {
  const logFile = join(folder, 'postgres.log');
  const size = await stat(logFile)
    .then((file) => file.size)
    .catch(() => 0);
  if (size > LONGEST_LOG_BYTES) await rename(logFile, `${logFile}.1`);
  const options = { cluster: join(folder, 'postgres'), password: secrets.database_password, logFile };
  const database = await startEmbeddedDatabase(options);
  const running = (one: typeof database): Running => ({
    ended: one.ended.then(() => `has ended (its log is ${logFile})`),
    stop: () => one.stop(),
    kill: () => void one.stop('immediate'),
  });
  const again = async () => running(await startEmbeddedDatabase({ ...options, port: database.port }));
  around.started(keepRunning('Postgres', running(database), again, around.log));
  const urlOf = (user: string, password: string) =>
    `postgres://${user}:${password}@127.0.0.1:${database.port}/${DATABASE}`;
  return {
    MIGRATE_DATABASE_URL: database.url(),
    DATABASE_URL: urlOf('nho_app', secrets.app_password),
    READ_DATABASE_URL: urlOf('nho_read', secrets.read_password),
  };
}

/** Brings the database up to date, in a process of its own: what it needs in memory goes when it ends. */
function migrate(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  return new Promise((done, reject) => {
    const root = join(import.meta.dirname, '../..');
    const child = spawn(process.execPath, [join(root, 'bin/migrate.ts')], {
      cwd: root,
      env,
      signal,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? done()
        : reject(new StartError('The database could not be brought up to date: see what was written above.')),
    );
  });
}

/** Starts the API and the worker, waits until `readyUrl` answers, and keeps both running from then on. */
async function startPrograms(
  env: NodeJS.ProcessEnv,
  readyUrl: string,
  around: ProductSurroundings,
): Promise<void> {
  // The network reaches the API: a process that is broken into must not hold the owner's password.
  const { MIGRATE_DATABASE_URL, READ_DATABASE_URL, ...lessEnv } = env;
  const programs = [
    { name: 'The API', script: 'api/server.ts', env: lessEnv },
    { name: 'The worker', script: 'workers/main.ts', env: { ...lessEnv, MIGRATE_DATABASE_URL } },
  ].map(({ name, script, env }) => {
    const start = () => startNodeChild({ script, env });
    return { name, start, first: start() };
  });
  const together = (all: Started[]): Started => ({
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
    kill: () => {
      for (const one of all) one.kill();
    },
    restart: async () => void (await Promise.all(all.map((one) => one.restart?.()))),
  });
  around.started(together(programs.map(({ first }) => first)));
  await untilReady(
    readyUrl,
    Object.fromEntries(programs.map(({ name, first }) => [name, first])),
    around.signal,
  );
  around.signal.throwIfAborted();
  around.started(
    together(programs.map(({ name, first, start }) => keepRunning(name, first, start, around.log))),
  );
}

/** Starts everything, checks first, and resolves with the product's address once it answers. */
export async function startProduct(config: Config, around: ProductSurroundings): Promise<string> {
  const { signal } = around;
  requireSafeListening(config);
  const scheme = readCertificate(config) ? 'https' : 'http';
  const folder = resolve(config.DATA_DIR);
  const release = await occupyDataFolder(folder);
  around.started({ stop: async () => release(), kill: release });
  const port = await choosePort(config);
  if (config.DATABASE_URL) await checkExternalDatabase(config);
  else checkEmbeddedDatabase(join(folder, 'postgres'));
  const secrets = await loadSecrets(folder);

  const { DATABASE_URL, MIGRATE_DATABASE_URL, READ_DATABASE_URL } = config;
  const external: DatabaseUrls = { DATABASE_URL, MIGRATE_DATABASE_URL, READ_DATABASE_URL };
  const [database, client] = await Promise.allSettled([
    config.DATABASE_URL ? external : startDatabase(folder, secrets, around),
    around.prepareClient(),
  ]);
  signal.throwIfAborted();
  if (database.status === 'rejected') throw database.reason;
  if (client.status === 'rejected') throw client.reason;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    ...database.value,
    JWT_SECRET: config.JWT_SECRET ?? secrets.jwt_secret,
    // Compiled once, and not at every start: quicker, and the compiler stays out of the processes' memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compile-cache'),
  };
  if (!env.MIGRATE_DATABASE_URL) around.log(ONE_ROLE);
  await migrate(env, signal);
  signal.throwIfAborted();
  const host = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const reached = config.HOST === '0.0.0.0' ? '127.0.0.1' : host === 'localhost' ? config.HOST : host;
  await startPrograms(
    env,
    `${scheme}://${isIPv6(reached) ? `[${reached}]` : reached}:${port}/readyz`,
    around,
  );
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
