import type { Deck, DeckSettings } from '../../core/deck/deck.schema.ts';
import type { CardSet, Counts } from '../../core/learning/learning.schema.ts';
import { ROUND_SIZE } from '../../core/learning/learning-limits.ts';
import { callApi } from '../lib/api-client.ts';
import { entryBody, loadAll } from '../lib/batch.ts';

interface Data<T> {
  data: T;
}

export type SessionApi = ReturnType<typeof createSessionApi>;

/** The calls of the learning session of one deck. */
export function createSessionApi(deckId: number, onBatchFailed: (error: unknown) => void) {
  const deckUrl = `/api/decks/${deckId}`;
  const countsUrl = `${deckUrl}/counts`;
  const setUrl = `${deckUrl}/cards/set`;

  return {
    /** Everything that a new session needs. */
    async open(): Promise<{ deck: Deck; set: CardSet; counts: Counts }> {
      const [deck, set, counts] = await loadAll(
        [{ url: deckUrl }, { url: setUrl, params: { limit: ROUND_SIZE } }, { url: countsUrl }],
        onBatchFailed,
      );
      return {
        deck: entryBody<Data<Deck>>(deck).data,
        set: entryBody<CardSet>(set),
        counts: entryBody<Data<Counts>>(counts).data,
      };
    },

    /** What a stored session must be compared with. */
    async reopen(): Promise<{ deck: Deck; counts: Counts }> {
      const [deck, counts] = await loadAll([{ url: deckUrl }, { url: countsUrl }], onBatchFailed);
      return { deck: entryBody<Data<Deck>>(deck).data, counts: entryBody<Data<Counts>>(counts).data };
    },

    more: (limit: number) => callApi<CardSet>('GET', setUrl, { query: { limit } }),

    counts: async (): Promise<Counts> => (await callApi<Data<Counts>>('GET', countsUrl)).data,

    saveSettings: async (settings: DeckSettings): Promise<DeckSettings> =>
      (await callApi<Data<DeckSettings>>('POST', `${deckUrl}/settings`, { body: settings })).data,
  };
}
