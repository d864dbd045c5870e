import { CARDS_MAX } from '../import-limits.ts';
import type { SourceRow } from './card-source.ts';
import { ImportError } from './import-problems.ts';

/** Bytes of one row in a file, or code units of one note: many times what a card may hold. */
export const ROW_MAX = 1024 * 1024;

const BATCH_ROWS = 500;

/** Gathers rows until they make a batch, which is full by their number or their size. */
export class RowBatch {
  #rows: SourceRow[] = [];
  #added = 0;
  #size = 0;

  /** `size` in bytes or code units, roughly. Throws `too_many_cards` for a row past the last that is allowed. */
  add(row: SourceRow, size: number): void {
    this.#added += 1;
    if (this.#added > CARDS_MAX) throw new ImportError('too_many_cards', { max: CARDS_MAX });
    this.#rows.push(row);
    this.#size += size;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_ROWS || this.#size >= ROW_MAX;
  }

  /** What was gathered; empty when nothing was. */
  take(): SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    return rows;
  }
}
