import type { ClientBase, Pool, QueryResultRow } from 'pg';

/** Returns what asks a database: sql(pool)`select … where id = ${id}` resolves with the rows. */
export const sql =
  (db: Pool | ClientBase) =>
  // biome-ignore lint/suspicious/noExplicitAny: a row of any columns, as pg has it
  async <Row extends QueryResultRow = any>(
    parts: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Row[]> =>
    (
      await db.query<Row>(
        parts.reduce((text, part, index) => `${text}$${index}${part}`),
        values,
      )
    ).rows;
