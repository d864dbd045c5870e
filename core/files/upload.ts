import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import type { AppError } from '../contract/errors.ts';

const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;

/**
 * Returns nothing when the day's bytes are used up. A new day is counted from nothing. Plain SQL, by the database's
 * clock.
 */
const RESERVE = `insert into upload_days as known (user_id, day, bytes) values ($1, ${TODAY}, $2)
  on conflict (user_id) do update
    set day = excluded.day, bytes = excluded.bytes + case when known.day = excluded.day then known.bytes else 0 end
    where known.day <> excluded.day or known.bytes < $3
  returning day`;

const SETTLE = `update upload_days set bytes = greatest(0, bytes + $3) where user_id = $1 and day = $2`;

const SECONDS_LEFT = `select ceil(extract(epoch from
  (${TODAY} + 1)::timestamp - clock_timestamp() at time zone 'UTC'))::integer as seconds`;

/** What an account has begun to send; call it with the number of bytes that came. */
export type Reservation = (bytes: number) => Promise<void>;

/**
 * Counts the bytes of files that an account sends in a day (UTC). The count is in the database, so that it holds for
 * all processes.
 */
export class UploadAllowance {
  readonly #pool: Pool;
  readonly #bytesPerDay: number;

  constructor(pool: Pool, bytesPerDay: number) {
    this.#pool = pool;
    this.#bytesPerDay = bytesPerDay;
  }

  /**
   * Counts `expected` bytes before they have come, so that uploads at the same moment see one another. Returns
   * undefined when the day's bytes are used up. The last one that is let in may exceed them.
   */
  async reserve(accountId: number, announced: number): Promise<Reservation | undefined> {
    // What is announced is the sender's word.
    const expected = Math.min(announced, this.#bytesPerDay);
    const { rows } = await this.#pool.query<{ day: string }>(RESERVE, [
      accountId,
      expected,
      this.#bytesPerDay,
    ]);
    const day = rows[0]?.day;
    if (day === undefined) return undefined;
    return async (bytes) => void (await this.#pool.query(SETTLE, [accountId, day, bytes - expected]));
  }

  /** Seconds until the next day. */
  async secondsLeft(): Promise<number> {
    const { rows } = await this.#pool.query<{ seconds: number }>(SECONDS_LEFT);
    return rows[0]!.seconds;
  }
}

/** For mkdir: what people uploaded is not for the machine's other users. */
export const CLOSED_FOLDER = { recursive: true, mode: 0o750 } as const;

/** What a form's file must be. */
export interface FileRule {
  /** The form's field. */
  field: string;
  /** Of one file. */
  maxBytes: number;
  /** Files of this field. Default 1. */
  most?: number;
  /** Returns the extension that fits the content, recognised by its first bytes; undefined for refused content. */
  extensionOf(head: Uint8Array): string | undefined;
  /** `together`: the bytes that all files of the form may have, when it is these that are exceeded. */
  tooLarge(together?: number): AppError;
  wrongContent(): AppError;
}

/** A file that has arrived whole and lies in the upload folder. */
export interface Upload {
  field: string;
  /** What its sender calls it: no path, and nothing to rely on. */
  name: string;
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
  extension: string;
}

/** Bytes by which content is recognised: more than the longest frame of audio. */
const HEAD_BYTES = 16 * 1024;

/**
 * Writes a stream to a file of its own, hashing and counting as it passes. Throws what the rule says as soon as it is
 * known, and then leaves nothing behind. Returns undefined for an empty stream without a name: no file was chosen.
 */
export async function receiveUpload(
  stream: Readable,
  folder: string,
  rule: FileRule,
  name: string | undefined,
): Promise<Upload | undefined> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);

  const checkContent = (): string => {
    const extension = rule.extensionOf(head);
    if (!extension) throw rule.wrongContent();
    return extension;
  };
  async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > rule.maxBytes) throw rule.tooLarge();
      hash.update(chunk);
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        if (head.length === HEAD_BYTES) checkContent();
      }
      yield chunk;
    }
  }

  // Opened here and not by the stream, which might create it after we have given up and removed it.
  const file = await open(path, 'wx');
  try {
    await pipeline(stream, checked, file.createWriteStream({ flush: true }));
    if (size > 0 || name) {
      const extension = checkContent();
      return {
        field: rule.field,
        name: name ?? '',
        path,
        bytes: size,
        digest: hash.digest('hex'),
        extension,
      };
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  await rm(path, { force: true });
  return undefined;
}

/** Older than any upload can take, so that it is no other process's at work. */
const STALE_MS = 7 * 60 * 60_000;

/** Makes the folder for uploads, and removes what a process that was killed has left there. */
export async function openUploadFolder(folder: string, now: Date): Promise<void> {
  await mkdir(folder, CLOSED_FOLDER);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < now.getTime() - STALE_MS) await rm(path, { force: true });
  }
}
