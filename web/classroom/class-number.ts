import { parseRowId } from '../../core/contract/row-id.ts';

/** The number of a class as somebody types it: spaces around it or a `#` in front do not matter. Null is none. */
export function parseClassNumber(text: string): number | null {
  const digits = /^\s*#?\s*(\d+)\s*$/.exec(text.normalize('NFKC'))?.[1];
  return parseRowId(digits?.replace(/^0+/, ''));
}
