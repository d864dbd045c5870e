import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { mayMake } from '../access/directory.ts';
import { type NewAuditEntry, recordAudit } from '../audit/audit-log.ts';
import { CARD_AUDIO_MAX } from '../contract/card-limits.ts';
import { AppError, refusedFile } from '../contract/errors.ts';
import { administers, learns, type Role } from '../contract/roles.ts';
import type { Storage } from '../files/storage.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import { ADMINISTRATORS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { cancelRun, IS_OPEN } from '../run/run-rows.ts';
import type { ColumnMap } from './cards/card-source.ts';
import { forgetChecked } from './cards/checked-rows.ts';
import type { DeckImport } from './deck-import.entity.ts';
import { deckImportRun } from './deck-import.run.ts';
import type { NewImportBody } from './deck-import.schema.ts';
import {
  type ImportFile,
  type ImportFileRole,
  keepImportFiles,
  removeImportFiles,
  removeImportFolder,
} from './import-files.ts';
import { AUDIO_FILES_MAX, STUDENT_IMPORT_MAX, TEACHER_OPEN_MAX } from './import-limits.ts';
import { importById } from './import-list.ts';
import { readRequest } from './import-request.ts';

/** Only the size counts here. The worker finds out what a file is, and all that is wrong with it. */
function rule(field: ImportFileRole, maxBytes: number, most?: number): FileRule {
  const refusal = (limit = maxBytes): AppError =>
    refusedFile(field, 'upload_too_large', { megabytes: Math.floor(limit / 1024 / 1024) });
  return {
    field,
    maxBytes,
    ...(most && { most }),
    extensionOf: () => 'bin',
    tooLarge: refusal,
    wrongContent: () => refusal(),
  };
}

/** The files of an import. The one with the cards may be an archive as well. */
export const importUploads = (archiveMax: number): FileRule[] => [
  rule('audio_archive', archiveMax),
  rule('json_file', archiveMax),
  rule('audio_files', CARD_AUDIO_MAX, AUDIO_FILES_MAX),
];

const importStarted = (actorId: number, importId: number): NewAuditEntry => ({
  actorId,
  act: 'import.started',
  details: { import_id: importId },
});

/** Teachers' own decks are not what the audit log is for. */
const isNoted = async (tx: Tx, accountId: number): Promise<boolean> =>
  (
    await tx.query(`/* isNoted */ select 1 from users where id = $1 and role in ${ADMINISTRATORS}`, [
      accountId,
    ])
  ).rowCount === 1;

/**
 * Throws `too_many_imports` when a teacher or a student has enough that wait or run. Throws `own_decks_off` where
 * students make no decks. Two that come at once wait for one another.
 */
async function requireTurn(tx: Tx, ownerId: number): Promise<void> {
  const { rows: users } = await tx.query<{ role: Role }>(
    '/* requireTurn */ select role from users where id = $1 for no key update',
    [ownerId],
  );
  if (!users[0]) throw new AppError('wrong_role');
  const { role } = users[0];
  if (administers(role)) return;
  if (!(await mayMake(tx, role))) throw new AppError('own_decks_off');
  const { rows } = await tx.query<{ open: number }>(
    `/* requireTurn */ select count(*)::integer as open from deck_imports where user_id = $1 and ${IS_OPEN}`,
    [ownerId],
  );
  if (rows[0]!.open >= TEACHER_OPEN_MAX)
    throw new AppError('too_many_imports', { params: { max: TEACHER_OPEN_MAX } });
}

/** SQL: what was done is done once more, of the same files. */
const QUEUED_AGAIN = `status = 'queued', percent = 0, cards_done = 0, audio_done = 0, report = null, failure = null, finished_at = null,
  started_at = null, cancel_requested = false, attempts = 0, needs_check = false`;

/** An import as its owner asks for it. */
interface NewImport {
  ownerId: number;
  role: Role;
  body: NewImportBody;
  uploads: readonly Upload[];
}

/** Throws `upload_too_large` for more than a student may send. */
function requireFitting({ role, uploads }: NewImport): void {
  const bytes = uploads.reduce((sum, upload) => sum + upload.bytes, 0);
  if (learns(role) && bytes > STUDENT_IMPORT_MAX)
    throw new AppError('upload_too_large', { params: { megabytes: STUDENT_IMPORT_MAX / 1024 ** 2 } });
}

/** A teacher's or a student's deck is never official, and the administrator's goes by its title, whatever the form says. */
function allowedBody({ role, body }: NewImport): NewImportBody {
  // Only students have a schedule.
  const { with_schedule, ...plain } = body;
  if (learns(role)) return { ...body, is_official: '0', official_button_label: '' };
  if (!administers(role)) return { ...plain, is_official: '0', official_button_label: '' };
  const { into_deck: _, ...rest } = plain;
  return rest;
}

/**
 * Takes an import whose files have arrived and returns its id. Throws `invalid_import`, `upload_too_large`, or as
 * `requireTurn`.
 */
