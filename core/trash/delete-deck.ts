import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isPrivate } from '../access/deck-rights-sql.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { requestGathering } from '../classroom/class-gathering.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import type { ClassDeck } from '../classroom/classroom.entity.ts';
import { AppError } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { moveDeckToTrash } from './trash-decks.ts';

/**
 * Puts an own deck into the trash, with its cards and its students' settings. Takes it out of every class. The log
 * keeps what was learnt with it. Throws `official_deck_kept`, or `deck_not_found` when it has just gone.
 */
export async function deleteDeck(pool: Pool, ownerId: number, deckId: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    const deck = await tables<typeof Deck>(tx)
      .selectFrom('decks')
      .select(['is_official', sql<boolean>`${sql.raw(isPrivate('decks'))}`.as('is_private')])
      .where('id', '=', deckId)
      .where('user_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('deck_not_found'));
    if (deck.is_official) throw new AppError('official_deck_kept');
    await removeDeck(tx, deckId, ownerId, { isNoted: !deck.is_private });
  });
}

/**
 * Puts a deck, which the caller holds, into the trash under `lockClassProgress`, and counts its classes again. A student's
 * own deck is not in the audit log.
 */
export async function removeDeck(
  tx: Tx,
  deckId: number,
  actorId: number,
  { isNoted = true }: { isNoted?: boolean } = {},
): Promise<void> {
  const rows = tables<typeof Deck | typeof ClassDeck>(tx);
  const classes = await rows
    .selectFrom('class_decks')
    .select('class_id')
    .where('deck_id', '=', deckId)
    .execute();
  await moveDeckToTrash(tx, deckId, actorId);
  // The foreign keys take cards, settings and places in classes along.
  await rows.deleteFrom('decks').where('id', '=', deckId).execute();
  await requestGathering(
    tx,
    classes.map((row) => row.class_id),
  );
  if (!isNoted) return;
  await recordAudit(tx, [
    { actorId, act: 'deck.deleted', deckId },
    ...classes.map(({ class_id }) => ({
      actorId,
      act: 'class.deck_removed' as const,
      classId: class_id,
      deckId,
    })),
  ]);
}
