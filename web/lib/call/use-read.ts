import useSWR, { type SWRConfiguration } from 'swr';
import type { Address, Data, DataRead, ListRead } from '../../../core/api.ts';
import { getAll } from './all-pages.ts';
import { getData } from './gathered-get.ts';
import { readOrKept } from './kept-reads.ts';

/** Reads the `data` of a call's response, kept under its address; nothing is read without one. */
export const useRead = <C extends DataRead>(
  address: Address<C> | null,
  options?: SWRConfiguration<Data<C>>,
) => useSWR<Data<C>>(address, (key: Address<C>) => readOrKept(key, () => getData(key)), options);

/** Reads a list likewise, with all its pages. `refresh` reads again, and rejects when that fails. */
export function useList<C extends ListRead>(address: Address<C> | null, options?: SWRConfiguration<Data<C>>) {
  const list = useSWR<Data<C>>(address, (key: Address<C>) => readOrKept(key, () => getAll(key)), options);
  return {
    // Read when they are asked for: what a component asks for, its drawing depends on.
    get data() {
      return list.data;
    },
    get error() {
      return list.error;
    },
    get isLoading() {
      return list.isLoading;
    },
    mutate: list.mutate,
    refresh: () => list.mutate(address ? getAll(address) : undefined, { revalidate: false }),
  };
}
