import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isStorageUnavailable } from '../files/storage.ts';
import { removeUnusedFiles } from '../files/unused-files.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { defineRun, type RunKeeper, type RunStore } from '../run/run-kind.ts';
import { IS_OPEN } from '../run/run-rows.ts';
import { removeOldTrash } from '../trash/trash-decks.ts';
import { forgetChecked } from './cards/checked-rows.ts';
import { clearStaging } from './cards/staging.ts';
import { type ImportFile, removeImportFiles, uploadedFolders, workFoldersOf } from './import-files.ts';
import { finishImport, type ImportOutcome, outcomeOf } from './import-outcome.ts';
import type { ImportRow } from './perform-import.ts';

/** Removes what ended imports could not remove: rows that were read, working folders on this machine, and uploads. */
export async function removeLeftovers({
  pool,
  storage: openedStorage,
  config,
}: RunStore & Pick<RunKeeper, 'config'>): Promise<void> {
  const open = `select id from deck_imports where ${IS_OPEN}`;
  for (const staged of ['deck_import_rows', 'deck_import_answers'])
    await pool.query(`/* removeLeftovers */ delete from ${staged} where import_id not in (${open})`);
  for (const checked of ['deck_import_cards', 'deck_import_mends'])
    await pool.query(
      `/* removeLeftovers */ delete from ${checked} c using deck_imports i where i.id = c.import_id and not i.has_files`,
    );
  const folder = workFoldersOf(config.DATA_DIR);
  const names = await readdir(folder).catch(() => []);
  const { rows } = await pool.query<{ id: number }>(open);
  const kept = new Set(rows.map(({ id }) => `import-${id}`));
  for (const name of names.filter((one) => /^import-\d+$/.test(one) && !kept.has(one)))
    await rm(join(folder, name), { recursive: true, force: true });
  // Few, since each run removes its own.
  const storage = await openedStorage();
  const uploaded = await uploadedFolders(storage);
  if (uploaded.length === 0) return;
  const { rows: ended } = await pool.query<{ files: ImportFile[] }>(
    `/* removeLeftovers */ select files from deck_imports where not has_files and not (${IS_OPEN})
       and split_part(files -> 0 ->> 'key', '/', 2) = any ($1)`,
    [uploaded],
  );
  for (const { files } of ended) await removeImportFiles(storage, files);
}

/** For how long a checked import can still be confirmed. */
const KEPT = '24 hours';

/** Forgets the files of imports that were checked long ago and never confirmed, and what was read of them. */
export async function forgetCheckedFiles({ pool, storage }: RunStore): Promise<void> {
  const { rows } = await pool.query<{ id: number; files: ImportFile[] }>(
    `/* forgetCheckedFiles */ update deck_imports set has_files = false
     where status = 'checked' and has_files and finished_at < now() - interval '${KEPT}' returning id, files`,
  );
  await forgetChecked(
    pool,
    rows.map(({ id }) => id),
  );
  for (const { files } of rows) await removeImportFiles(await storage(), files);
}

/** The import of a deck. A hostile file can break its process at most. */
export const deckImportRun = defineRun<ImportRow, ImportOutcome>({
  name: 'deck-import',
  table: 'deck_imports',
  title: 'an import',
  activity: 'importing',
  lock: { name: 'nho deck import', of: 'run' },
  columns: ['user_id', 'check_only', 'request', 'files'],
  owner: 'user_id',
  isAtLastStep: `phase = 'publishing'`,
  process: {
    // What it reads passes through buffers of a few more.
    heapMb: 192,
    connection: 'nho import',
    settings: [
      'NODE_ENV',
      'DATA_DIR',
      'DATABASE_URL',
      'STORAGE_URL',
      'DECKS_MAX',
      'FILES_MAX',
      'FILE_BYTES_MAX',
      'IMPORT_ARCHIVE_MAX',
      'IMPORT_ENTRIES_MAX',
      'IMPORT_INFLATED_MAX',
      'LOG_LEVEL',
    ],
    withStorage: true,
    longestSeconds: (config) => config.IMPORT_SECONDS_MAX,
  },

  async perform(run, place) {
    const { performImport } = await import('./perform-import.ts');
    return performImport(run, place);
  },
  judge: (error) => (isTransient(error) || isStorageUnavailable(error) ? 'unavailable' : 'broke'),
  end: (db, importId, end) => finishImport(db, importId, outcomeOf(end)),

  async afterEnd(db, place, importId) {
    await clearStaging(db, importId);
    const { rows } = await db.query<{ files: ImportFile[] }>(
      '/* afterEnd */ select files from deck_imports where id = $1 and not has_files',
      [importId],
    );
    if (!rows[0]) return;
    await forgetChecked(db, [importId]);
    await removeImportFiles(await place.storage(), rows[0].files);
  },
  tidy: removeLeftovers,
  async tidyHourly(keeper) {
    await forgetCheckedFiles(keeper);
    await removeLeftovers(keeper);
    await removeOldTrash(keeper.pool);
    await removeUnusedFiles(keeper.pool, await keeper.storage(), keeper.now());
  },
});
