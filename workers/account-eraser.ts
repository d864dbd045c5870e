import type { Pool } from 'pg';
import { putLettersOfEnd } from '../core/mail/letters.ts';
import { applyRetention, eraseDue } from '../core/person/retention.ts';
import type { Storage } from '../core/storage.ts';
import { WorkLoop } from './work-loop.ts';

const LOOK_MS = 60_000;

/** Marks the accounts that are not kept any longer, and erases those that are due. Several workers may do so at once. */
export class AccountEraser {
  readonly #loop: WorkLoop;

  /** `withLetters`: people with a confirmed address are informed some days before. */
  constructor(
    pool: Pool,
    storage: Pick<Storage, 'disk'>,
    { withLetters, onError }: { withLetters: boolean; onError: (error: unknown) => void },
  ) {
    this.#loop = new WorkLoop({
      everyMs: LOOK_MS,
      onError,
      work: async () => {
        await applyRetention(pool);
        if (withLetters) await putLettersOfEnd(pool);
        await eraseDue(pool, async (keys) => {
          for (const key of keys) await storage.disk.delete(key);
        });
      },
    });
  }

  /** Starts looking every minute. */
  start(): void {
    this.#loop.start();
  }

  /** Resolves when a look that began after this call is over. */
  look(): Promise<void> {
    return this.#loop.look();
  }

  /** Ends after the look under way. */
  close(): Promise<void> {
    return this.#loop.close();
  }
}
