import type { TestAccount, TestApi } from '../api-harness.ts';
import { ADMIN, AUTHORS_MAKE, type Call, OWNER, OWNER_MAKES } from './access-cases.ts';
import { trashAccess } from './trash-access.ts';

/** The calls by which the owner's decks are shared, copied, handed over, and brought back. */
export async function deckShareCalls(
  api: TestApi,
  owner: TestAccount,
  decks: { official: number; personal: number },
): Promise<Record<string, Call[]>> {
  const colleague = await api.register('teacher');
  const shared = (rest: string) => async () => {
    const { id } = await api.addDeck(owner.id, 1);
    await api.pool.query(`insert into deck_shares (deck_id, teacher_id, may) values ($1, $2, 'edit')`, [
      id,
      colleague.id,
    ]);
    return `/api/decks/${id}/${rest}`;
  };
  const login = () => ({ login: colleague.email });
  const ofColleague = `shares/${colleague.id}`;
  return {
    ...(await trashAccess(api, owner)),
    'GET /api/decks/:deckId/shares': [{ path: shared('shares'), statuses: OWNER }],
    'POST /api/decks/:deckId/shares': [
      { path: shared('shares'), body: () => ({ ...login(), may: 'use' }), statuses: OWNER_MAKES },
    ],
    'PATCH /api/decks/:deckId/shares/:teacherId': [
      { path: shared(ofColleague), body: () => ({ may: 'use' }), statuses: OWNER },
    ],
    'DELETE /api/decks/:deckId/shares/:teacherId': [{ path: shared(ofColleague), statuses: OWNER }],
    'POST /api/decks/:deckId/owner': [
      { path: shared('owner'), body: () => ({ teacher_id: colleague.id }), statuses: OWNER },
    ],
    'POST /api/admin/decks/:deckId/owner': [
      {
        path: async () => `/api/admin/decks/${(await api.addDeck(owner.id, 1)).id}/owner`,
        body: login,
        statuses: ADMIN,
      },
    ],
    'POST /api/decks/:deckId/copy': [
      { path: `/api/decks/${decks.official}/copy`, statuses: AUTHORS_MAKE },
      { path: `/api/decks/${decks.personal}/copy`, statuses: OWNER_MAKES },
    ],
  };
}
