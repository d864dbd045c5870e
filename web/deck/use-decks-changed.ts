import { useSWRConfig } from 'swr';
import { forgetDeckCards } from '../card/use-cards.ts';
import { forgetOfficialDecks } from './use-official-decks.ts';

const CONCERNED = ['/api/decks', '/api/admin/decks', '/api/official-decks', '/api/classes'];

/** Whether what was read under this key may tell of a deck or its cards. */
export function tellsOfDecks(key: unknown): boolean {
  const url = Array.isArray(key) ? key[0] : key;
  return typeof url === 'string' && CONCERNED.some((start) => url.startsWith(start));
}

/** To be called after a write to a deck or its cards: everything that shows them is read anew. */
export function useDecksChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => {
    forgetOfficialDecks();
    forgetDeckCards();
    return mutate(tellsOfDecks);
  };
}
