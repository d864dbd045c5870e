import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

/** What runs plain SQL: a connection, a client within a transaction, or an EntityManager's transaction. */
export interface Statements {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** Plain SQL in the EntityManager's transaction. */
export const statementsOf = (em: EntityManager): Statements => ({
  query: async <Row extends object>(text: string, values: unknown[]) => ({
    rows: (await em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
  }),
});