export async function createImport(pool: Pool, storage: Storage, given: NewImport): Promise<number> {
  const { ownerId, body, uploads } = given;
  requireFitting(given);
  const request = readRequest(
    allowedBody(given),
    uploads.some(({ field }) => field === 'json_file'),
  );
  const folder = randomUUID();
  try {
    const files = await keepImportFiles(storage, folder, uploads);
    const isCheck = body.check_only === '1';
    return await inTransaction(pool, async (tx) => {
      await requireTurn(tx, ownerId);
      const { id } = await tables<typeof DeckImport>(tx)
        .insertInto('deck_imports')
        .values({
          user_id: ownerId,
          check_only: isCheck,
          request: sql`${JSON.stringify(request)}`,
          files: sql`${JSON.stringify(files)}`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isCheck && administers(given.role)) await recordAudit(tx, [importStarted(ownerId, id)]);
      return id;
    });
  } catch (error) {
    await removeImportFolder(storage, folder).catch(() => {});
    throw error;
  }
}

/** The audit log has no mere check. */
async function noteStopped(tx: Tx, importId: number, actorId: number): Promise<void> {
  const { rowCount } = await tx.query(
    '/* noteStopped */ select 1 from deck_imports where id = $1 and not check_only',
    [importId],
  );
  if (rowCount && (await isNoted(tx, actorId)))
    await recordAudit(tx, [{ actorId, act: 'import.stopped', details: { import_id: importId } }]);
}

/**
 * Stops an import, at once when no process is at it. Else it ends as soon as its process obeys, unless it is about to
 * publish. Removes the files of an import that was only checked. Throws `import_not_found` or `import_has_ended`.
 */
export async function cancelImport(
  pool: Pool,
  storage: Storage,
  importId: number,
  actorId: number,
): Promise<void> {
  const outcome = await cancelRun(pool, deckImportRun, importId, (tx) => noteStopped(tx, importId, actorId));
  if (outcome === 'ended') await deckImportRun.afterEnd?.(pool, { storage: async () => storage }, importId);
  if (outcome !== 'over') return;
  const { rows } = await pool.query<{ files: ImportFile[] }>(
    `/* cancelImport */ update deck_imports set status = 'cancelled', has_files = false, finished_at = now()
     where id = $1 and status = 'checked' and has_files returning files`,
    [importId],
  );
  if (rows[0]) {
    await forgetChecked(pool, [importId]);
    return removeImportFiles(storage, rows[0].files);
  }
  const { status } = await importById(pool, importId);
  // Confirmed meanwhile.
  if (status === 'queued' || status === 'running') return cancelImport(pool, storage, importId, actorId);
  throw new AppError('import_has_ended');
}

/**
 * Checks once more what was checked, as it was mended. With `columns` it takes other columns of the table or fields of
 * Anki's notes, by names that the check found. That forgets what was mended. Throws `import_not_found`,
 * `import_not_checkable`, `invalid_import` or `too_many_imports`.
 */
export async function checkImportAgain(
  pool: Pool,
  importId: number,
  { actorId, columns }: { actorId: number; columns: ColumnMap | undefined },
): Promise<void> {
  await importById(pool, importId);
  await inTransaction(pool, async (tx) => {
    await requireTurn(tx, actorId);
    const { rows } = await tx.query<{ names: string[] | null }>(
      `/* checkImportAgain */ select report #> '{fields,names}' as names from deck_imports
       where id = $1 and status = 'checked' and has_files for update`,
      [importId],
    );
    if (!rows[0]) throw new AppError('import_not_checkable');
    if (columns) await chooseColumns(tx, importId, columns, rows[0].names);
    await tx.query(`/* checkImportAgain */ update deck_imports set ${QUEUED_AGAIN} where id = $1`, [
      importId,
    ]);
  });
}

/** The rows are others then, and their texts mean something else: what was mended in them goes. */
async function chooseColumns(
  tx: Tx,
  importId: number,
  columns: ColumnMap,
  names: readonly string[] | null,
): Promise<void> {
  if (!names) throw new AppError('import_not_checkable');
  const isThere = Object.values(columns).every((name) => names.includes(name));
  if (!isThere || !columns.front || !columns.back)
    throw new AppError('invalid_import', {
      params: { fields: 'columns' },
      errors: { columns: ['Names of columns or fields that the file has, among them front and back'] },
    });
  await forgetChecked(tx, [importId]);
  await tx.query(
    `/* chooseColumns */ update deck_imports set request = request || jsonb_build_object('columns', $2::jsonb) where id = $1`,
    [importId, JSON.stringify(columns)],
  );
}

/**
 * Starts the import of what was checked, into the deck that the check named. What has errors can be left out; else
 * there must be none. Throws `import_not_found`, `import_not_confirmable` or
 * `too_many_imports`.
 */
export async function confirmImport(
  pool: Pool,
  importId: number,
  { actorId, leaveOut }: { actorId: number; leaveOut: boolean },
): Promise<void> {
  const isConfirmed = await inTransaction(pool, async (tx) => {
    await requireTurn(tx, actorId);
    const { rowCount } = await tx.query(
      `/* confirmImport */ update deck_imports set ${QUEUED_AGAIN}, check_only = false,
       request = request || jsonb_build_object('leave_out', $2::boolean,
         'expected_deck', coalesce(report #> '{updates_deck,id}', 'null'))
     where id = $1 and status = 'checked' and has_files and (error_count = 0 or $2)`,
      [importId, leaveOut],
    );
    if (rowCount && (await isNoted(tx, actorId))) await recordAudit(tx, [importStarted(actorId, importId)]);
    return rowCount === 1;
  });
  if (isConfirmed) return;
  await importById(pool, importId);
  throw new AppError('import_not_confirmable');
}
