import type { Counts, DeckStats, ProgressBody } from '../../core/learning/learning.schema.ts';
import type { Caller } from '../harness/api-harness.ts';

/** What a student's session calls; a call that fails, where the test does not ask for its status, throws. */
export function studyCalls(account: Caller) {
  const progress = (cardId: number, body: object, headers: Record<string, string> = {}) =>
    account.unchecked('POST /api/cards/:cardId/progress', { params: { cardId }, body, headers });
  const ofDeck = (deckId: number) => ({ params: { deckId } });

  return {
    progress,

    /** Answers a card, brings the projections up to date and tells the event's position. */
    async answer(card: number, body: Partial<ProgressBody> = {}): Promise<string> {
      const answer = await progress(card, { status: 2, time_spent: 5, ...body });
      if (answer.status !== 200) throw new Error(`progress: ${answer.status} ${JSON.stringify(answer.body)}`);
      await account.api.project();
      return answer.body.data.position;
    },

    set: (deck: number, query = '') =>
      account.unchecked('GET /api/decks/:deckId/cards/set', { ...ofDeck(deck), query }),

    counts: (deck: number): Promise<Counts> => account.data('GET /api/decks/:deckId/counts', ofDeck(deck)),

    stats: (deck: number): Promise<DeckStats> => account.data('GET /api/decks/:deckId/stats', ofDeck(deck)),

    mark: (cardId: number, body: object) =>
      account.unchecked('POST /api/cards/:cardId/mark', { params: { cardId }, body }),

    settings: (deck: number, body: object) =>
      account.unchecked('POST /api/decks/:deckId/settings', { ...ofDeck(deck), body }),
  };
}
