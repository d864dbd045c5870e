import type { Pool } from 'pg';
import { PAGE_ROWS, type PageQuery } from '../contract/page-query.ts';

/** Bytes that the rows of one answer have at most, so that no answer comes near `ANSWER_MAX`. */
const PAGE_BYTES = 4_000_000;

/** A part of a list, and how many rows the whole list has. */
export interface Page<T> {
  data: T[];
  total: number;
  /** Fewer rows than asked for, by their bytes. */
  is_cut?: true;
}

/**
 * Reads a part of a query's rows: at most `limit` rows from `offset` on. Returns fewer where long texts would make
 * the answer too large. To read all, go on at `offset` plus the number of rows that came. The query has its order;
 * `name` is that of the prepared statement.
 */
export async function readPage<T extends object>(
  pool: Pool,
  query: { name: string; text: string; values: unknown[] },
  { offset = 0, limit = PAGE_ROWS }: PageQuery = {},
): Promise<Page<T>> {
  const count = query.values.length;
  const read = async (from: number, most: number) => {
    const { rows } = await pool.query<T & { rows_in_all: number }>({
      name: query.name,
      // A window over everything leaves the rows in the order in which they came.
      text: `select *, count(*) over ()::integer as rows_in_all from (${query.text}) listed
             offset $${count + 1} limit $${count + 2}`,
      values: [...query.values, from, most],
    });
    return rows;
  };
  const rows = await read(offset, limit);
  // Beyond the end no row says how many there are.
  const total = (rows[0] ?? (offset > 0 ? (await read(0, 1))[0] : undefined))?.rows_in_all ?? 0;
  return fittingPage(
    rows.map(({ rows_in_all, ...row }) => row as unknown as T),
    total,
  );
}

/** A part of a list that has `total` rows: as many of these as fit into one answer. */
export function fittingPage<T>(rows: T[], total: number): Page<T> {
  const data = fitting(rows);
  return { data, total, ...(data.length < rows.length && { is_cut: true }) };
}

/** The first of these rows, as many as fit into one answer, but at least one. */
export function fitting<T>(rows: T[], bytes = PAGE_BYTES): T[] {
  let left = bytes;
  const end = rows.findIndex((row, index) => {
    left -= Buffer.byteLength(JSON.stringify(row)) + 1;
    return left < 0 && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** The same part with other rows in it. */
export const mapPage = <A, B>({ data, ...rest }: Page<A>, change: (row: A) => B): Page<B> => ({
  data: data.map(change),
  ...rest,
});
