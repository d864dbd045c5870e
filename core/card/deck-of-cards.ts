import type { Pool } from 'pg';
import type { Account } from '../account/account.entity.ts';
import type { KnownAccount } from '../directory.ts';
import { AppError } from '../errors.ts';
import { requireRoomForDecks } from '../quotas.ts';
import { inTransaction } from '../transaction.ts';
import { tables } from '../typed-tables.ts';
import type { NewCardBody } from './card.schema.ts';
import type { DeckOfCards } from './card-addition.schema.ts';
import {
  additionOf,
  digestOf,
  forgetOldAdditions,
  insertCards,
  tidyCards,
  toAddition,
} from './card-additions.ts';

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
    // The later of two that come at once waits here, and then sees the earlier one's deck and key.
    const account = await tables<typeof Account>(tx)
      .selectFrom('users')
      .select('role')
      .where('id', '=', owner.id)
      .forUpdate()
      .executeTakeFirst();
    // They have become another meanwhile, whose limits are others, or are gone.
    if (account?.role !== owner.role) throw new AppError('wrong_role');
    await forgetOldAdditions(tx, owner.id, now);
    const before = await additionOf(tx, key);
    if (before) {
      const isSame = before.made_deck && before.adder_id === owner.id && before.content.equals(content);
      if (!isSame) throw new AppError('idempotency_conflict');
      return { deck_id: before.deck_id, addition: toAddition(before, true) };
    }
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    // Plain SQL: all else is what the database has for new decks.
    const { rows: decks } = await tx.query<{ id: number }>(
      'insert into decks (user_id, title) values ($1, $2) returning id',
      [owner.id, title],
    );
    const deckId = decks[0]!.id;
    const place = { deckId, adderId: owner.id, now };
    const made = await insertCards(tx, place, { key, content, rows, madeDeck: true });
    return { deck_id: deckId, addition: toAddition(made, true) };
  });
}
