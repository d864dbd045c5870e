import type { Address, Answer, Data, ListRead } from '../../../core/api.ts';
import { type Get, getTogether } from './gathered-get.ts';

interface PageBody {
  data: unknown[];
  /** Rows of the whole list. */
  total: number;
}

const from = <A extends string>(address: A, offset: number) =>
  (offset === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}offset=${offset}`) as A;

/** By what a row is known, if by anything. */
function idOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const { id, student_id } = row as { id?: unknown; student_id?: unknown };
  return id ?? student_id;
}

/**
 * Reads a list to its end, page after page. Returns the body of the first page with the rows of all. A row that has
 * moved on to the next page meanwhile counts once. One that has moved back may be missing until the list is read
 * again.
 */
export function getAllPages<C extends ListRead>(address: Address<C>, get?: Get): Promise<Answer<C>>;
export async function getAllPages(address: Address<ListRead>, get: Get = getTogether): Promise<PageBody> {
  const first: PageBody = await get(address);
  const data = [...first.data];
  const known = new Set(data.map(idOf));
  for (let [read, total] = [data.length, first.total]; read < total; ) {
    const next: PageBody = await get(from(address, read));
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
export function getAll<C extends ListRead>(address: Address<C>, get?: Get): Promise<Data<C>>;
export async function getAll(address: Address<ListRead>, get: Get = getTogether): Promise<unknown> {
  return (await getAllPages(address, get)).data;
}
