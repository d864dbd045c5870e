import type { EntityManager } from '@mikro-orm/postgresql';
import { Act } from '../act/act.entity.ts';
import { nameEditor } from '../card-editor.ts';

interface CardAct {
  actorId: number;
  act: 'card.changed' | 'card.deleted';
  deckId: number;
  cardId: number;
}

/** Does something to a card of anybody's deck, and writes it into the book of acts: neither is there without the other. */
export const inTheBook = <T>(
  em: EntityManager,
  { cardId, ...act }: CardAct,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> =>
  em.transactional(async (tx) => {
    await nameEditor(tx, act.actorId);
    const result = await work(tx);
    tx.create(Act, { ...act, details: { card_id: cardId } });
    return result;
  });
