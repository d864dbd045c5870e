import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/until.ts';
import type { LoadedWorld } from './fault-world.ts';

/** Two API processes and two workers, with their pools, queues and change feeds. */
const CONNECTIONS_MAX = 90;

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

/** What is in use in the database that should not be once nobody asks anything. */
const HELD = `
  select 'a session that is idle in its transaction: ' || application_name as held from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'
  union all
  select 'a lock that is waited for: ' || locktype from pg_locks where not granted
  union all
  select 'an advisory lock' from pg_locks where locktype = 'advisory'
  union all
  select 'a schema of a rebuild that is gone: ' || nspname from pg_namespace where nspname like 'nho\\_rebuild%'`;

/** Older than any upload can take. */
const STALE_SECONDS = 8 * 3_600;

/**
 * Lets hours pass, and starts an API process. It removes what another one left that was killed while receiving a file.
 */
async function removeStaleUploads(world: LoadedWorld): Promise<void> {
  const folder = join(world.dataDir, 'uploads');
  const names = filesIn(folder);
  if (names.length === 0) return;
  const then = Date.now() / 1_000 - STALE_SECONDS;
  for (const name of names) if (existsSync(join(folder, name))) utimesSync(join(folder, name), then, then);
  const [api] = world.apis;
  await api!.end('SIGTERM');
  await api!.up();
}

/**
 * Files of imports that are over. What an API process had put there when it was killed, before its import had a row, is
 * nobody's: it goes after two days, as test/files/unused-files.test.ts sees.
 */
async function importFiles(world: LoadedWorld): Promise<string[]> {
  const folder = join(world.dataDir, 'storage');
  if (filesIn(join(folder, 'imports')).length === 0) return [];
  const rows = await world.ask<{ key: string }>(
    `select f ->> 'key' as key from deck_imports, jsonb_array_elements(files) f`,
  );
  return rows.filter(({ key }) => existsSync(join(folder, key))).map(({ key }) => `the file ${key}`);
}

/** I11: what is left a while after everything has become quiet. The product still runs. */
export async function leftInUse(world: LoadedWorld): Promise<string[]> {
  await removeStaleUploads(world);
  let left: string[] = [];
  await until(async () => {
    left = (await world.ask<{ held: string }>(HELD)).map(({ held }) => held);
    const [row] = await world.ask<{ connections: number }>(
      `select count(*)::integer as connections from pg_stat_activity
       where datname = current_database() and application_name like 'nho %'`,
    );
    if (row!.connections > CONNECTIONS_MAX) left.push(`${row!.connections} connections`);
    for (const name of filesIn(join(world.dataDir, 'uploads'))) left.push(`the file uploads/${name}`);
    left.push(...(await importFiles(world)));
    return left.length === 0 || pause(500, false);
  }, 'nothing is left').catch(() => {});
  return left;
}

/** I11: processes of this product that still run although it was ended. */
export function orphansOf(world: LoadedWorld): string[] {
  const mark = `FAULT_WORLD=${world.dataDir}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
      } catch {
        return false;
      }
    })
    .map((pid) => `process ${pid}`);
}
