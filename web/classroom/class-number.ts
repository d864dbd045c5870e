import { parseRowId } from '../../core/contract/row-id.ts';
import { levelled } from '../../core/text/normal-form.ts';

/** The number of a class as somebody types it: spaces around it or a `#` in front do not matter. Null is none. */
export function parseClassNumber(text: string): number | null {
  const digits = /^#? ?(\d+)$/.exec(levelled(text))?.[1];
  return parseRowId(digits?.replace(/^0+/, ''));
}
