import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isPrivate } from '../access/deck-rights.ts';
import type { KnownAccount } from '../access/directory.ts';
import { lockDeckMaker, requireRoomForDecks } from '../access/quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { requestGathering } from '../classroom/class-gathering.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import type { ClassDeck } from '../classroom/classroom.entity.ts';
import { AppError } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import type { DeckChanges, NewDeckBody } from '../deck/deck.schema.ts';
import { checkedTexts } from '../deck/deck-texts.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { changed, tables } from '../postgres/typed-tables.ts';
import { checkedTags } from '../text/checked-tags.ts';
import { moveDeckToTrash } from './trash-decks.ts';

/** Makes a deck without cards and returns its id. Throws `invalid_deck_data`, what `checkedTags` throws, `wrong_role` when the account has another role by now, or `too_many_decks` beyond `max`. */
export async function createDeck(
  pool: Pool,
  owner: Pick<KnownAccount, 'id' | 'role'>,
  body: NewDeckBody,
  max: number,
): Promise<number> {
  const texts = checkedTexts({ title: body.title, description: body.description ?? null });
  const tags = checkedTags(body.tags ?? []);
  return inTransaction(pool, async (tx) => {
    await lockDeckMaker(tx, owner);
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    const { id } = await tables<typeof Deck>(tx)
      .insertInto('decks')
      .values({
        user_id: owner.id,
        ...texts,
        display_back_first: body.display_back_first ?? false,
        front_language: body.front_language ?? null,
        back_language: body.back_language ?? null,
        lenient_typing: body.lenient_typing ?? false,
        tags,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Changes what is given of an own deck. Throws `invalid_deck_data`, or `deck_not_found` when it has just gone. */
export async function updateDeck(
  pool: Pool,
  ownerId: number,
  deckId: number,
  changes: DeckChanges,
): Promise<void> {
  const { display_back_first, front_language, back_language, lenient_typing } = changes;
  const given = {
    ...checkedTexts(changes),
    ...{ display_back_first, front_language, back_language, lenient_typing },
    tags: changes.tags && checkedTags(changes.tags),
  };
  await inTransaction(pool, async (tx) => {
    const decks = tables<typeof Deck>(tx);
    // Nobody hands it over meanwhile.
    const deck = await decks
      .selectFrom('decks')
      .selectAll()
      .where('id', '=', deckId)
      .where('user_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirst();
    if (!deck) throw new AppError('deck_not_found');
    const other = changed(deck, given);
    if (!other) return;
    await decks
      .updateTable('decks')
      .set({ ...other, updated_at: sql<Date>`now()` })
      .where('id', '=', deckId)
      .execute();
  });
}

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
      .executeTakeFirst();
    if (!deck) throw new AppError('deck_not_found');
    if (deck.is_official) throw new AppError('official_deck_kept');
    await removeDeck(tx, deckId, ownerId, { isNoted: !deck.is_private });
  });
}

/**
 * Puts a deck, which the caller holds, into the trash under `lockClassProgress`, and counts its classes again. A student's
 * own deck is in no book.
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
