import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { Account } from './account/account.entity.ts';
import { Card } from './card/card.entity.ts';
import type { Deck } from './deck/deck.entity.ts';
import { STUDENT_CARDS_MAX } from './deck/deck-limits.ts';
import { isPrivate } from './deck-rights.ts';
import { AppError } from './errors.ts';

const full = () => new AppError('too_many_cards', { params: { max: STUDENT_CARDS_MAX } });

/**
 * Throws `too_many_cards` when a student's own deck has more cards by now than it may. The caller holds the deck, and has
 * added the cards already.
 */
export async function requireRoomForCards(tx: Pick<ClientBase, 'query'>, deckId: number): Promise<void> {
  const { rowCount } = await tx.query(
    `select from decks d where d.id = $1 and ${isPrivate('d')}
       and (select count(*) from cards c where c.deck_id = d.id) > $2`,
    [deckId, STUDENT_CARDS_MAX],
  );
  if (rowCount) throw full();
}

/** The same in the unit of work of a request, after its `flush`. */
export async function requireRoomInDeck(tx: EntityManager, deck: Deck): Promise<void> {
  if (!(await tx.count(Account, { id: deck.user.id, role: 'student' }))) return;
  if ((await tx.count(Card, { deck })) > STUDENT_CARDS_MAX) throw full();
}
