import type { ClientBase } from 'pg';
import { isStorageUnavailable } from '../files/storage.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { defineRun, type RunEnd, type RunKeeper } from '../run/run-kind.ts';
import { OWN_DATA_DAYS } from './own-data-limits.ts';
import type { OwnDataRow } from './perform-own-data.ts';

/** The making of a file of all that is kept of one person. */
export const ownDataRun = defineRun<OwnDataRow, { bytes: number }>({
  name: 'own-data',
  table: 'own_data_files',
  title: 'a file of own data',
  activity: 'putting own data together',
  lock: { name: 'nho own data', of: 'run' },
  columns: ['user_id', 'file_key'],
  isAtLastStep: 'false',
  process: {
    heapMb: 128,
    connection: 'nho own data',
    settings: ['NODE_ENV', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL', 'LOG_LEVEL'],
    withStorage: true,
  },

  async perform(run, place) {
    const { performOwnData } = await import('./perform-own-data.ts');
    return performOwnData(run, place);
  },
  judge: (error) => (isTransient(error) || isStorageUnavailable(error) ? 'unavailable' : 'broke'),
  end: writeEnd,
  logEnd(log, runId, end) {
    if (end.status === 'failed') log.error({ failure: end.failure, run: runId }, 'a file of own data failed');
  },
  tidyHourly: removeOldFiles,
});

async function writeEnd(db: ClientBase, runId: number, end: RunEnd<{ bytes: number }>): Promise<void> {
  const isDone = end.status === 'done';
  await db.query(
    `update own_data_files set status = $2, bytes = $3, finished_at = now(),
       percent = case when $2 = 'completed' then 100 else percent end where id = $1`,
    [runId, isDone ? 'completed' : end.status, isDone ? end.result.bytes : null],
  );
}

/** Files before rows: what is left by a process that dies in between is tried again. */
async function removeOldFiles({ pool, storage }: RunKeeper): Promise<void> {
  const { rows } = await pool.query<{ id: number; file_key: string }>(
    `select id, file_key from own_data_files
     where finished_at < now() - case status when 'completed' then ${OWN_DATA_DAYS} else 1 end * interval '1 day'`,
  );
  if (rows.length === 0) return;
  const { disk } = await storage();
  for (const { file_key } of rows) await disk.delete(file_key);
  await pool.query('delete from own_data_files where id = any ($1)', [rows.map(({ id }) => id)]);
}
