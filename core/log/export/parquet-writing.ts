import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A page of each column to be added, or the end of the row group, and perhaps of the file. */
export interface ParquetCall {
  page?: Record<string, string | Uint8Array>;
  isLast?: boolean;
}

/**
 * A Parquet file that another thread writes: a row group takes it some tenths of a second, in which this one has
 * requests to answer.
 */
export class ParquetWriting {
  readonly #thread: Worker;
  readonly #failed: Promise<never>;

  constructor(isPseudonymous: boolean) {
    this.#thread = new Worker(new URL('./parquet-thread.ts', import.meta.url), {
      workerData: { isPseudonymous },
      // A row group is some 40 MB of values: with this room, what is left of earlier ones is cleared away in time.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 192 },
    });
    this.#failed = once(this.#thread, 'error').then(([error]) => {
      throw error;
    });
    // The next caller that asks for bytes gets it.
    this.#failed.catch(() => {});
  }

  add(page: Record<string, string | Uint8Array>): void {
    this.#thread.postMessage({ page } satisfies ParquetCall);
  }

  /** Ends the row group, and with the last one the file; resolves with the bytes. One at a time. */
  async end(isLast: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const answered = once(this.#thread, 'message');
    this.#thread.postMessage({ isLast } satisfies ParquetCall);
    const [bytes] = await Promise.race([answered, this.#failed]);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
