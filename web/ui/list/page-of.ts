const MAX_NUMBERS = 5;

/** The page numbers to offer: at most five, with `page` (from 1) in the middle where there is room on both sides. */
export function pageWindow(page: number, total: number): number[] {
  const length = Math.min(MAX_NUMBERS, Math.max(0, total));
  const first = Math.max(1, Math.min(page - Math.floor(MAX_NUMBERS / 2), total - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}

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
