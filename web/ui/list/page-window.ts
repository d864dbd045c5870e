const MAX_NUMBERS = 5;

/** The page numbers to offer: at most five, with `page` (from 1) in the middle where there is room on both sides. */
export function pageWindow(page: number, total: number): number[] {
  const length = Math.min(MAX_NUMBERS, Math.max(0, total));
  const first = Math.max(1, Math.min(page - Math.floor(MAX_NUMBERS / 2), total - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
