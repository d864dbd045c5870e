import type { Pool } from 'pg';
import { deleteEndedInvitations } from '../core/colleague/invitation.ts';
import type { Storage } from '../core/files/storage.ts';
import { removeErasedFiles } from '../core/files/unused-files.ts';
import { putLettersOfEnd } from '../core/mail/letters.ts';
import { applyRetention, eraseDue } from '../core/person/retention.ts';
import { WorkLoop } from '../core/process/work-loop.ts';

const POLL_MS = 60_000;

/**
 * Marks the accounts that are not kept any longer, erases those that are due, and forgets who was invited and never came.
 * Several workers may do so at once. `withLetters`: people with a confirmed address are informed some days before.
 */
export const accountEraser = (
  pool: Pool,
  storage: Pick<Storage, 'disk'>,
  { withLetters, onError }: { withLetters: boolean; onError: (error: unknown) => void },
): WorkLoop =>
  new WorkLoop({
    everyMs: POLL_MS,
    onError,
    work: async () => {
      await applyRetention(pool);
      await deleteEndedInvitations(pool);
      if (withLetters) await putLettersOfEnd(pool);
      await eraseDue(pool, (keys) => removeErasedFiles(pool, storage, keys));
    },
  });
