import type { Caller, TestApi } from '../harness/api-harness.ts';

export const trashCalls = (account: Caller) => ({
  deleteDeck: (deckId: number) => account.call('DELETE /api/decks/:deckId', { params: { deckId } }),
  deleteCard: (deckId: number, cardId: number) =>
    account.call('DELETE /api/decks/:deckId/cards/:cardId', { params: { deckId, cardId } }),
  decks: () => account.call('GET /api/trash'),
  bringBack: (deckId: number) => account.call('POST /api/trash/:deckId/restore', { params: { deckId } }),
  deleteForGood: (deckId: number) => account.call('DELETE /api/trash/:deckId', { params: { deckId } }),
  empty: () => account.call('DELETE /api/trash'),
  cards: (deckId: number) => account.call('GET /api/decks/:deckId/trash', { params: { deckId } }),
  bringBackCards: (deckId: number, ids?: number[]) =>
    account.call('POST /api/decks/:deckId/trash/restore', {
      params: { deckId },
      body: { ...(ids && { ids }) },
    }),
  emptyDeck: (deckId: number) => account.call('DELETE /api/decks/:deckId/trash', { params: { deckId } }),
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
