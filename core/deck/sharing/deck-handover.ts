import { sql } from 'kysely';
import type { Pool } from 'pg';
import { atAnothers, type FileQuota, requireRoomForDecks } from '../../access/quotas.ts';
import type { Account } from '../../account/account.entity.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { AppError } from '../../contract/errors.ts';
import { learns } from '../../contract/roles.ts';
import { inTransaction, type Tx } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { Deck } from '../deck.entity.ts';
import type { DeckShare } from './deck-share.entity.ts';
import { lockDeckOfOwner, lockTeacher } from './deck-shares.ts';

interface Handover {
  deckId: number;
  /** The giver: its owner, or the administrator. */
  actorId: number;
  teacherId: number;
  /** Decks that a teacher may have. */
  max: number;
  /** Given by the administrator: a deck of anybody, to any teacher. */
  isAny?: boolean;
}

const rowsOf = (tx: Tx) => tables<typeof Deck | typeof DeckShare | typeof Account>(tx);

/**
 * Gives a deck to another teacher. The former owner may edit it from then on. Cards, classes and what students have
 * learnt stay as they are. Throws `deck_not_found`, `deck_not_owned`, `own_account`, `teacher_has_no_room`, or
 * `deck_not_shared_with`.
 */
export async function handDeckOver(pool: Pool, files: FileQuota, handover: Handover): Promise<void> {
  const { deckId, actorId, teacherId, max, isAny = false } = handover;
  if (teacherId === actorId) throw new AppError('own_account');
  // Asks for the sizes of files while nothing is locked.
  await atAnothers(files.requireRoomForDeck(teacherId, deckId, { withTrash: true }));
  await inTransaction(pool, async (tx) => {
    await lockTeacher(tx, teacherId);
    const formerId = await lockDeckOfOwner(tx, deckId);
    if (!isAny && formerId !== actorId) throw new AppError('deck_not_owned');
    if (await isStudents(tx, formerId)) throw new AppError('deck_not_found');
    if (formerId === teacherId) return;
    const { numDeletedRows } = await rowsOf(tx)
      .deleteFrom('deck_shares')
      .where('deck_id', '=', deckId)
      .where('teacher_id', '=', teacherId)
      .executeTakeFirst();
    if (!isAny && !numDeletedRows) throw new AppError('deck_not_shared_with');
    await atAnothers(requireRoomForDecks(tx, teacherId, { max, more: 1 }));
    await atAnothers(files.requireRoomForDeck(teacherId, deckId, { db: tx, withTrash: true }));
    await rowsOf(tx)
      .updateTable('decks')
      .set({ user_id: teacherId, received_from: formerId, received_at: sql<Date>`now()` })
      .where('id', '=', deckId)
      .execute();
    // Only teachers share; an administrator may change any deck anyway.
    await rowsOf(tx)
      .insertInto('deck_shares')
      .columns(['deck_id', 'teacher_id', 'may', 'shared_by'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select((user) => [
            user.val(deckId).as('deck_id'),
            'id',
            user.val('edit' as const).as('may'),
            user.val(teacherId).as('shared_by'),
          ])
          .where('id', '=', formerId)
          .where('role', '=', 'teacher'),
      )
      .execute();
    await recordAudit(tx, [
      { actorId, act: 'deck.handed_over', deckId, personId: teacherId, details: { from: formerId } },
    ]);
  });
}

/** True for a student, whose decks the administrator does not know. */
async function isStudents(tx: Tx, ownerId: number): Promise<boolean> {
  const owner = await rowsOf(tx)
    .selectFrom('users')
    .select('role')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return learns(owner?.role);
}
