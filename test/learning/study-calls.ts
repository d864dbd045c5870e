import type { ErrorBody } from '../../core/errors.ts';
import type { CardSet, Counts, DeckStats, ProgressBody } from '../../core/learning/learning.schema.ts';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';

/** An answer that a test expects to be either: what it succeeded with, or the error. */
type Either<T> = T & Omit<ErrorBody, 'success'>;

/** What a student's session calls; a call that fails, where the test does not ask for its status, throws. */
export function studyCalls(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  const data = async <T>(path: string): Promise<T> => {
    const { status, body } = await api.raw<{ data: T }>('GET', path, { token });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };

  const progress = (card: number, body: object, headers: Record<string, string> = {}) =>
    api.unchecked('POST /api/cards/:cardId/progress', { params: { cardId: card }, token, body, headers });

  return {
    progress,

    /** Answers a card, brings the projections up to date and tells the event's position. */
    async answer(card: number, body: Partial<ProgressBody> = {}): Promise<string> {
      const answer = await progress(card, { status: 2, time_spent: 5, ...body });
      if (answer.status !== 200) throw new Error(`progress: ${answer.status} ${JSON.stringify(answer.body)}`);
      await api.project();
      return answer.body.data.position;
    },

    set: (deck: number, query = ''): Promise<Answer<Either<CardSet>>> =>
      api.raw('GET', `/api/decks/${deck}/cards/set${query}`, { token }),

    counts: (deck: number) => data<Counts>(`/api/decks/${deck}/counts`),

    stats: (deck: number) => data<DeckStats>(`/api/decks/${deck}/stats`),

    settings: (deck: number, body: object) =>
      api.unchecked('POST /api/decks/:deckId/settings', { params: { deckId: deck }, token, body }),
  };
}
