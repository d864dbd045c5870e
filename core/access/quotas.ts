import { filesOfCard } from '../contract/card-fields.ts';
import { AppError } from '../contract/errors.ts';
import { learns, type Role } from '../contract/roles.ts';
import type { Storage } from '../files/storage.ts';
import type { Upload } from '../files/upload.ts';
import { TEACHERS } from '../postgres/person-sql.ts';
import type { Db, Tx } from '../postgres/transaction.ts';
import type { Config } from '../process/config.ts';
import { growingCache } from '../process/growing-cache.ts';
import { isPrivate } from './deck-rights-sql.ts';
import {
  STUDENT_CARDS_MAX,
  STUDENT_DECKS_MAX,
  STUDENT_FILE_BYTES_MAX,
  STUDENT_FILES_MAX,
} from './quota-limits.ts';

/** Throws `wrong_role` unless the account is a teacher's. Until the transaction ends nobody gives it another role. */
export async function lockTeacher(tx: Tx, accountId: number): Promise<void> {
  const { rowCount } = await tx.query(
    `/* lockTeacher */ select 1 from users where id = $1 and role in ${TEACHERS} for no key update`,
    [accountId],
  );
  if (!rowCount) throw new AppError('wrong_role');
}

/**
 * Throws `too_many_classes` or `too_many_exams` when the account has `max` of them already. Throws as `lockTeacher`.
 * Until the transaction ends nobody else adds one to the account.
 */
export async function requireRoomFor(
  tx: Tx,
  what: 'classes' | 'exams',
  accountId: number,
  max: number,
): Promise<void> {
  await lockTeacher(tx, accountId);
  const { rows } = await tx.query<{ count: number }>(
    `/* requireRoomFor */ select count(*)::integer as count from ${what} where teacher_id = $1`,
    [accountId],
  );
  if (rows[0]!.count >= max) throw new AppError(`too_many_${what}`, { params: { max } });
}

/**
 * Holds an account that makes a deck until the transaction ends: of two that are made at once, the later waits and then
 * sees the earlier one. Throws `wrong_role` when it has another role by now, whose limits are others, or is gone.
 */
export async function lockDeckMaker(tx: Tx, { id, role }: { id: number; role: Role }): Promise<void> {
  const { rowCount } = await tx.query(
    '/* lockDeckMaker */ select 1 from users where id = $1 and role = $2 for no key update',
    [id, role],
  );
  if (!rowCount) throw new AppError('wrong_role');
}

/**
 * Throws `too_many_decks` when an account has more than `max` decks, with those in its trash. Adds `more` to those that
 * the transaction sees.
 */
export async function requireRoomForDecks(
  tx: Tx,
  accountId: number,
  { max, more = 0 }: { max: number; more?: number },
): Promise<void> {
  const { rows } = await tx.query<{ decks: number }>(
    `/* requireRoomForDecks */ select ((select count(*) from decks where user_id = $1)
       + (select count(*) from trashed_decks where keeper_id = $1))::integer as decks`,
    [accountId],
  );
  if (rows[0]!.decks + more > max) throw new AppError('too_many_decks', { params: { max } });
}

/** The keys of the files that an account's cards and exams have, with those in the trash. */
const KEYS = `select substr(f.file, 10) as key from cards c join decks d on d.id = c.deck_id, ${filesOfCard('c')} f (file)
  where d.user_id = $1 and f.file like '/storage/%'
  union select unnest(t.files) from trashed_cards t left join decks d on d.id = t.deck_id
    left join trashed_decks g on g.id = t.trashed_deck_id where d.user_id = $1 or g.keeper_id = $1
  union select main_audio_path from exams where teacher_id = $1 and main_audio_path is not null`;

/** The keys of a deck's files; with $2 also those in its trash, which goes with it to another owner. */
const KEYS_OF_DECK = `select substr(f.file, 10) as key from cards c, ${filesOfCard('c')} f (file)
  where c.deck_id = $1 and f.file like '/storage/%'
  union select unnest(files) from trashed_cards where deck_id = $1 and $2::boolean`;

/** How many decks and files an account of a role may have. What the settings allow bounds students as well. */
export function quotasOf(
  { DECKS_MAX: decks, FILES_MAX: files, FILE_BYTES_MAX: bytes }: Config,
  role: Role,
): { decks: number; files: number; bytes: number } {
  if (!learns(role)) return { decks, files, bytes };
  return {
    decks: Math.min(decks, STUDENT_DECKS_MAX),
    files: Math.min(files, STUDENT_FILES_MAX),
    bytes: Math.min(bytes, STUDENT_FILE_BYTES_MAX),
  };
}

