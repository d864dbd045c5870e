import { spawn } from 'node:child_process';
import { rename, stat } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { placeOf } from '../../core/postgres/database-url.ts';
import { PostgresClient } from '../../core/postgres/postgres-client.ts';
import { readCertificate } from '../../core/process/certificate.ts';
import { type Config, ownersDatabaseUrl, required, requireSafeListening } from '../../core/process/config.ts';
import { freePort, portProblem } from '../command/free-port.ts';
import { StartError } from '../command/start-error.ts';
import { DATABASE } from '../postgres/create-cluster.ts';
import { checkEmbeddedDatabase, startEmbeddedDatabase } from '../postgres/embedded-database.ts';
import { loadSecrets, occupyDataFolder, type Secrets } from './data-folder.ts';
import { keepRunning, type Running } from './node-child.ts';
import {
  availableConnections,
  connectionsOf,
  type ProcessPlan,
  poolThatFits,
  processPlan,
} from './process-plan.ts';
import { type ProgramSurroundings, startPrograms } from './programs.ts';

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
export interface ProductSurroundings extends ProgramSurroundings {
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
  { secrets, connections }: { secrets: Secrets; connections: number },
  around: ProductSurroundings,
): Promise<DatabaseUrls> {
  const logFile = join(folder, 'postgres.log');
  const size = await stat(logFile)
    .then((file) => file.size)
    .catch(() => 0);
  if (size > LONGEST_LOG_BYTES) await rename(logFile, `${logFile}.1`);
  const options = {
    cluster: join(folder, 'postgres'),
    password: secrets.database_password,
    logFile,
    connections,
  };
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

/** Starts everything, checks first, and resolves with the product's address once it answers. */
export async function startProduct(config: Config, around: ProductSurroundings): Promise<string> {
  const { signal } = around;
  requireSafeListening(config);
  // One that cannot be read is refused before anything is started.
  readCertificate(config);
  const folder = resolve(config.DATA_DIR);
  const release = await occupyDataFolder(folder);
  around.started({ stop: async () => release(), kill: release });
  const port = await choosePort(config);
  if (config.DATABASE_URL) await checkExternalDatabase(config);
  else checkEmbeddedDatabase(join(folder, 'postgres'));
  const secrets = await loadSecrets(folder);
  const plan = processPlan(config);
  // Our own database takes as many as there are to be.
  const pool = config.DATABASE_URL ? await poolFor(plan, config, around.log) : config.DATABASE_POOL;
  const connections = connectionsOf(plan, config.DATABASE_POOL, config.REDIS_URL !== undefined);

  const { DATABASE_URL, MIGRATE_DATABASE_URL, READ_DATABASE_URL } = config;
  const external: DatabaseUrls = { DATABASE_URL, MIGRATE_DATABASE_URL, READ_DATABASE_URL };
  const [database, client] = await Promise.allSettled([
    config.DATABASE_URL ? external : startDatabase(folder, { secrets, connections }, around),
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
  await startPrograms(
    {
      ...plan,
      env: { ...env, DATABASE_POOL: String(pool) },
      readyUrl: `${addressOf(config, port, 'reached')}/readyz`,
    },
    around,
  );
  return addressOf(config, port, 'shown');
}

/**
 * Starts API processes alone, or workers alone, on a database that is there and migrated, as a container does. Resolves
 * with what is to be said of it.
 */
export async function startOnly(
  kind: 'api' | 'worker',
  config: Config,
  around: ProgramSurroundings,
): Promise<string> {
  required('DATABASE_URL', config.DATABASE_URL);
  const whole = processPlan(config);
  const plan: ProcessPlan = kind === 'api' ? { ...whole, workers: 0 } : { ...whole, apis: 0 };
  if (kind === 'api') {
    required('JWT_SECRET', config.JWT_SECRET);
    requireSafeListening(config);
  }
  const port = kind === 'api' ? await choosePort(config) : 0;
  await checkExternalDatabase(config);
  around.signal.throwIfAborted();
  const pool = await poolFor(plan, config, around.log);
  const readyUrl = kind === 'api' ? `${addressOf(config, port, 'reached')}/readyz` : undefined;
  await startPrograms(
    { ...plan, env: { ...process.env, PORT: String(port), DATABASE_POOL: String(pool) }, readyUrl },
    around,
  );
  return kind === 'api'
    ? `The API is ready at ${addressOf(config, port, 'shown')}`
    : `${plan.workers} ${plan.workers === 1 ? 'worker runs' : 'workers run'}`;
}

/** The address at which the product is reached from here, or that is shown to people. */
function addressOf(config: Config, port: number, purpose: 'reached' | 'shown'): string {
  const scheme = readCertificate(config) ? 'https' : 'http';
  const shown = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const reached = config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST;
  const host = purpose === 'shown' ? shown : reached;
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Returns the connections that each process may have in its pool. Throws a StartError when they do not fit. */
async function poolFor(plan: ProcessPlan, config: Config, log: (line: string) => void): Promise<number> {
  const available = await availableConnections(ownersDatabaseUrl(config));
  const pool = poolThatFits(plan, available, config);
  if (pool < config.DATABASE_POOL)
    log(
      `Each process opens ${pool} connections to the database for its work instead of ${config.DATABASE_POOL} (DATABASE_POOL), ` +
        `since the database takes ${available} of all of them.`,
    );
  return pool;
}
