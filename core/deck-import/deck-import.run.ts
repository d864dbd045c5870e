import { isStorageUnavailable } from '../files/storage.ts';
import { removeUnusedFiles } from '../files/unused-files.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { defineRun } from '../run/run-kind.ts';
import { removeOldTrash } from '../trash/old-trash.ts';
import { forgetChecked } from './cards/checked-rows.ts';
import { clearStaging } from './cards/staging.ts';
import { type ImportFile, removeImportFiles } from './import-files.ts';
import { forgetCheckedFiles, removeLeftovers } from './import-leftovers.ts';
import { finishImport, type ImportOutcome, outcomeOf } from './import-outcome.ts';
import type { ImportRow } from './perform-import.ts';

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
      'select files from deck_imports where id = $1 and not has_files',
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
