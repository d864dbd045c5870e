import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { ImportError } from '../cards/import-problems.ts';
import type { ArchiveFile } from './archive-file.ts';
import { STORED } from './zip-directory.ts';
import { shownName } from './zip-entry-names.ts';
import type { LocatedEntry } from './zip-local-headers.ts';

/** First bytes of ZIP (with files, empty, in parts), gzip, bzip2, xz, 7z and RAR. */
const SIGNATURES = [
  'PK\x03\x04',
  'PK\x05\x06',
  'PK\x07\x08',
  '\x1f\x8b\x08',
  'BZh',
  '\xfd7zXZ\0',
  '7z\xbc\xaf\x27\x1c',
  'Rar!\x1a\x07',
].map((signature) => Buffer.from(signature, 'latin1'));

/** How many bytes `isNestedArchive` needs. */
const NESTED_HEAD_BYTES = 10;

// Three letters may begin a text as well; the level and the first block's mark (its length, pi) may not.
const BZIP2 = /^BZh[1-9]1AY&SY/;

/** Whether a content is an archive itself, by its first bytes and whatever its name says. */
const isNestedArchive = (head: Buffer): boolean =>
  SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature)) &&
  (head[0] !== 0x42 || BZIP2.test(head.toString('latin1', 0, NESTED_HEAD_BYTES)));

const CHUNK_BYTES = 256 * 1024;

type Code = 'archive_size_lie' | 'archive_crc' | 'archive_nested';
const wrong = (code: Code, entry: LocatedEntry, cause?: unknown): ImportError =>
  new ImportError(code, { name: shownName(entry.name) }, cause);

/** The content of an entry, checked; valid until the file is read again. Throws ImportError. */
export function readContent(file: ArchiveFile, entry: LocatedEntry): Buffer {
  const stored = file.bytes(entry.dataStart, entry.stored);
  const content = entry.method === STORED ? stored : inflated(stored, entry);
  if (crc32(content) !== entry.crc) throw wrong('archive_crc', entry);
  if (isNestedArchive(content)) throw wrong('archive_nested', entry);
  return content;
}

function inflated(stored: Buffer, entry: LocatedEntry): Buffer {
  try {
    const { buffer, engine } = inflateRawSync(stored, {
      info: true,
      maxOutputLength: Math.max(1, entry.bytes),
      // One byte too many fits into the first piece: neither the right length nor a lie needs a second.
      chunkSize: Math.max(64, entry.bytes + 1),
      // With `info` there are an engine and a buffer, which the types do not know.
    }) as unknown as { buffer: Buffer; engine: InflateRaw };
    if (buffer.length !== entry.bytes || engine.bytesWritten !== entry.stored)
      throw wrong('archive_size_lie', entry);
    return buffer;
  } catch (error) {
    throw asImportError(error, entry);
  }
}

/** Too much or too little for the sizes that are said, or nothing that inflates at all. */
function asImportError(error: unknown, entry: LocatedEntry): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'Z_BUF_ERROR')
    return wrong('archive_size_lie', entry, error);
  return code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT' ? wrong('archive_crc', entry, error) : error;
}

/** Writes the content of an entry to a file, piece by piece, checked as `readContent` does; removes it if that fails. */
export async function extractContent(file: ArchiveFile, entry: LocatedEntry, path: string): Promise<void> {
  const pieces = storedPieces(file, entry);
  const check = (source: AsyncIterable<Buffer>) => checkedPieces(source, entry);
  const target = createWriteStream(path, { mode: 0o600 });
  try {
    if (entry.method === STORED) await pipeline(pieces, check, target);
    else {
      const engine = createInflateRaw();
      await pipeline(pieces, engine, check, target);
      if (engine.bytesWritten !== entry.stored) throw wrong('archive_size_lie', entry);
    }
  } catch (error) {
    // A file that is still being opened would be made again once it was removed.
    if (!target.closed) await new Promise((resolve) => target.once('close', resolve));
    await rm(path, { force: true });
    throw asImportError(error, entry);
  }
}

async function* storedPieces(file: ArchiveFile, entry: LocatedEntry): AsyncGenerator<Buffer> {
  const end = entry.dataStart + entry.stored;
  for (let at = entry.dataStart; at < end; at += CHUNK_BYTES)
    yield file.copy(at, Math.min(CHUNK_BYTES, end - at));
}

async function* checkedPieces(source: AsyncIterable<Buffer>, entry: LocatedEntry): AsyncGenerator<Buffer> {
  let bytes = 0;
  let crc = 0;
  let head = Buffer.alloc(0);
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > entry.bytes) throw wrong('archive_size_lie', entry);
    crc = crc32(piece, crc);
    if (head.length < NESTED_HEAD_BYTES)
      head = Buffer.concat([head, piece.subarray(0, NESTED_HEAD_BYTES - head.length)]);
    yield piece;
  }
  if (bytes !== entry.bytes) throw wrong('archive_size_lie', entry);
  if (crc !== entry.crc) throw wrong('archive_crc', entry);
  if (isNestedArchive(head)) throw wrong('archive_nested', entry);
}
