import type { Get } from './gathered-get.ts';

interface PageBody {
  data: unknown[];
  /** Rows of the whole list. */
  total: number;
}

const from = (url: string, offset: number) =>
  offset === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}offset=${offset}`;

/**
 * Reads a list to its end, page after page, and answers the body of the first page with the rows of all. A list that grows
 * or shrinks meanwhile may have a row twice or lack one, until it is read again.
 */
export async function getAllPages<T extends PageBody>(url: string, get: Get): Promise<T> {
  const first = await get<T>(url);
  const data = [...first.data];
  while (data.length < first.total) {
    const next = await get<T>(from(url, data.length));
    // It has become shorter.
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { ...first, data };
}

/** All rows of a list. */
export const getAll = async <T>(url: string, get: Get): Promise<T[]> =>
  (await getAllPages<{ data: T[]; total: number }>(url, get)).data;
