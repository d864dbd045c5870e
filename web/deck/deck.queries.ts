import { addressOf } from '../../core/address.ts';
import { useList, useRead } from '../lib/call/use-read.ts';

/** Every deck that the user may study, official ones included. */
export const useDecks = () => useList(addressOf('GET /api/decks'));

/** One deck; nothing is read without an id. */
export const useDeck = (deckId: number | null) =>
  useRead(deckId === null ? null : addressOf('GET /api/decks/:deckId', { params: { deckId } }));
