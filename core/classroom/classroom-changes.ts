import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import { requireRoomFor } from '../access/quotas.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError, invalidField } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyText } from '../text/tidy-text.ts';
import { insertClass } from './class-code.ts';
import { requestGathering } from './class-gathering.ts';
import { lockClassProgress } from './class-progress.projection.ts';
import type { ClassDeck, Classroom } from './classroom.entity.ts';
import { CLASS_NAME_MAX } from './classroom-limits.ts';

/** Returns the name as it is kept. Throws `validation_failed` when it is empty or too long. */
export function tidyClassName(name: string): string {
  const clean = tidyText(name);
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
      .executeTakeFirst();
    if (!deleted) throw new AppError('class_not_found');
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
  const { numInsertedOrUpdatedRows } = await tables<typeof ClassDeck | typeof Deck>(tx)
    .insertInto('class_decks')
    .columns(['class_id', 'deck_id'])
    .expression((from) =>
      from
        .selectFrom('decks')
        .select((deck) => [deck.val(classId).as('class_id'), 'id'])
        .where('id', '=', deckId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
