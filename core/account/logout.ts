import type { Pool } from 'pg';

/** Ended tokens of one account that are kept one by one; every request of the account looks through them. */
const ENDED_MAX = 100;

/**
 * Ends one token of an account, in every process. More than a hundred within a token's life are no person's logouts: all
 * tokens of the account end then. A token without an id cannot be ended alone, and stays. Plain SQL: the tokens are
 * counted in the statement that ends them.
 */
export async function endToken(
  pool: Pool,
  accountId: number,
  token: { id: string | undefined; endsAt: number },
): Promise<void> {
  if (token.id === undefined) return;
  await pool.query(
    `with session as (delete from sessions where user_id = $1 and token_id = $2)
     insert into ended_tokens (user_id, token_id, ends_at) values ($1, $2, to_timestamp($3))
     on conflict do nothing`,
    [accountId, token.id, token.endsAt / 1_000],
  );
  await pool.query(
    `with old as (delete from ended_tokens where user_id = $1
       and (select count(*) from ended_tokens where user_id = $1 and ends_at > now()) > $2)
     update users set token_version = token_version + 1
     where id = $1 and (select count(*) from ended_tokens where user_id = $1 and ends_at > now()) > $2`,
    [accountId, ENDED_MAX],
  );
}
