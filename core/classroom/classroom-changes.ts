import { sql } from 'kysely';
import type { Pool } from 'pg';
import { lockClass, lockOpenClass } from '../access/class-rights.ts';
import { requireRoomFor } from '../access/quotas.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError, invalidField } from '../contract/errors.ts';
import type { ClassWay } from '../deck/deck.schema.ts';
import { ofStudent } from '../log/position.ts';
import { lockedByKey } from '../postgres/several-servers.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyLine } from '../text/tidy-text.ts';
import { endCode, insertClass } from './class-code.ts';
import { requestGathering } from './class-gathering.ts';
import { lockClassProgress } from './class-progress.projection.ts';
import type { ClassDeck, Classroom } from './classroom.entity.ts';
import { CLASS_NAME_MAX } from './classroom-limits.ts';

/**
 * Makes a class with the decks of another one and the ways to practise them, without its people and exams. Returns its
 * number. Throws `validation_failed` for its name, `too_many_classes` beyond `max`, or `class_not_found`.
 */
export function copyClass(
  pool: Pool,
  { classId, actorId, name, max }: { classId: number; actorId: number; name: string; max: number },
): Promise<number> {
  const clean = tidyClassName(name);
  return inTransaction(pool, async (tx) => {
    await requireRoomFor(tx, 'classes', actorId, max);
    await lockClass(tx, classId, 'shared');
    const id = await insertClass(tx, { teacher_id: actorId, name: clean });
    // Plain: one statement for all decks, in their order; one that is deleted meanwhile is left out.
    await tx.query(
      `/* copyClass */ with own as (
         select k.* from class_decks k join decks d on d.id = k.deck_id
         where k.class_id = $2 order by k.ordinal ${lockedByKey('d')})
       insert into class_decks (class_id, deck_id, way, way_required, way_set_at)
       select $1, deck_id, way, way_required, case when way is not null then now() end from own order by ordinal`,
      [id, classId],
    );
    await recordAudit(tx, [{ actorId, act: 'class.copied', classId: id, details: { from: classId } }]);
    return id;
  });
}

/**
 * Says how a class practises a deck; null leaves it to each student. What is said already stays as it was said, and is no
 * entry of the audit log. Throws `deck_not_in_class`, or as `lockOpenClass` does.
 */
export function setClassWay(
  pool: Pool,
  { classId, deckId }: { classId: number; deckId: number },
  given: ClassWay | null,
  actorId: number,
): Promise<void> {
  const [way, isRequired] = [given?.way ?? null, given?.is_required ?? null];
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    // Plain: whether it was another way is known only by the row as it was.
    const { rows } = await tx.query<{ isOther: boolean }>(
      `/* setClassWay */ with before as (select way, way_required from class_decks where class_id = $1 and deck_id = $2 for no key update)
       , changed as (
         update class_decks k set way = $3::text, way_required = $4::boolean, way_set_at = case when $3::text is not null then now() end
         from before b where k.class_id = $1 and k.deck_id = $2
           and (b.way, b.way_required) is distinct from ($3::text, $4::boolean) returning k.deck_id)
       select exists (select 1 from changed) as "isOther" from before`,
      [classId, deckId, way, isRequired],
    );
    if (!rows[0]) throw new AppError('deck_not_in_class');
    if (!rows[0].isOther) return;
    const details = { way, is_required: isRequired };
    await recordAudit(tx, [{ actorId, act: 'class.deck_way_set', classId, deckId, details }]);
  });
}

interface Change {
  classId: number;
  actorId: number;
}

/**
 * Puts a class away; its code ends, and requests to join it stay unanswered. Throws `class_archived` when it is already,
 * or `exam_runs_in_class` while a student of it sits an exam that it has.
 */
export function archiveClass(pool: Pool, { classId, actorId }: Change): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId, 'alone');
    // Plain SQL: both clocks are the database's.
    const { rowCount } = await tx.query(
      `/* archiveClass */ select 1 from exam_classes k join class_members m on m.class_id = k.class_id and m.status = 'approved'
       join exam_attempts a on a.exam_id = k.exam_id and ${ofStudent('a', 'm.student_id')}
       where k.class_id = $1 and not a.is_submitted and a.deadline_at > clock_timestamp() limit 1`,
      [classId],
    );
    if (rowCount) throw new AppError('exam_runs_in_class');
    await tables<typeof Classroom>(tx)
      .updateTable('classes')
      .set({ archived_at: sql<Date>`now()` })
      .where('id', '=', classId)
      .execute();
    await endCode(tx, classId);
    await recordAudit(tx, [{ actorId, act: 'class.archived', classId }]);
  });
}

