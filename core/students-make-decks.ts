import type { ClientBase, Pool } from 'pg';

type Queries = Pick<Pool, 'query'> | Pick<ClientBase, 'query'>;

/** Returns whether students may make and change decks of their own. */
export async function studentsMakeDecks(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ allowed: boolean }>({
    name: 'students_make_decks',
    text: 'select students_make_decks as allowed from site_settings',
  });
  return rows[0]!.allowed;
}
