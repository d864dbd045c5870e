import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createCluster } from '../../bin/postgres/create-cluster.ts';
import {
  checkEmbeddedDatabase,
  readPostmasterFile,
  startEmbeddedDatabase,
} from '../../bin/postgres/embedded-database.ts';
import { type Database, openDatabase } from '../../core/database.ts';

/** Of the most processes that are measured. */
const CONNECTIONS = 250;

export const JWT_SECRET = 'only-for-measuring-only-for-measuring';

export interface BenchDatabase {
  url: string;
  database: Database;
  dataDir: string;
  /** The process of Postgres that starts all its others. */
  postmaster: number;
  /** Starts a script of the product, or of the bench, against this database. `close` stops those that still run. */
  run(script: string, env?: Record<string, string>): ReturnType<typeof spawn>;
  close(): Promise<void>;
}

/**
 * A fresh Postgres as the product starts it, as durable as in use, with the official decks and nothing else. `settings`
 * are more of its settings, by name; those that the product itself gives stay.
 */
export async function openBenchDatabase(
  settings: Record<string, string> = {},
): Promise<BenchDatabase & { pool: Pool }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nho-bench-'));
  chmodSync(dataDir, 0o755);
  const [cluster, password] = [join(dataDir, 'postgres'), 'bench'];
  await createCluster(cluster, { password, user: checkEmbeddedDatabase(cluster), durable: true });
  for (const [name, value] of Object.entries(settings))
    appendFileSync(join(cluster, 'postgresql.conf'), `${name} = '${value}'\n`);
  const logFile = join(dataDir, 'postgres.log');
  const postgres = await startEmbeddedDatabase({ cluster, password, logFile, connections: CONNECTIONS });
  const url = postgres.url();
  const started: ChildProcess[] = [];
  const run = (script: string, env: Record<string, string> = {}) => {
    const [path, ...words] = script.split(' ');
    const child = spawn(process.execPath, [join(import.meta.dirname, '../..', path!), ...words], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        JWT_SECRET,
        LOG_LEVEL: 'error',
        ADMIN_PASSWORD: 'bench-bench',
        // Counted as ever, and never met: one account of a measurement stands for many people.
        REQUESTS_PER_SECOND: '1000000',
        ADDRESS_REQUESTS_PER_SECOND: '1000000',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.push(child);
    return child;
  };
  await new Promise<void>((resolve, reject) =>
    run('bin/migrate.ts').once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('migration failed')),
    ),
  );
  const database = await openDatabase(url, { connections: 10, name: 'nho bench' });
  return {
    url,
    database,
    pool: database.pool,
    dataDir,
    postmaster: readPostmasterFile(cluster)!.pid,
    run,
    close: async () => {
      await Promise.all(started.filter(({ connected }) => connected).map(stopProcess));
      await database.close();
      await postgres.stop('immediate');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** As the launcher's end does it: a server or a worker ends cleanly. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Adds students without passwords, ids 1000 and up. */
export const addStudents = (database: Database, count: number): Promise<number[]> =>
  addAccounts(database, { role: 'student', first: 1_000, count });

/** Adds teachers without passwords, ids 100000 and up. */
export const addTeachers = (database: Database, count: number): Promise<number[]> =>
  addAccounts(database, { role: 'teacher', first: 100_000, count });

async function addAccounts(
  { pool }: Database,
  { role, first, count }: { role: 'student' | 'teacher'; first: number; count: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (id, name, email, password_hash, role, time_zone) overriding system value
     select id, initcap($1) || ' ' || id, $1 || id || '@bench', '', $1, 'Asia/Ho_Chi_Minh'
     from generate_series($2::integer, $2 + $3 - 1) id returning id`,
    [role, first, count],
  );
  return rows.map((row) => row.id);
}

/** Lets students into a class; what they have studied before is not computed for it. */
export const addMembers = ({ pool }: Database, classId: number, studentIds: number[]): Promise<unknown> =>
  pool.query(
    `insert into class_members (class_id, student_id, status, joined_at)
     select $1, id, 'approved', now() from unnest($2::integer[]) id`,
    [classId, studentIds],
  );

/**
 * Adds an official deck of a teacher, with so many cards. Returns its id and that of its first card; the others follow
 * on.
 */
export async function addWordDeck(
  { pool }: Database,
  teacherId: number,
  count: number,
): Promise<[number, number]> {
  const { rows: decks } = await pool.query<{ id: number }>(
    `insert into decks (user_id, title, is_official, official_button_label) values ($1, 'Words', true, 'Words')
     returning id`,
    [teacherId],
  );
  const { rows: cards } = await pool.query<{ id: number }>(
    `insert into cards (deck_id, ordinal, front, back)
     select $1, n, 'word ' || n, 'nghĩa ' || n from generate_series(1, $2::integer) n returning id`,
    [decks[0]!.id, count],
  );
  return [decks[0]!.id, Math.min(...cards.map(({ id }) => id))];
}

/** Of several rounds the middle one: the best would be luck, and the worst somebody else's work on the machine. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Resident memory of a process, now or at its highest (`VmHWM`), in millions of bytes. */
export function residentMegabytes({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
  return Math.round((kilobytes * 1_024) / 1e6);
}
