import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import { trashCalls } from '../trash/given-trash.ts';
import { at, type Call, freshToken, OWNER_AND_ADMIN, type Statuses } from './access-cases.ts';

const USERS: Statuses = [401, 200, 200, 200, 200, 200];
/** What is in nobody else's trash is in none, also not the administrators'. */
const KEEPER: Statuses = [401, 404, 404, 404, 200, 404];

/** The calls about what the owner has deleted. */
export async function trashAccess(api: TestApi, owner: TestAccount): Promise<Record<string, Call[]>> {
  const calls = async () => trashCalls(api.as(await freshToken(api, owner.id)));
  const trashed =
    (rest = '') =>
    async () => {
      const { id } = await api.addDeck(owner.id, 1);
      await (await calls()).deleteDeck(id);
      return `/api/trash/${id}${rest}`;
    };
  const ofDeck =
    (rest = '') =>
    async () => {
      const { id, cards } = await api.addDeck(owner.id, 1);
      await (await calls()).deleteCard(id, cards[0]!);
      return `/api/decks/${id}/trash${rest}`;
    };
  return {
    'GET /api/trash': [at(USERS, '/api/trash')],
    'DELETE /api/trash': [at(USERS, '/api/trash')],
    'POST /api/trash/:deckId/restore': [at(KEEPER, trashed('/restore'))],
    'DELETE /api/trash/:deckId': [at(KEEPER, trashed())],
    'GET /api/decks/:deckId/trash': [at(OWNER_AND_ADMIN, ofDeck())],
    'POST /api/decks/:deckId/trash/restore': [at(OWNER_AND_ADMIN, ofDeck('/restore'), () => ({}))],
    'DELETE /api/decks/:deckId/trash': [at(OWNER_AND_ADMIN, ofDeck())],
  };
}