/** The work, whose quotas are another teacher's, unless `isOwn`. Throws `teacher_has_no_room` where they are exceeded. */
export const atAnothers = <T>(work: Promise<T>, isOwn = false): Promise<T> =>
  work.catch((error: unknown) => {
    const { code } = error as AppError;
    const isQuota = code === 'too_many_decks' || code === 'too_many_files' || code === 'files_too_large';
    throw isQuota && !isOwn ? new AppError('teacher_has_no_room', { cause: error }) : error;
  });

/** Files whose size is asked for at once. */
const SIZES_AT_ONCE = 16;

/** Returns what watches over the files of accounts of a role. */
export function fileQuotas(pool: Db, storage: Storage, config: Config): (role: Role) => FileQuota {
  const ofStudents = new FileQuota(pool, storage, quotasOf(config, 'student'));
  const ofOthers = new FileQuota(pool, storage, quotasOf(config, 'teacher'));
  return (role) => (learns(role) ? ofStudents : ofOthers);
}

/**
 * Watches over the files of one account, in number and in bytes. A file that several cards have counts once. The size of a
 * stored file never changes and is asked for once.
 */
export class FileQuota {
  readonly #pool: Db;
  readonly #storage: Storage;
  readonly #files: number;
  readonly #bytes: number;
  readonly #sizes = growingCache<string, number>(200_000);

  constructor(pool: Db, storage: Storage, { files, bytes }: { files: number; bytes: number }) {
    this.#pool = pool;
    this.#storage = storage;
    this.#files = files;
    this.#bytes = bytes;
  }

  /**
   * Throws `too_many_files` or `files_too_large` when the account has no room for one more. Uploads that arrive at the same
   * moment may all find the last room: by so much a quota can be exceeded.
   */
  async requireRoom(accountId: number, upload: Upload): Promise<void> {
    const own = await this.#keysOf(this.#pool, accountId);
    this.#requireCount(own.length + 1);
    await this.#requireBytes(own, upload.bytes);
  }

  /**
   * Throws `too_many_files` or `files_too_large` when the account has no room for the files of a deck. `withTrash` adds
   * those in its trash, which a copy goes without. Those that it has already take no more room.
   */
  async requireRoomForDeck(
    accountId: number,
    deckId: number,
    { db = this.#pool, withTrash = false }: { db?: Db; withTrash?: boolean } = {},
  ): Promise<void> {
    const own = new Set(await this.#keysOf(db, accountId));
    const { rows } = await db.query<{ key: string }>(KEYS_OF_DECK, [deckId, withTrash]);
    const more = rows.map(({ key }) => key).filter((key) => !own.has(key));
    if (more.length === 0) return;
    this.#requireCount(own.size + more.length);
    await this.#requireBytes([...own, ...more], 0);
  }

  /** Throws `too_many_files` or `files_too_large` when the account has more than it may, as the transaction sees it. */
  async requireWithin(accountId: number, db: Db): Promise<void> {
    const own = await this.#keysOf(db, accountId);
    this.#requireCount(own.length);
    await this.#requireBytes(own, 0);
  }

  async #keysOf(db: Db, accountId: number): Promise<string[]> {
    const { rows } = await db.query<{ key: string }>({
      name: 'files_of_account',
      text: KEYS,
      values: [accountId],
    });
    return rows.map(({ key }) => key);
  }

  #requireCount(files: number): void {
    if (files > this.#files) throw new AppError('too_many_files', { params: { max: this.#files } });
  }

  async #requireBytes(keys: string[], more: number): Promise<void> {
    let bytes = more;
    for (let start = 0; start < keys.length; start += SIZES_AT_ONCE) {
      const part = keys.slice(start, start + SIZES_AT_ONCE);
      for (const size of await Promise.all(part.map((key) => this.#sizeOf(key)))) bytes += size;
    }
    if (bytes > this.#bytes)
      throw new AppError('files_too_large', { params: { megabytes: Math.floor(this.#bytes / 1024 ** 2) } });
  }

  async #sizeOf(key: string): Promise<number> {
    const known = this.#sizes.get(key);
    if (known !== undefined) return known;
    // A file that is lost takes no room; one that cannot be asked for now is asked for again.
    const size = await this.#storage.disk.getMetaData(key).then(
      ({ contentLength }) => contentLength,
      () => undefined,
    );
    if (size !== undefined) this.#sizes.set(key, size);
    return size ?? 0;
  }
}

/**
 * Throws `too_many_cards` when a student's own deck has more cards by now than it may. The caller holds the deck, and has
 * added the cards already.
 */
export async function requireRoomForCards(tx: Tx, deckId: number): Promise<void> {
  const { rows } = await tx.query(
    `/* requireRoomForCards */ select d.id from decks d where d.id = $1 and ${isPrivate('d')}
       and (select count(*) from cards c where c.deck_id = d.id) > $2`,
    [deckId, STUDENT_CARDS_MAX],
  );
  if (rows[0]) throw new AppError('too_many_cards', { params: { max: STUDENT_CARDS_MAX } });
}
