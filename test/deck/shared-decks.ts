import type { ShareRight } from '../../core/deck-rights.ts';
import type { TestAccount, TestApi } from '../api-harness.ts';

/** Shares a deck as its owner does. */
export const shareWith = (
  api: TestApi,
  owner: TestAccount,
  deckId: number,
  colleague: Pick<TestAccount, 'email'>,
  may: ShareRight = 'use',
) =>
  api.call('POST /api/decks/:deckId/shares', {
    params: { deckId },
    token: owner.token,
    body: { login: colleague.email, may },
  });

/** The lines of the book of acts on a deck, in their order. */
export async function actsOn(api: TestApi, deckId: number): Promise<unknown[]> {
  const { rows } = await api.pool.query(
    `select actor_id as actor, act, person_id as person, details from acts where deck_id = $1 order by id`,
    [deckId],
  );
  return rows;
}
