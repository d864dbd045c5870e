import type { Pool } from 'pg';
import { isTransient } from '../../postgres/postgres-error.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { defineRun, type RunEnd } from '../../run/run-kind.ts';
import { cancelRun, IS_OPEN } from '../../run/run-rows.ts';
import type { ScheduleImportRow } from './perform-schedule-import.ts';

/** The appending of answers that came along with an import, part by part. What is appended stays, and is there once. */
export const scheduleImportRun = defineRun<ScheduleImportRow, true>({
  name: 'schedule-import',
  table: 'schedule_imports',
  title: 'the import of a schedule',
  activity: 'bringing a schedule along',
  lock: { name: 'nho schedule import', of: 'run' },
  columns: ['user_id'],
  owner: 'user_id',
  isAtLastStep: 'false',
  process: {
    heapMb: 128,
    connection: 'nho schedule import',
    settings: ['NODE_ENV', 'DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL'],
  },

  async perform(run) {
    const { performScheduleImport } = await import('./perform-schedule-import.ts');
    await performScheduleImport(run);
    return true;
  },
  judge: (error) => (isTransient(error) ? 'unavailable' : 'broke'),
  end: writeEnd,
  logEnd(log, runId, end) {
    if (end.status === 'failed')
      log.error({ failure: end.failure, run: runId }, 'a schedule did not come along');
  },
});

async function writeEnd(tx: Tx, runId: number, end: RunEnd<true>): Promise<void> {
  const status = end.status === 'done' ? 'completed' : end.status;
  await tx.query(
    `/* writeEnd */ update schedule_imports set status = $2, finished_at = now(),
       percent = case when $2 = 'completed' then 100 else percent end where id = $1`,
    [runId, status],
  );
  await tx.query('/* writeEnd */ delete from schedule_import_cards where schedule_import_id = $1', [runId]);
}

/** Stops the schedule that comes along with an import. Returns false when none is on its way. */
export async function cancelScheduleImport(pool: Pool, importId: number): Promise<boolean> {
  const { rows } = await pool.query<{ id: number }>(
    `/* cancelScheduleImport */ select id from schedule_imports where import_id = $1 and ${IS_OPEN}`,
    [importId],
  );
  return rows[0] !== undefined && (await cancelRun(pool, scheduleImportRun, rows[0].id)) !== 'over';
}
