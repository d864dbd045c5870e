import { useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Body } from '../../core/api.ts';
import { callApi } from '../lib/call/api-client.ts';
import { isBelow } from '../lib/call/read-keys.ts';
import { forgetDeckCards } from './card.queries.ts';
import { forgetOfficialDecks } from './official-deck.queries.ts';

const CONCERNED = [
  addressOf('GET /api/decks'),
  addressOf('GET /api/admin/decks'),
  addressOf('GET /api/official-decks'),
  addressOf('GET /api/classes'),
  addressOf('GET /api/trash'),
];

/** Returns whether the answer kept under this key may contain a deck or its cards. */
export const concernsDecks = (key: unknown): boolean => isBelow(Array.isArray(key) ? key[0] : key, CONCERNED);

/** To be called after a write to a deck or its cards: everything that shows them is read again. */
export function useDecksChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => {
    forgetOfficialDecks();
    forgetDeckCards();
    return mutate(concernsDecks);
  };
}

/** Changes of an own deck. A deck that was deleted is gone from the lists when `remove` resolves. */
export function useDeckChanges() {
  const decksChanged = useDecksChanged();
  return {
    async create(body: Body<'POST /api/decks'>): Promise<void> {
      await callApi('POST /api/decks', { body });
      void decksChanged();
    },
    async update(deckId: number, body: Body<'PATCH /api/decks/:deckId'>): Promise<void> {
      await callApi('PATCH /api/decks/:deckId', { params: { deckId }, body });
      void decksChanged();
    },
    async remove(deckId: number): Promise<void> {
      await callApi('DELETE /api/decks/:deckId', { params: { deckId } });
      await decksChanged();
    },
  };
}
