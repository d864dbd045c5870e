import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { lockClassProgress, recomputeStudent } from '../classroom/class-progress.projection.ts';
import { filesOfCard, filesOfCardAsJson } from '../contract/card-fields.ts';
import { orThrow } from '../contract/errors.ts';
import { forgetResults, lockExamResults } from '../exam/results/exam-results.projection.ts';
import { appendEvents } from '../log/append/append-statement.ts';
import { studentErased } from '../log/log.events.ts';
import { ADMINISTRATORS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { triedAgain } from '../postgres/tried-again.ts';
import { tables } from '../postgres/typed-tables.ts';
import { requireNoObstacles } from './deletion-obstacles.ts';
import { lockAdministrators } from './person-changes.ts';

/** How long the event waits for the partition's lock. */
const PATIENCE_MS = 2_000;

interface Erasure {
  personId: number;
  /** The account that does it; 0 for the operator and for what was due. */
  actorId: number;
  /** For the audit log: who wanted it. */
  reason: string;
  /** Does nothing unless the account is to be erased by now: its owner may have changed their mind. */
  onlyIfDue?: boolean;
}

/**
 * Erases an account with all that is of the person alone. Ends the student in the log, in the same transaction. Then
 * the log's events and the audit log have the number, which names nobody. Returns the keys of the person's files in the
 * storage, for `removeErasedFiles`; undefined when it is not due. Throws `person_not_found`, `last_administrator` or
 * `person_has_work`. Plain SQL: each statement is of whole sets of somebody else's tables.
 */
export const eraseAccount = (pool: Pool, erasure: Erasure): Promise<string[] | undefined> =>
  triedAgain(() => inTransaction(pool, (tx) => erase(tx, erasure)));

async function erase(
  tx: Tx,
  { personId, actorId, reason, onlyIfDue = false }: Erasure,
): Promise<string[] | undefined> {
  // Checkpoints before rows, as an approval or a removal of a member does; the log's partition, which answers wait for, last.
  await lockClassProgress(tx, [personId]);
  await lockExamResults(tx);
  await lockAdministrators(tx);
  // From here on nobody can give them a class or a deck: a row that names them would wait for this one.
  const { rows } = await tx.query<{ now: Date | string; is_due: boolean }>(
    `/* erase */ select clock_timestamp() as now, coalesce(delete_at <= clock_timestamp(), false) as is_due from users
     where id = $1 for update`,
    [personId],
  );
  const person = orThrow(rows[0], 'person_not_found');
  if (onlyIfDue && !person.is_due) return undefined;
  // A deck that is put into a class meanwhile waits for its row.
  await tx.query('/* erase */ select 1 from decks where user_id = $1 order by id for update', [personId]);
  await requireNoObstacles(tx, personId);
  const { rows: files } = await tx.query<{ key: string }>(FILES, [personId]);
  await leaveClasses(tx, personId);
  await removeWork(tx, personId);
  await tx.query(
    '/* erase */ delete from class_invitations where email = (select lower(email) from users where id = $1)',
    [personId],
  );
  // The foreign keys take settings, attempts, places of logins, ended tokens and the like along.
  await tables<typeof Account>(tx).deleteFrom('users').where('id', '=', personId).execute();
  await recordAudit(tx, [{ actorId, act: 'person.deleted', personId, details: { reason } }]);
  await appendEvents(tx, [studentErased(personId, new Date(person.now))], { patienceMs: PATIENCE_MS });
  return files.map(({ key }) => key);
}

/** The keys of files of person $1: of own data, of exams, and of cards as they are, as they were and in the trash. */
const FILES = `
  with own as (select id from decks where user_id = $1 and not is_official),
    gone as (select id from trashed_decks where owner_id = $1 and not ("row" ->> 'is_official')::boolean),
    gone_cards as (select id, files from trashed_cards where deck_id in (select id from own)
      or trashed_deck_id in (select id from gone))
  select file_key as key from own_data_files where user_id = $1
  union select main_audio_path from exams where teacher_id = $1 and main_audio_path is not null
  union select unnest(files) from gone_cards
  union select substr(file, 10) from (
    select f.file from cards c, ${filesOfCard('c')} f (file) where c.deck_id in (select id from own)
    union select f.file from card_versions v, ${filesOfCardAsJson('v.was')} f (file) where v.deck_id in (select id from own)
    union select f.file from trashed_rows r, ${filesOfCardAsJson(`(r."row" -> 'was')`)} f (file)
      where r.table_name = 'card_versions'
        and (r.deck_id in (select id from gone) or r.card_id in (select id from gone_cards))
  ) of_cards where file is not null`;

/** What they studied no longer counts for their classes. */
async function leaveClasses(tx: Tx, personId: number): Promise<void> {
  const { rows } = await tx.query<{ class_id: number; status: string }>(
    '/* leaveClasses */ delete from class_members where student_id = $1 returning class_id, status',
    [personId],
  );
  for (const { class_id, status } of rows)
    if (status === 'approved') await recomputeStudent(tx, class_id, personId);
  await tx.query(
    `/* leaveClasses */ update roster_parts set student_ids = array_remove(student_ids, $1::integer)
     where student_ids @> array[$1::integer]`,
    [personId],
  );
}

/** Decks, exams and imports that nobody else has anything of. */
async function removeWork(tx: Tx, personId: number): Promise<void> {
  const { rows: exams } = await tx.query<{ id: number }>(
    '/* removeWork */ delete from exams where teacher_id = $1 returning id',
    [personId],
  );
  for (const { id } of exams) await forgetResults(tx, id);
  await tx.query(
    `/* removeWork */ update decks set user_id = (select id from users where role in ${ADMINISTRATORS} and disabled_at is null and id <> $1
       order by id limit 1)
     where user_id = $1 and is_official`,
    [personId],
  );
  // Official decks that were deleted are in the administrators' trash, and stay there.
  await tx.query(
    `/* removeWork */ update trashed_decks set owner_id = coalesce((select id from users where role in ${ADMINISTRATORS} and disabled_at is null
       and id <> $1 order by id limit 1), owner_id)
     where owner_id = $1 and ("row" ->> 'is_official')::boolean`,
    [personId],
  );
  // What is in the trash goes with the deck, or with its owner.
  await tx.query('/* removeWork */ delete from decks where user_id = $1', [personId]);
  // One under way hears that its row is gone, and ends.
  await tx.query('/* removeWork */ delete from deck_imports where user_id = $1', [personId]);
}