/** Takes a class into use again; one that is in use stays so. Throws `class_not_found`. */
export function bringBackClass(pool: Pool, { classId, actorId }: Change): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { isArchived } = await lockClass(tx, classId, 'alone');
    if (!isArchived) return;
    await tables<typeof Classroom>(tx)
      .updateTable('classes')
      .set({ archived_at: null })
      .where('id', '=', classId)
      .execute();
    await recordAudit(tx, [{ actorId, act: 'class.brought_back', classId }]);
  });
}

/** Returns the name as it is kept. Throws `validation_failed` when it is empty or too long. */
export function tidyClassName(name: string): string {
  const clean = tidyLine(name);
  const letters = graphemeCount(clean);
  if (letters === 0 || letters > CLASS_NAME_MAX)
    throw invalidField('name', `Expected 1 to ${CLASS_NAME_MAX} characters`);
  return clean;
}

/**
 * Makes a class with its first deck and its code, and returns its number. Throws `validation_failed` for its name, or
 * `too_many_classes` beyond `max`.
 */
export function createClass(
  pool: Pool,
  teacherId: number,
  { name, deckId, max = Number.POSITIVE_INFINITY }: { name: string; deckId: number; max?: number },
): Promise<number> {
  const clean = tidyClassName(name);
  return inTransaction(pool, async (tx) => {
    await requireRoomFor(tx, 'classes', teacherId, max);
    const id = await insertClass(tx, { teacher_id: teacherId, name: clean });
    if (!(await insertDeck(tx, id, deckId))) throw new AppError('deck_not_found');
    await recordAudit(tx, [{ actorId: teacherId, act: 'class.made', classId: id, deckId }]);
    return id;
  });
}

/** Gives a class another name. Throws `validation_failed` for the name, or as `lockOpenClass` does. */
export async function renameClass(
  pool: Pool,
  classId: number,
  name: string,
  actorId = OPERATOR,
): Promise<void> {
  const clean = tidyClassName(name);
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId, 'alone');
    await tables<typeof Classroom>(tx)
      .updateTable('classes')
      .set({ name: clean })
      .where('id', '=', classId)
      .execute();
    await recordAudit(tx, [{ actorId, act: 'class.renamed', classId }]);
  });
}

/** Deletes a class with its memberships and requests. Throws `class_not_found`, or `class_owner_only`. */
export function deleteClass(pool: Pool, classId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    await requestGathering(tx, [classId]);
    const deleted = await tables<typeof Classroom>(tx)
      .deleteFrom('classes')
      .where('id', '=', classId)
      .returning('teacher_id')
      .executeTakeFirstOrThrow(() => new AppError('class_not_found'));
    // Handed over a moment ago: its new owner decides.
    if (actorId !== OPERATOR && deleted.teacher_id !== actorId) throw new AppError('class_owner_only');
    await recordAudit(tx, [{ actorId, act: 'class.deleted', classId }]);
  });
}

/** Gives a class one more deck, with all that its students studied of it before. Throws `deck_already_in_class`. */
export function addDeck(pool: Pool, classId: number, deckId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    await lockOpenClass(tx, classId);
    if (!(await insertDeck(tx, classId, deckId))) throw new AppError('deck_already_in_class');
    await requestGathering(tx, [classId]);
    await recordAudit(tx, [{ actorId, act: 'class.deck_added', classId, deckId }]);
  });
}

/** Takes a deck out of a class, and what was studied of it out of the class's figures. Throws `deck_not_in_class`. */
export function removeDeck(pool: Pool, classId: number, deckId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    await lockOpenClass(tx, classId);
    const { numDeletedRows } = await tables<typeof ClassDeck>(tx)
      .deleteFrom('class_decks')
      .where('class_id', '=', classId)
      .where('deck_id', '=', deckId)
      .executeTakeFirst();
    if (!numDeletedRows) throw new AppError('deck_not_in_class');
    await requestGathering(tx, [classId]);
    await recordAudit(tx, [{ actorId, act: 'class.deck_removed', classId, deckId }]);
  });
}

/** False when the class has the deck already, or when the deck is gone. */
async function insertDeck(tx: Tx, classId: number, deckId: number): Promise<boolean> {
  const { rowCount } = await tx.query(`/* insertDeck */ select 1 from decks where id = $1 ${lockedByKey()}`, [
    deckId,
  ]);
  if (!rowCount) return false;
  const { numInsertedOrUpdatedRows } = await tables<typeof ClassDeck>(tx)
    .insertInto('class_decks')
    .values({ class_id: classId, deck_id: deckId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
