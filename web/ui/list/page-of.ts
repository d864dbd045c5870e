export interface PageOf<T> {
  items: T[];
  /** From 1; the last one when there is no longer such a page. */
  page: number;
  pageCount: number;
}

/** One page of a list. The list may have become shorter since the page was chosen, or be shorter than asked for. */
export function pageOf<T>(all: readonly T[], page: number, size: number): PageOf<T> {
  const pageCount = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(Math.max(1, page), pageCount);
  return { items: all.slice((shown - 1) * size, shown * size), page: shown, pageCount };
}
