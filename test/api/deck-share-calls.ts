import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import {
  ADMIN,
  AUTHORS_MAKE,
  at,
  type Call,
  OWNER,
  OWNER_MAKES,
  TEACHERS_AND_ADMIN,
} from './access-cases.ts';
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
    await api.sql`insert into deck_shares (deck_id, teacher_id, may) values (${id}, ${colleague.id}, 'edit')`;
    return `/api/decks/${id}/${rest}`;
  };
  const login = () => ({ login: colleague.email });
  const ofColleague = `shares/${colleague.id}`;
  return {
    ...(await trashAccess(api, owner)),
    'POST /api/colleagues/find': [at(TEACHERS_AND_ADMIN, '/api/colleagues/find', login)],
    'GET /api/decks/:deckId/shares': [at(OWNER, shared('shares'))],
    'POST /api/decks/:deckId/shares': [at(OWNER_MAKES, shared('shares'), () => ({ ...login(), may: 'use' }))],
    'PATCH /api/decks/:deckId/shares/:teacherId': [at(OWNER, shared(ofColleague), () => ({ may: 'use' }))],
    'DELETE /api/decks/:deckId/shares/:teacherId': [at(OWNER, shared(ofColleague))],
    'POST /api/decks/:deckId/owner': [at(OWNER, shared('owner'), () => ({ teacher_id: colleague.id }))],
    'POST /api/admin/decks/:deckId/owner': [
      at(ADMIN, async () => `/api/admin/decks/${(await api.addDeck(owner.id, 1)).id}/owner`, login),
    ],
    'POST /api/decks/:deckId/copy': [
      at(AUTHORS_MAKE, `/api/decks/${decks.official}/copy`),
      at(OWNER_MAKES, `/api/decks/${decks.personal}/copy`),
    ],
  };
}
