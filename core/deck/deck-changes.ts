import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Account } from '../account/account.entity.ts';
import { recordActs } from '../act/act.ts';
import { checkedTags } from '../checked-tags.ts';
import { lockClassProgress, recomputeClass } from '../classroom/class-progress.projection.ts';
import type { ClassDeck } from '../classroom/classroom.entity.ts';
import { isPrivate } from '../deck-rights.ts';
import type { KnownAccount } from '../directory.ts';
import { AppError } from '../errors.ts';
import { requireRoomForDecks } from '../quotas.ts';
import { statementsOf } from '../statements.ts';
import { inTransaction } from '../transaction.ts';
import { throwAwayDeck } from '../trash/trash-decks.ts';
import { tables } from '../typed-tables.ts';
import { Deck } from './deck.entity.ts';
import type { DeckChanges, NewDeckBody } from './deck.schema.ts';
import { checkedTexts } from './deck-texts.ts';

/** Makes a deck without cards and returns its id. Throws `invalid_deck_data`, what `checkedTags` throws, `wrong_role` when the account has another role by now, or `too_many_decks` beyond `max`. */
export async function createDeck(
  em: EntityManager,
  { id: ownerId, role }: Pick<KnownAccount, 'id' | 'role'>,
  body: NewDeckBody,
  max: number,
): Promise<number> {
  const texts = checkedTexts({ title: body.title, description: body.description ?? null });
  const tags = checkedTags(body.tags ?? []);
  return em.transactional(async (tx) => {
    // The later of two that make the last one at once waits here, and then sees the earlier one's.
    const owner = await tx.findOne(Account, ownerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // They have become another meanwhile, whose limits are others, or are gone.
    if (owner?.role !== role) throw new AppError('wrong_role');
    await requireRoomForDecks(statementsOf(tx), ownerId, { max, more: 1 });
    const displayBackFirst = body.display_back_first ?? false;
    const deck = tx.create(Deck, {
      user: ownerId,
      ...texts,
      displayBackFirst,
      frontLanguage: body.front_language ?? null,
      backLanguage: body.back_language ?? null,
      lenientTyping: body.lenient_typing ?? false,
      tags,
    });
    await tx.persist(deck).flush();
    return deck.id;
  });
}

/** Changes what is given of an own deck. Throws `invalid_deck_data`, or `deck_not_found` when it has just gone. */
export async function updateDeck(
  em: EntityManager,
  ownerId: number,
  deckId: number,
  changes: DeckChanges,
): Promise<void> {
  const texts = checkedTexts(changes);
  await em.transactional(async (tx) => {
    // Nobody hands it over meanwhile.
    const deck = await tx.findOne(
      Deck,
      { id: deckId, user: ownerId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!deck) throw new AppError('deck_not_found');
    Object.assign(deck, texts);
    deck.displayBackFirst = changes.display_back_first ?? deck.displayBackFirst;
    if (changes.front_language !== undefined) deck.frontLanguage = changes.front_language;
    if (changes.back_language !== undefined) deck.backLanguage = changes.back_language;
    deck.lenientTyping = changes.lenient_typing ?? deck.lenientTyping;
    if (changes.tags) deck.tags = checkedTags(changes.tags);
    await tx.flush();
  });
}

/**
 * Puts an own deck into the trash, with its cards and its students' settings, and takes it out of every class. The log
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
  tx: PoolClient,
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
  await throwAwayDeck(tx, deckId, actorId);
  // The foreign keys take cards, settings and places in classes along.
  const deleted = await rows
    .deleteFrom('decks')
    .where('id', '=', deckId)
    .returning('title')
    .executeTakeFirst();
  for (const { class_id } of classes) await recomputeClass(tx, class_id);
  if (!isNoted) return;
  const details = { title: deleted?.title ?? null };
  await recordActs(tx, [
    { actorId, act: 'deck.deleted', deckId, details },
    ...classes.map(({ class_id }) => ({
      actorId,
      act: 'class.deck_removed' as const,
      classId: class_id,
      deckId,
      details,
    })),
  ]);
}
