import type { Address, Answer, Data, ListRead } from '../../core/api.ts';
import { type Get, getTogether } from './gathered-get.ts';

interface PageBody {
  data: unknown[];
  /** Rows of the whole list. */
  total: number;
}

const from = <A extends string>(address: A, offset: number) =>
  (offset === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}offset=${offset}`) as A;

/**
 * Reads a list to its end, page after page, and answers the body of the first page with the rows of all. A list that grows
 * or shrinks meanwhile may have a row twice or lack one, until it is read again.
 */
export function getAllPages<C extends ListRead>(address: Address<C>, get?: Get): Promise<Answer<C>>;
export async function getAllPages(address: Address<ListRead>, get: Get = getTogether): Promise<PageBody> {
  const first: PageBody = await get(address);
  const data = [...first.data];
  while (data.length < first.total) {
    const next: PageBody = await get(from(address, data.length));
    // It has become shorter.
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { ...first, data };
}

/** All rows of a list. */
export function getAll<C extends ListRead>(address: Address<C>, get?: Get): Promise<Data<C>>;
export async function getAll(address: Address<ListRead>, get: Get = getTogether): Promise<unknown> {
  return (await getAllPages(address, get)).data;
}
