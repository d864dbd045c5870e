import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';

/**
 * Says until the transaction ends whose changes of cards are. The database notes it with what they were; without it nobody
 * is named.
 */
export const nameEditor = (tx: EntityManager, accountId: number): Promise<unknown> =>
  sql`select set_config('nho.account', ${String(accountId)}, true)`.execute(tx.getKysely());

/** The same on a client. */
export const nameEditorOf = (tx: ClientBase, accountId: number): Promise<unknown> =>
  tx.query(`select set_config('nho.account', $1, true)`, [String(accountId)]);

/** SQL: the version that the next change of a card `c` makes. */
export const NEXT_VERSION =
  '(select coalesce(max(v.version), 0) + 2 from card_versions v where v.card_id = c.id)';
