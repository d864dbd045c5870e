import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { lockDeckMaker, requireRoomForDecks } from '../access/quotas.ts';
import { AppError } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { NewCardBody } from './card.schema.ts';
import type { DeckOfCards } from './card-addition.schema.ts';
import { additionOf, digestOf, forgetOldAdditions, insertCards, toAddition } from './card-additions.ts';
import { tidyCards } from './card-texts.ts';

interface NewDeckOfCards {
  key: string;
  /** As it is kept. */
  title: string;
  cards: readonly NewCardBody[];
}

/**
 * Makes a deck with its first cards, all or nothing, and returns what was made. What was sent before under the key is not
 * made again. Throws `front_back_required`, `wrong_role` when the account has another role by now,
 * `too_many_decks` beyond `max`, `too_many_cards` or `idempotency_conflict`.
 */
export function makeDeckOfCards(
  pool: Pool,
  { owner, max, now }: { owner: Pick<KnownAccount, 'id' | 'role'>; max: number; now: Date },
  { key, title, cards }: NewDeckOfCards,
): Promise<DeckOfCards> {
  const rows = tidyCards(cards);
  const content = digestOf({ title, rows });
  return inTransaction(pool, async (tx) => {
    // The later of two that come at once then sees the earlier one's key as well.
    await lockDeckMaker(tx, owner);
    await forgetOldAdditions(tx, owner.id, now);
    const before = await additionOf(tx, key);
    if (before) {
      const isSame = before.made_deck && before.adder_id === owner.id && before.content.equals(content);
      if (!isSame) throw new AppError('idempotency_conflict');
      return { deck_id: before.deck_id, addition: toAddition(before, true) };
    }
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    const { id: deckId } = await tables<typeof Deck>(tx)
      .insertInto('decks')
      .values({ user_id: owner.id, title })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { deckId, adderId: owner.id, now };
    const made = await insertCards(tx, place, { key, content, rows, madeDeck: true });
    return { deck_id: deckId, addition: toAddition(made, true) };
  });
}
