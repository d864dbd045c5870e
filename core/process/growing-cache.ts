import { LRUCache } from 'lru-cache';

/**
 * Returns a cache of at most so many entries, of which the longest unused gives way. Takes memory as it fills. A
 * cache that is limited by `max` has room for all entries from the start, 2 MB for 50,000.
 */
export const growingCache = <K extends object | string | number, V extends object | number>(
  entriesMax: number,
  options: { ignoreFetchAbort?: boolean; fetchMethod?: (key: K) => Promise<V | undefined> } = {},
): LRUCache<K, V> => new LRUCache<K, V>({ maxSize: entriesMax, sizeCalculation: () => 1, ...options });
