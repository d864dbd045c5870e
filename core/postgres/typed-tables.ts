import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema, InferKyselyDB } from '@mikro-orm/postgresql';
import { type Expression, Kysely, PostgresDialect, type PostgresPool, type Selectable } from 'kysely';
import { Pool } from 'pg';
import type { Db } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: each caller names the entities whose tables it means
const ofPools = new WeakMap<Pool, Kysely<any>>();

/**
 * Returns statements typed by entities: `tables<typeof Deck>(tx).updateTable('decks')…`. On a client they share its
 * transaction with the SQL of projections and locks. On a pool each takes a connection of its own. Values are bound,
 * never written into the text.
 */
export function tables<Entity extends EntitySchema & { name: string }>(
  db: Db,
): Kysely<InferKyselyDB<Entity>> {
  if (!(db instanceof Pool)) return kysely(db);
  const known = ofPools.get(db);
  if (known) return known;
  const made = kysely<InferKyselyDB<Entity>>(db);
  ofPools.set(db, made);
  return made;
}

/** Sends statements as plain ones are sent: of a pool each has what the pool does for one that is by itself. */
const kysely = <Tables>(db: Db): Kysely<Tables> => {
  const pool: PostgresPool = {
    options: {},
    connect: async () => ({
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has one for each way to ask
      query: (...query: [any, any?]): any => db.query(...query),
      release: () => {},
    }),
    end: async () => {},
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
};

/** A row of an entity's table as statements read it. */
export type Row<Entity extends EntitySchema & { name: string }> = {
  [Table in keyof InferKyselyDB<Entity>]: Selectable<InferKyselyDB<Entity>[Table]>;
}[keyof InferKyselyDB<Entity>];

/** What a row is to have in the columns that are named: a value, or an expression of SQL for it. */
export type Given<Columns> = {
  [Name in keyof Columns]?: Columns[Name] | Expression<Columns[Name]> | undefined;
};

/** Returns those of the columns given that a row has otherwise; undefined when it has them all. */
export function changed<Columns extends object>(row: Columns, given: Given<NoInfer<Columns>>) {
  const others = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, row[name as keyof Columns]),
  );
  return others.length === 0 ? undefined : (Object.fromEntries(others) as Given<Columns>);
}
