import type { ClientBase } from 'pg';
import { mayMake } from '../access/directory.ts';
import { STUDENT_CARDS_MAX } from '../access/quota-limits.ts';
import { FileQuota, quotasOf, requireRoomForCards, requireRoomForDecks } from '../access/quotas.ts';
import type { AppError } from '../contract/errors.ts';
import { administers, learns, type Role } from '../contract/roles.ts';
import type { Storage } from '../files/storage.ts';
import type { Config } from '../process/config.ts';
import { ImportError } from './cards/import-problems.ts';
import {
  type ArchiveLimits,
  CARDS_MAX,
  entryBytesMax,
  STUDENT_IMPORT_MAX,
  TEACHER_CARDS_MAX,
  TEACHER_ENTRIES_MAX,
  TEACHER_FILES_MAX,
  TEACHER_INFLATED_MAX,
} from './import-limits.ts';

/** What the owner of an import may bring. */
export interface ImportOwner {
  /** A student, who has a schedule. */
  isLearner: boolean;
  /** A teacher or a student, whose decks are their own to change. */
  isAuthor: boolean;
  limits: ArchiveLimits;
  cardsMax: number;
  /** Locks the account, so that its imports see one another's decks. Throws when it may import no more. */
  lock(client: ClientBase): Promise<void>;
  /** Throws when the account now has more than it may, seen from the transaction that publishes. */
  requireRoom(client: ClientBase, published: { deckId: number; isNewDeck: boolean }): Promise<void>;
}

/** Returns what the role that the account has now allows. Throws ImportError for one that may not import. */
export async function importOwner(
  client: ClientBase,
  ownerId: number,
  { config, storage }: { config: Config; storage: Storage },
): Promise<ImportOwner> {
  const role = await roleOf(client, ownerId);
  const capped = (setting: number, teachers: number, students = teachers) =>
    administers(role) ? setting : Math.min(setting, learns(role) ? students : teachers);
  return {
    isLearner: learns(role),
    isAuthor: !administers(role),
    limits: {
      archiveBytes: capped(config.IMPORT_ARCHIVE_MAX, TEACHER_FILES_MAX, STUDENT_IMPORT_MAX),
      entries: capped(config.IMPORT_ENTRIES_MAX, TEACHER_ENTRIES_MAX),
      inflatedBytes: capped(config.IMPORT_INFLATED_MAX, TEACHER_INFLATED_MAX),
      entryBytes: entryBytesMax,
    },
    cardsMax: capped(CARDS_MAX, TEACHER_CARDS_MAX, STUDENT_CARDS_MAX),
    async lock(tx) {
      // One who was an administrator when the files were read must not publish by that.
      if ((await roleOf(tx, ownerId, 'for no key update')) !== role) throw new ImportError('wrong_role');
      if (!(await mayMake(tx, role))) throw new ImportError('own_decks_off');
    },
    async requireRoom(tx, { deckId, isNewDeck }) {
      if (administers(role)) return;
      const { decks, files, bytes } = quotasOf(config, role);
      const quota = new FileQuota(tx, storage, { files, bytes });
      const keeper = await keeperOf(tx, deckId);
      if (keeper.id !== ownerId) {
        // What the administrator's decks take has no bound.
        if (!administers(keeper.role)) await quota.requireWithin(keeper.id, tx).catch(noRoomAtOwner);
        return;
      }
      const isWithin = isNewDeck ? requireRoomForDecks(tx, ownerId, { max: decks }) : Promise.resolve();
      await isWithin
        .then(() => requireRoomForCards(tx, deckId))
        .then(() => quota.requireWithin(ownerId, tx))
        .catch((error: unknown) => {
          const { code } = error as AppError;
          if (code === 'too_many_decks') throw new ImportError(code, { max: decks });
          if (code === 'too_many_cards') throw new ImportError('deck_full', { max: STUDENT_CARDS_MAX });
          if (code === 'too_many_files') throw new ImportError(code, { max: files });
          if (code === 'files_too_large')
            throw new ImportError(code, { megabytes: Math.floor(bytes / 1024 ** 2) });
          throw error;
        });
    },
  };
}

/** Returns whose room the files of a deck take. */
async function keeperOf(client: ClientBase, deckId: number): Promise<{ id: number; role: Role }> {
  const { rows } = await client.query<{ id: number; role: Role }>(
    'select u.id, u.role from decks d join users u on u.id = d.user_id where d.id = $1',
    [deckId],
  );
  return rows[0]!;
}

function noRoomAtOwner(error: unknown): never {
  const { code } = error as AppError;
  if (code === 'too_many_files' || code === 'files_too_large') throw new ImportError('owner_has_no_room');
  throw error;
}

async function roleOf(client: ClientBase, ownerId: number, lock = ''): Promise<Role> {
  const { rows } = await client.query<{ role: Role }>(`select role from users where id = $1 ${lock}`, [
    ownerId,
  ]);
  const role = rows[0]?.role;
  if (role === undefined) throw new ImportError('wrong_role');
  return role;
}
