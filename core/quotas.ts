import type { Pool, PoolClient } from 'pg';
import { AppError } from './errors.ts';
import { growingCache } from './growing-cache.ts';
import type { Storage } from './storage.ts';
import type { Upload } from './upload.ts';

/** Plain SQL: the table is chosen by name. */
const OWNED = {
  classes: {
    count: 'select count(*)::integer as count from classes where teacher_id = $1',
    code: 'too_many_classes',
  },
  exams: {
    count: 'select count(*)::integer as count from exams where teacher_id = $1',
    code: 'too_many_exams',
  },
} as const;

/**
 * Throws `too_many_classes` or `too_many_exams` when the account has `max` of them already, and `wrong_role` when it is
 * a teacher's no more. Until the transaction ends nobody else adds one to the account, or gives it another role.
 */
export async function requireRoomFor(
  tx: Pick<PoolClient, 'query'>,
  what: keyof typeof OWNED,
  accountId: number,
  max: number,
): Promise<void> {
  const { rowCount } = await tx.query(
    `select from users where id = $1 and role = 'teacher' for no key update`,
    [accountId],
  );
  if (!rowCount) throw new AppError('wrong_role');
  const { rows } = await tx.query<{ count: number }>(OWNED[what].count, [accountId]);
  if (rows[0]!.count >= max) throw new AppError(OWNED[what].code, { params: { max } });
}

/** The keys of the files that an account's cards and exams have. */
const KEYS = `select substr(c.audio_file, 10) as key from cards c join decks d on d.id = c.deck_id
  where d.user_id = $1 and c.audio_file like '/storage/%'
  union select main_audio_path from exams where teacher_id = $1 and main_audio_path is not null`;

/** Files whose size is asked for at once. */
const SIZES_AT_ONCE = 16;

/**
 * Watches over the files of one teacher, in number and in bytes. A file that several cards have counts once. The size of a
 * stored file never changes and is asked for once.
 */
export class FileQuota {
  readonly #pool: Pool;
  readonly #storage: Storage;
  readonly #files: number;
  readonly #bytes: number;
  readonly #sizes = growingCache<string, number>(200_000);

  constructor(pool: Pool, storage: Storage, { files, bytes }: { files: number; bytes: number }) {
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
    const { rows } = await this.#pool.query<{ key: string }>({
      name: 'files_of_account',
      text: KEYS,
      values: [accountId],
    });
    if (rows.length >= this.#files) throw new AppError('too_many_files', { params: { max: this.#files } });
    let bytes = upload.bytes;
    for (let start = 0; start < rows.length; start += SIZES_AT_ONCE) {
      const part = rows.slice(start, start + SIZES_AT_ONCE);
      for (const size of await Promise.all(part.map(({ key }) => this.#sizeOf(key)))) bytes += size;
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
