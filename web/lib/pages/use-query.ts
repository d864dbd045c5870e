import { useSearchParams } from 'react-router-dom';

/**
 * What a screen keeps in its address, such as the page and the filters of a list: it survives a reload, and the
 * browser's Back.
 */
export function useQuery(): {
  get: (name: string) => string;
  /** An empty value is left out of the address. With `replace`, as for each letter of a text, Back does not stop here. */
  set: (values: Record<string, string>, replace?: boolean) => void;
} {
  const [query, setQuery] = useSearchParams();
  return {
    get: (name) => query.get(name) ?? '',
    set: (values, replace = false) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      // The same once more would be a step back that changes nothing.
      if (String(next) !== String(query)) setQuery(next, { replace });
    },
  };
}

/** Beyond every list: the last page, whichever that is. */
export const LAST_PAGE = Number.MAX_SAFE_INTEGER;

/** Returns the page that an address asks for, from 1; the first one when it asks for none that can be. */
export function parsePage(text: string): number {
  if (text === 'last') return LAST_PAGE;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The page as it stands in the address; the first one is left out. */
export const pageText = (page: number): string =>
  page === LAST_PAGE ? 'last' : page > 1 ? String(page) : '';

/** The page of a list, kept in the address. */
export function usePage(): [page: number, choose: (page: number, replace?: boolean) => void] {
  const query = useQuery();
  return [parsePage(query.get('page')), (page, replace) => query.set({ page: pageText(page) }, replace)];
}
