import { addressOf } from '../../core/address.ts';
import type { Deck, DeckSettings } from '../../core/deck/deck.schema.ts';
import type { CardSet, Counts } from '../../core/learning/learning.schema.ts';
import { ROUND_SIZE } from '../../core/learning/learning-limits.ts';
import { callApi } from '../lib/api-client.ts';
import { entryBody, loadAll } from '../lib/batch.ts';
import { failureOf } from './answer-verdict.ts';
import { readDeckToday } from './kept-decks.ts';

export type SessionApi = ReturnType<typeof createSessionApi>;

/** The calls of the learning session of one deck. */
export function createSessionApi(deckId: number, onBatchFailed: (error: unknown) => void) {
  const params = { deckId };
  const deckAddress = addressOf('GET /api/decks/:deckId', { params });
  const countsAddress = addressOf('GET /api/decks/:deckId/counts', { params });
  const setAddress = addressOf('GET /api/decks/:deckId/cards/set', { params, query: { limit: ROUND_SIZE } });

  return {
    /** Everything that a new session needs; without the server, from what is kept of the deck on this device. */
    async open(): Promise<{ deck: Deck; set: CardSet; counts: Counts }> {
      try {
        const [deck, set, counts] = await loadAll([deckAddress, setAddress, countsAddress], onBatchFailed);
        return { deck: entryBody(deck).data, set: entryBody(set), counts: entryBody(counts).data };
      } catch (error) {
        const kept = failureOf(error).status === 0 ? await readDeckToday(deckId) : null;
        if (!kept) throw error;
        return kept;
      }
    },

    /** What a stored session must be compared with. */
    async reopen(): Promise<{ deck: Deck; counts: Counts }> {
      const [deck, counts] = await loadAll([deckAddress, countsAddress], onBatchFailed);
      return { deck: entryBody(deck).data, counts: entryBody(counts).data };
    },

    more: (limit: number): Promise<CardSet> =>
      callApi('GET /api/decks/:deckId/cards/set', { params, query: { limit } }),

    counts: async (): Promise<Counts> => (await callApi('GET /api/decks/:deckId/counts', { params })).data,

    saveSettings: async (settings: DeckSettings): Promise<DeckSettings> =>
      (await callApi('POST /api/decks/:deckId/settings', { params, body: settings })).data,
  };
}
