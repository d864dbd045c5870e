import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import { UNKNOWN_MIGRATIONS } from '../newer-database.ts';
import type { Storage } from '../storage.ts';
import { inTransaction } from '../transaction.ts';
import { type ImportFile, removeImportFiles, uploadedFolders } from './import-files.ts';
import { finishImport, type ImportOutcome } from './import-outcome.ts';
import { ImportError } from './import-problems.ts';

/** Of two processes that take up one import, the second finds this lock taken (with the import's id as second key). */
export const IMPORT_LOCK = "hashtext('nho deck import')";

/**
 * Imports that wait, or whose run has broken off, oldest first; not those that a process is at. None when a newer version
 * has migrated the database: they are for that version's workers.
 */
export async function waitingImports(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'waiting_imports',
    text: `select id from deck_imports i where status in ('queued', 'running') and not exists (
             select from pg_locks where locktype = 'advisory' and objid::bigint = i.id
               and classid::bigint = ${IMPORT_LOCK}::bigint & 4294967295
               and database = (select oid from pg_database where datname = current_database()))
             and ${UNKNOWN_MIGRATIONS} is null
           order by id`,
  });
  return rows.map(({ id }) => id);
}

/** Runs of one import that may break off by themselves, as when memory runs out, before it is given up. */
const ATTEMPTS_MAX = 3;

/** Where imports are: their rows, their files, and the data folder of this machine. */
export interface ImportPlaces {
  pool: Pool;
  storage: Storage;
  dataDir: string;
}

/** The working folder of an import, on the machine that runs it. */
export const workFolderOf = (dataDir: string, importId: number): string =>
  join(resolve(dataDir, 'uploads'), `import-${importId}`);

/** Counts a run that broke off without anybody having stopped it; after too many the import has failed. */
export async function countBrokenRun(places: ImportPlaces, importId: number, detail: string): Promise<void> {
  const { pool } = places;
  const { rows } = await pool.query<{ attempts: number }>(
    `update deck_imports set attempts = attempts + 1 where id = $1 and status in ('queued', 'running')
     returning attempts`,
    [importId],
  );
  const [row] = rows;
  if (!row || row.attempts < ATTEMPTS_MAX) return;
  const failure = new ImportError('import_broke', { attempts: row.attempts, detail });
  await endImport(places, importId, { status: 'failed', failure });
}

/** Whether somebody has asked to stop a run that is not about to publish. */
export async function isToStop(pool: Pool, importId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from deck_imports where id = $1 and status = 'running' and cancel_requested
       and phase is distinct from 'publishing'`,
    [importId],
  );
  return rowCount === 1;
}

/** Ends an import whose process is gone, unless that has ended it: what it was about to publish is undone by then. */
export async function endImport(
  { pool, storage }: ImportPlaces,
  importId: number,
  outcome: ImportOutcome,
): Promise<void> {
  const files = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ files: ImportFile[] }>(
      `select files from deck_imports where id = $1 and status in ('queued', 'running') for update`,
      [importId],
    );
    if (rows[0]) await finishImport(client, importId, outcome);
    return rows[0]?.files;
  });
  if (files) await removeImportFiles(storage, files);
}

/**
 * Removes what runs of imports that have ended could not remove any more: staged rows, working folders on this machine,
 * and what was uploaded.
 */
export async function removeLeftovers({ pool, storage, dataDir }: ImportPlaces): Promise<void> {
  const open = `select id from deck_imports where status in ('queued', 'running')`;
  await pool.query(`delete from deck_import_rows where import_id not in (${open})`);
  const folder = resolve(dataDir, 'uploads');
  const names = await readdir(folder).catch(() => []);
  const { rows } = await pool.query<{ id: number }>(open);
  const kept = new Set(rows.map(({ id }) => `import-${id}`));
  for (const name of names.filter((one) => /^import-\d+$/.test(one) && !kept.has(one)))
    await rm(join(folder, name), { recursive: true, force: true });
  // Few, since each run removes its own.
  const uploaded = await uploadedFolders(storage);
  if (uploaded.length === 0) return;
  const { rows: ended } = await pool.query<{ files: ImportFile[] }>(
    `select files from deck_imports where not has_files and status not in ('queued', 'running')
       and split_part(files -> 0 ->> 'key', '/', 2) = any ($1)`,
    [uploaded],
  );
  for (const { files } of ended) await removeImportFiles(storage, files);
}

/** For how long a checked import can still be confirmed. */
const KEPT = '24 hours';

/** Forgets the files of imports that were checked long ago and never confirmed. */
export async function forgetCheckedFiles(pool: Pool, storage: Storage): Promise<void> {
  const { rows } = await pool.query<{ files: ImportFile[] }>(
    `update deck_imports set has_files = false
     where status = 'checked' and has_files and finished_at < now() - interval '${KEPT}' returning files`,
  );
  for (const { files } of rows) await removeImportFiles(storage, files);
}
