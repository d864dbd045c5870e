import type { ShareRight } from '../../core/access/deck-rights-sql.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';

export const shareWith = (
  owner: TestAccount,
  deckId: number,
  colleague: Pick<TestAccount, 'email'>,
  may: ShareRight = 'use',
) =>
  owner.call('POST /api/decks/:deckId/shares', { params: { deckId }, body: { login: colleague.email, may } });

/** The lines of the audit log on a deck, in their order. */
export async function actsOn(api: TestApi, deckId: number): Promise<unknown[]> {
  return api.sql`select actor_id as actor, act, person_id as person, details from acts
    where deck_id = ${deckId} order by id`;
}
