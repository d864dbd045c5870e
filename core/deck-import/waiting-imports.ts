import type { Pool } from 'pg';
import type { Storage } from '../storage.ts';
import { type ImportFile, removeImportFiles } from './import-files.ts';
import { finishImport } from './import-outcome.ts';
import { ImportError } from './import-problems.ts';

/** Imports that wait, or whose run has broken off, oldest first. */
export async function waitingImports(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'waiting_imports',
    text: `select id from deck_imports where status in ('queued', 'running') order by id`,
  });
  return rows.map(({ id }) => id);
}

/** Runs of one import that may break off by themselves, as when memory runs out, before it is given up. */
const ATTEMPTS_MAX = 3;

/** Counts a run that broke off without anybody having stopped it; after too many the import has failed. */
export async function countBrokenRun(
  pool: Pool,
  storage: Storage,
  importId: number,
  detail: string,
): Promise<void> {
  const { rows } = await pool.query<{ attempts: number; files: ImportFile[] }>(
    `update deck_imports set attempts = attempts + 1 where id = $1 and status in ('queued', 'running')
     returning attempts, files`,
    [importId],
  );
  const [row] = rows;
  if (!row || row.attempts < ATTEMPTS_MAX) return;
  const failure = new ImportError('import_broke', { attempts: row.attempts, detail });
  const client = await pool.connect();
  try {
    await finishImport(client, importId, { status: 'failed', failure });
  } finally {
    client.release();
  }
  await removeImportFiles(storage, row.files);
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
