import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import type { AppError } from '../errors.ts';
import { FileQuota } from '../quotas.ts';
import type { Storage } from '../storage.ts';
import {
  type ArchiveLimits,
  CARDS_MAX,
  entryBytesMax,
  TEACHER_CARDS_MAX,
  TEACHER_ENTRIES_MAX,
  TEACHER_FILES_MAX,
  TEACHER_INFLATED_MAX,
} from './import-limits.ts';
import { ImportError } from './import-problems.ts';

/** Of an account that may import. */
export type ImporterRole = 'admin' | 'teacher';

/** What the owner of an import may bring. */
export interface ImportOwner {
  limits: ArchiveLimits;
  cardsMax: number;
  /** Locks the account, so that its imports see one another's decks. Throws when it may import no more. */
  lock(client: ClientBase): Promise<void>;
  /** Throws when the account now has more than a teacher may, seen from the transaction that publishes. */
  requireRoom(client: ClientBase, isNewDeck: boolean): Promise<void>;
}

/** Returns what the role that the account has now allows. Throws ImportError for one that may not import. */
export async function importOwner(
  client: ClientBase,
  ownerId: number,
  { config, storage }: { config: Config; storage: Storage },
): Promise<ImportOwner> {
  const role = await roleOf(client, ownerId);
  const ofTeacher = role === 'teacher';
  const capped = (setting: number, teachers: number) => (ofTeacher ? Math.min(setting, teachers) : setting);
  return {
    limits: {
      archiveBytes: capped(config.IMPORT_ARCHIVE_MAX, TEACHER_FILES_MAX),
      entries: capped(config.IMPORT_ENTRIES_MAX, TEACHER_ENTRIES_MAX),
      inflatedBytes: capped(config.IMPORT_INFLATED_MAX, TEACHER_INFLATED_MAX),
      entryBytes: entryBytesMax,
    },
    cardsMax: capped(CARDS_MAX, TEACHER_CARDS_MAX),
    async lock(tx) {
      // One who was an administrator when the files were read must not publish by that.
      if ((await roleOf(tx, ownerId, 'for no key update')) !== role) throw new ImportError('wrong_role');
    },
    async requireRoom(tx, isNewDeck) {
      if (!ofTeacher) return;
      const { rows } = await tx.query<{ decks: number }>(
        'select count(*)::integer as decks from decks where user_id = $1',
        [ownerId],
      );
      const { DECKS_MAX, FILES_MAX, FILE_BYTES_MAX } = config;
      if (isNewDeck && rows[0]!.decks > DECKS_MAX)
        throw new ImportError('too_many_decks', { max: DECKS_MAX });
      const quota = new FileQuota(tx, storage, { files: FILES_MAX, bytes: FILE_BYTES_MAX });
      await quota.requireWithin(ownerId, tx).catch((error: unknown) => {
        const { code } = error as AppError;
        if (code === 'too_many_files') throw new ImportError(code, { max: FILES_MAX });
        if (code === 'files_too_large')
          throw new ImportError(code, { megabytes: Math.floor(FILE_BYTES_MAX / 1024 ** 2) });
        throw error;
      });
    },
  };
}

async function roleOf(client: ClientBase, ownerId: number, lock = ''): Promise<ImporterRole> {
  const { rows } = await client.query<{ role: string }>(`select role from users where id = $1 ${lock}`, [
    ownerId,
  ]);
  const role = rows[0]?.role;
  if (role !== 'admin' && role !== 'teacher') throw new ImportError('wrong_role');
  return role;
}
