import type { Pool } from 'pg';
import { AppError, orThrow } from '../contract/errors.ts';
import { isStorageUnavailable } from '../files/storage.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { RunHistory } from '../run/run-history.ts';
import { defineRun, type RunEnd, type RunKeeper, type RunKind } from '../run/run-kind.ts';
import { cancelRun } from '../run/run-rows.ts';
import type { OwnDataFile } from './own-data.entity.ts';
import type { OwnData } from './own-data.schema.ts';
import { OWN_DATA_A_DAY, OWN_DATA_DAYS } from './own-data-limits.ts';
import type { OwnDataRow } from './perform-own-data.ts';

interface Row extends Omit<OwnData, 'kept_until'> {
  kept_until: string | null;
}

const history = new RunHistory<Row, OwnData>({
  select: `select id, status, percent, bytes::float8 as bytes, created_at, started_at, finished_at,
      case when status = 'completed' then to_json(finished_at + ${OWN_DATA_DAYS} * interval '1 day') #>> '{}' end as kept_until
    from own_data_files`,
  show: (row) => ({ ...row, kept_until: row.kept_until && new Date(row.kept_until).toISOString() }),
  listed: 1,
  notFound: 'own_data_not_ready',
});

const ofPerson = (personId: number): string => `user_id = ${Number(personId)}`;

/** Returns a person's latest file, or how far it is; null without any. */
export const latestOwnData = async (pool: Pool, personId: number): Promise<OwnData | null> =>
  (await history.latest(pool, ofPerson(personId)))[0] ?? null;

/**
 * Asks for a file of all that is kept of a person. Throws `own_data_waits` while one is made, and `too_much_own_data` after a
 * few within a day.
 */
export async function requestOwnData(pool: Pool, personId: number): Promise<OwnData> {
  const id = await inTransaction(pool, async (tx) => {
    // Of two requests at once the later one counts the earlier.
    await tx.query('/* requestOwnData */ select 1 from users where id = $1 for no key update', [personId]);
    const { rows: known } = await tx.query<{ open: boolean; recent: number }>(
      `/* requestOwnData */ select coalesce(bool_or(status in ('queued', 'running')), false) as open,
         count(*) filter (where created_at > now() - interval '1 day')::integer as recent
       from own_data_files where user_id = $1`,
      [personId],
    );
    if (known[0]!.open) throw new AppError('own_data_waits');
    if (known[0]!.recent >= OWN_DATA_A_DAY)
      throw new AppError('too_much_own_data', { params: { max: OWN_DATA_A_DAY } });
    const { id: made } = await tables<typeof OwnDataFile>(tx)
      .insertInto('own_data_files')
      .values({ user_id: personId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made;
  });
  return history.byId(pool, id);
}

/** Stops the making of a person's file, at once or as soon as its process hears of it. Throws `own_data_has_ended`. */
export async function cancelOwnData(pool: Pool, run: RunKind, personId: number): Promise<OwnData> {
  const latest = await latestOwnData(pool, personId);
  if (!latest || (await cancelRun(pool, run, latest.id)) === 'over') throw new AppError('own_data_has_ended');
  return history.byId(pool, latest.id);
}

/** Returns where the latest file lies in the storage, and its size. Throws `own_data_not_ready`. */
export async function ownDataFile(pool: Pool, personId: number): Promise<{ key: string; bytes: number }> {
  const { rows } = await pool.query<{ key: string; bytes: number }>(
    `/* ownDataFile */ select file_key as key, bytes::float8 as bytes from own_data_files
     where user_id = $1 and status = 'completed' order by id desc limit 1`,
    [personId],
  );
  return orThrow(rows[0], 'own_data_not_ready');
}

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

async function writeEnd(tx: Tx, runId: number, end: RunEnd<{ bytes: number }>): Promise<void> {
  const isDone = end.status === 'done';
  await tx.query(
    `/* writeEnd */ update own_data_files set status = $2, bytes = $3, finished_at = now(),
       percent = case when $2 = 'completed' then 100 else percent end where id = $1`,
    [runId, isDone ? 'completed' : end.status, isDone ? end.result.bytes : null],
  );
}

/** Files before rows: what is left by a process that dies in between is tried again. */
async function removeOldFiles({ pool, storage }: RunKeeper): Promise<void> {
  const { rows } = await pool.query<{ id: number; file_key: string }>(
    `/* removeOldFiles */ select id, file_key from own_data_files
     where finished_at < now() - case status when 'completed' then ${OWN_DATA_DAYS} else 1 end * interval '1 day'`,
  );
  if (rows.length === 0) return;
  const { disk } = await storage();
  for (const { file_key } of rows) await disk.delete(file_key);
  await pool.query('/* removeOldFiles */ delete from own_data_files where id = any ($1)', [
    rows.map(({ id }) => id),
  ]);
}
