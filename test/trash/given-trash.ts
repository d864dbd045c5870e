import type { TestAccount, TestApi } from '../api-harness.ts';

/** The calls about the trash as one account makes them. */
export const trashCalls = (api: TestApi, { token }: Pick<TestAccount, 'token'>) => ({
  deleteDeck: (deckId: number) => api.call('DELETE /api/decks/:deckId', { token, params: { deckId } }),
  deleteCard: (deckId: number, cardId: number) =>
    api.call('DELETE /api/decks/:deckId/cards/:cardId', { token, params: { deckId, cardId } }),
  decks: () => api.call('GET /api/trash', { token }),
  bringBack: (deckId: number) => api.call('POST /api/trash/:deckId/restore', { token, params: { deckId } }),
  deleteForGood: (deckId: number) => api.call('DELETE /api/trash/:deckId', { token, params: { deckId } }),
  empty: () => api.call('DELETE /api/trash', { token }),
  cards: (deckId: number) => api.call('GET /api/decks/:deckId/trash', { token, params: { deckId } }),
  bringBackCards: (deckId: number, ids?: number[]) =>
    api.call('POST /api/decks/:deckId/trash/restore', {
      token,
      params: { deckId },
      body: { ...(ids && { ids }) },
    }),
  emptyDeck: (deckId: number) => api.call('DELETE /api/decks/:deckId/trash', { token, params: { deckId } }),
});

/** Every row that a deck has in any table of what there is, and its students' figures. */
export async function rowsAbout(api: TestApi, deckId: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, column] of [
    ['decks', 'id'],
    ['cards', 'deck_id'],
    ['class_decks', 'deck_id'],
    ['deck_shares', 'deck_id'],
    ['deck_settings', 'deck_id'],
    ['extra_cards', 'deck_id'],
    ['deleted_cards', 'deck_id'],
    ['card_marks', 'deck_id'],
    ['card_versions', 'deck_id'],
    ['review_schedule', 'deck_id'],
    ['deck_stats', 'deck_id'],
    ['trashed_cards', 'deck_id'],
  ] as const) {
    const { rows } = await api.pool.query<{ row: unknown }>(
      `select to_jsonb(r) as row from ${table} r where ${column} = $1 order by r::text`,
      [deckId],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
