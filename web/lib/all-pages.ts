import type { Get } from './gathered-get.ts';

interface PageBody {
  data: unknown[];
  /** Rows of the whole list. */
  total: number;
}

const from = (url: string, offset: number) =>
  offset === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}offset=${offset}`;

/** By what a row is known, if by anything. */
function idOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const { id, student_id } = row as { id?: unknown; student_id?: unknown };
  return id ?? student_id;
}

/**
 * Reads a list to its end, page after page, and returns the body of the first page with the rows of all. A row that has
 * moved on to the next page meanwhile counts once. One that has moved back may be missing until the list is read again.
 */
export async function getAllPages<T extends PageBody>(url: string, get: Get): Promise<T> {
  const first = await get<T>(url);
  const data = [...first.data];
  const known = new Set(data.map(idOf));
  for (let [read, total] = [data.length, first.total]; read < total; ) {
    const next = await get<T>(from(url, read));
    // It has become shorter.
    if (next.data.length === 0) break;
    read += next.data.length;
    total = Math.max(total, next.total);
    data.push(...next.data.filter((row) => idOf(row) === undefined || !known.has(idOf(row))));
    for (const row of next.data) known.add(idOf(row));
  }
  return { ...first, data };
}

/** All rows of a list. */
export const getAll = async <T>(url: string, get: Get): Promise<T[]> =>
  (await getAllPages<{ data: T[]; total: number }>(url, get)).data;
