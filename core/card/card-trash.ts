import type { Pool } from 'pg';
import { requireRoomForCards } from '../access/quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { lockEditableDeck } from './card-editor.ts';
import { bringBackCards } from './edits/brought-back-cards.ts';

/** The trash of a deck, and who reaches into it; an administrator does so in any deck. */
interface TrashPlace {
  deckId: number;
  editorId: number;
  isAdmin: boolean;
}

/**
 * Brings cards of a deck back, all in its trash without ids, and returns how many. What the administrator does goes into the
 * audit log. Throws `not_in_trash`, `deck_not_found`, `deck_not_owned` or `too_many_cards`.
 */
export function bringBackInDeck(pool: Pool, place: TrashPlace, ids?: readonly number[]): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await lockDeck(tx, place);
    const back = await bringBackCards(tx, place.deckId, ids);
    await requireRoomForCards(tx, place.deckId);
    await record(tx, place, 'card.brought_back', back.length);
    return back.length;
  });
}

/** Deletes what lies in the trash of a deck for good, and returns how many cards it was. Throws as `bringBackInDeck`. */
export function emptyTrashOfDeck(pool: Pool, place: TrashPlace): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await lockDeck(tx, place);
    const { rows } = await tx.query<{ id: number }>(
      '/* emptyTrashOfDeck */ delete from trashed_cards where deck_id = $1 returning id',
      [place.deckId],
    );
    // What they were before each change goes with them.
    await tx.query('/* emptyTrashOfDeck */ delete from card_versions where card_id = any ($1::integer[])', [
      rows.map(({ id }) => id),
    ]);
    await record(tx, place, 'card.deleted_for_good', rows.length);
    return rows.length;
  });
}

async function lockDeck(tx: Tx, { deckId, editorId, isAdmin }: TrashPlace): Promise<void> {
  if (!isAdmin) return lockEditableDeck(tx, deckId, editorId);
  const { rowCount } = await tx.query('/* lockDeck */ select 1 from decks where id = $1 for update', [
    deckId,
  ]);
  if (!rowCount) throw new AppError('deck_not_found');
}

async function record(
  tx: Tx,
  { deckId, editorId, isAdmin }: TrashPlace,
  act: 'card.brought_back' | 'card.deleted_for_good',
  cards: number,
): Promise<void> {
  if (isAdmin && cards > 0) await recordAudit(tx, [{ actorId: editorId, act, deckId, details: { cards } }]);
}
