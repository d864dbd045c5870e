import type { EntitySchema, InferKyselyDB } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, type PoolClient } from 'pg';

// biome-ignore lint/suspicious/noExplicitAny: each caller names the entities whose tables it means
const ofPools = new WeakMap<Pool, Kysely<any>>();

/**
 * Returns statements typed by entities: `tables<typeof Deck>(tx).updateTable('decks')…`. On a client they share its
 * transaction with the SQL of projections and locks. On a pool each takes a connection of its own. Values are bound,
 * never written into the text.
 */
export function tables<Entity extends EntitySchema & { name: string }>(
  db: Pool | PoolClient,
): Kysely<InferKyselyDB<Entity>> {
  if (!(db instanceof Pool)) return kysely(ofClient(db));
  const known = ofPools.get(db);
  if (known) return known;
  const made = kysely<InferKyselyDB<Entity>>(db);
  ofPools.set(db, made);
  return made;
}

const kysely = <Tables>(pool: PostgresPool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** The client as a pool of one; the lender takes it back. */
const ofClient = (client: PoolClient): PostgresPool => ({
  options: {},
  connect: async () => ({
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has one for each way to ask
    query: (...query: [any, any?]): any => client.query(...query),
    release: () => {},
  }),
  end: async () => {},
});
