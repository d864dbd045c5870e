import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import { letterCount } from '../letter-count.ts';
import { requireRoomFor } from '../quotas.ts';
import { tidyText } from '../tidy-text.ts';
import { inTransaction } from '../transaction.ts';
import { forgetClass, lockClassProgress, recomputeClass } from './class-progress.projection.ts';
import { CLASS_NAME_MAX } from './classroom-limits.ts';

/**
 * Makes a class with its first deck and answers its number. Throws `validation_failed` for its name, or
 * `too_many_classes` beyond `max`.
 */
export function createClass(
  pool: Pool,
  teacherId: number,
  { name, deckId, max = Number.POSITIVE_INFINITY }: { name: string; deckId: number; max?: number },
): Promise<number> {
  const clean = tidyText(name);
  const letters = letterCount(clean);
  if (letters === 0 || letters > CLASS_NAME_MAX)
    throw new AppError('validation_failed', {
      params: { fields: 'name' },
      errors: { name: [`Expected 1 to ${CLASS_NAME_MAX} characters`] },
    });
  return inTransaction(pool, async (tx) => {
    await requireRoomFor(tx, 'classes', teacherId, max);
    const { rows } = await tx.query<{ id: number }>(
      'insert into classes (teacher_id, name) values ($1, $2) returning id',
      [teacherId, clean],
    );
    const { id } = rows[0]!;
    if (!(await insertDeck(tx, id, deckId))) throw new AppError('deck_not_found');
    return id;
  });
}

/** Deletes a class with its memberships and requests. Throws `class_not_found`. */
export function deleteClass(pool: Pool, classId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    const { rowCount } = await tx.query('delete from classes where id = $1', [classId]);
    if (!rowCount) throw new AppError('class_not_found');
    await forgetClass(tx, classId);
  });
}

/** Gives a class one more deck, with all that its students studied of it before. Throws `deck_already_in_class`. */
export function addDeck(pool: Pool, classId: number, deckId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    const { rowCount } = await tx.query('select from classes where id = $1 for key share', [classId]);
    if (!rowCount) throw new AppError('class_not_found');
    if (!(await insertDeck(tx, classId, deckId))) throw new AppError('deck_already_in_class');
    await recomputeClass(tx, classId);
  });
}

/** Takes a deck out of a class, and what was studied of it out of the class's figures. Throws `deck_not_in_class`. */
export function removeDeck(pool: Pool, classId: number, deckId: number): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    const { rowCount } = await tx.query('delete from class_decks where class_id = $1 and deck_id = $2', [
      classId,
      deckId,
    ]);
    if (!rowCount) throw new AppError('deck_not_in_class');
    await recomputeClass(tx, classId);
  });
}

/** False when the class has the deck already, or when the deck is gone. */
async function insertDeck(
  tx: { query(sql: string, values: number[]): Promise<{ rowCount: number | null }> },
  classId: number,
  deckId: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into class_decks (class_id, deck_id) select $1, id from decks where id = $2 for key share
     on conflict do nothing`,
    [classId, deckId],
  );
  return rowCount === 1;
}
