import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { ImportError } from '../cards/import-problems.ts';
import { type ArchiveLimits, INFLATION_FREE_BYTES, INFLATION_MAX, isCopied } from '../import-limits.ts';
import { ArchiveFile } from './archive-file.ts';
import { type DirectoryEnd, readDirectoryEnd } from './zip-directory-end.ts';
import { entryName, otherNames, refuseDuplicates, shownName } from './zip-entry-names.ts';

const STORED = 0;
const DEFLATED = 8;
/** Encrypted, strongly encrypted, or with a header that is masked because the directory is encrypted. */
const ENCRYPTED_FLAGS = 0x2041;

/** An entry of the directory, checked by itself. */
interface DirectoryEntry {
  /** As `entryName` gives it: a folder's ends with “/”. */
  name: string;
  /** As `otherNames` gives them. */
  others: string[];
  /** As it stands in the file. */
  rawName: Buffer;
  method: number;
  crc: number;
  /** Bytes as they lie in the file. */
  stored: number;
  /** Bytes when inflated. */
  bytes: number;
  /** Of its header in the file. */
  offset: number;
}

/** Reads and checks the whole directory, in its order. Nothing of what it says of the files is checked with them yet. */
async function readDirectory(
  file: ArchiveFile,
  end: DirectoryEnd,
  limits: ArchiveLimits,
): Promise<DirectoryEntry[]> {
  const reader = new DirectoryReader(file, end.offset);
  const entries: DirectoryEntry[] = [];
  let inflated = 0;
  let read = 0;
  try {
    const zip = await fromRandomAccessReaderPromise(reader, file.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    for await (const raw of zip.eachEntry()) {
      const entry = checkedEntry(raw, limits);
      entries.push(entry);
      inflated += entry.bytes;
      if (inflated > limits.inflatedBytes)
        throw new ImportError('archive_inflates_too_much', { megabytes: megabytes(limits.inflatedBytes) });
      read += 46 + raw.fileNameLength + raw.extraFieldLength + raw.fileCommentLength;
    }
  } catch (error) {
    throw asDirectoryError(error, reader);
  }
  if (read !== end.bytes || entries.length !== end.entries)
    throw new ImportError('archive_malformed', { detail: 'its directory holds more than its files' });
  refuseDuplicates(entries.map(({ name }) => name));
  return entries;
}

function checkedEntry(raw: Entry, limits: ArchiveLimits): DirectoryEntry {
  const name = entryName(raw);
  const shown = { name: shownName(name) };
  if (raw.generalPurposeBitFlag & ENCRYPTED_FLAGS) throw new ImportError('archive_encrypted', shown);
  if (raw.compressionMethod !== STORED && raw.compressionMethod !== DEFLATED)
    throw new ImportError('archive_method', shown);
  const isFolder = name === '' || name.endsWith('/');
  if (isSpecial(raw.externalFileAttributes >>> 16, isFolder))
    throw new ImportError('archive_special_file', shown);
  const { compressedSize: stored, uncompressedSize: bytes } = raw;
  if ((isFolder && bytes > 0) || (raw.compressionMethod === STORED && stored !== bytes))
    throw new ImportError('archive_size_lie', shown);
  const bytesMax = limits.entryBytes(name);
  if (bytes > bytesMax)
    throw new ImportError('archive_entry_too_large', { ...shown, megabytes: megabytes(bytesMax) });
  if (!isCopied(name) && bytes > INFLATION_FREE_BYTES && bytes > stored * INFLATION_MAX)
    throw new ImportError('archive_bomb', { ...shown, ratio: INFLATION_MAX });
  const { fileNameRaw: rawName, crc32: crc, compressionMethod: method } = raw;
  return {
    name,
    others: otherNames(raw),
    rawName,
    method,
    crc,
    stored,
    bytes,
    offset: raw.relativeOffsetOfLocalHeader,
  };
}

/** By the file type of a Unix mode; programs of other systems leave it zero. A folder has to be called one. */
function isSpecial(mode: number, isFolder: boolean): boolean {
  const type = mode & 0o170000;
  return (
    [0o010000, 0o020000, 0o060000, 0o120000, 0o140000].includes(type) || (type === 0o040000 && !isFolder)
  );
}

const megabytes = (bytes: number): number => Number((bytes / 1024 / 1024).toFixed(1));

/** Gives yauzl the directory from memory: two reads of the file for each entry would take most of the time. */
class DirectoryReader extends RandomAccessReader {
  readonly #bytes: Buffer;
  readonly #start: number;
  #header = 0;

  constructor(file: ArchiveFile, start: number) {
    super();
    this.#start = start;
    this.#bytes = file.copy(start, file.size - start);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, count?: number) => void,
  ): void {
    const from = position - this.#start;
    // The end is looked for in a tail that may begin before the directory: there is nothing for it there.
    const missing = Math.min(length, Math.max(0, -from));
    buffer.fill(0, offset, offset + missing);
    if (length === 46) this.#header = from;
    const available = Math.min(from + missing, this.#bytes.length);
    const count = this.#bytes.copy(buffer, offset + missing, available, Math.max(available, from + length));
    process.nextTick(callback, null, missing + count);
  }

  /** The name of the entry that was read last. */
  lastName(): string {
    const length = this.#bytes.readUInt16LE(this.#header + 28);
    return this.#bytes.toString('utf8', this.#header + 46, this.#header + 46 + length);
  }
}

function asDirectoryError(error: unknown, reader: DirectoryReader): unknown {
  if (error instanceof ImportError || !(error instanceof Error)) return error;
  if (error.message === 'strong encryption is not supported')
    return new ImportError('archive_encrypted', { name: shownName(reader.lastName()) }, error);
  return new ImportError('archive_malformed', { detail: shownName(error.message) }, error);
}

const LOCAL_SIGNATURE = 0x04034b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const HEADER_BYTES = 30;
/** Checksum and sizes follow the content, because the program that wrote it did not know them before. */
const DESCRIPTOR_FLAG = 0x8;
const ZIP64_FIELD = 1;

/** An entry whose header in the file agrees with the directory, and whose bytes are its own. */
interface LocatedEntry extends DirectoryEntry {
  /** Of its first stored byte in the file. */
  dataStart: number;
}

/**
 * Compares every entry with its header in the file, in the directory's order of the result. Throws ImportError
 * (`archive_header`, `archive_overlap`).
 */
function locateEntries(
  file: ArchiveFile,
  end: DirectoryEnd,
  entries: readonly DirectoryEntry[],
): LocatedEntry[] {
  const located = entries.map((entry) => ({ ...entry, dataStart: 0 }));
  let free = 0;
  for (const entry of located.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset + HEADER_BYTES > end.offset) throw disagrees(entry);
    if (entry.offset < free) throw overlaps(entry);
    const { dataStart, comesLater } = checkHeader(file, entry);
    entry.dataStart = dataStart;
    free = dataStart + entry.stored;
    if (free > end.offset) throw overlaps(entry);
    if (comesLater && !descriptorAgrees(file, entry, free)) throw disagrees(entry);
  }
  return located;
}

const disagrees = (entry: DirectoryEntry): ImportError =>
  new ImportError('archive_header', { name: shownName(entry.name) });
const overlaps = (entry: DirectoryEntry): ImportError =>
  new ImportError('archive_overlap', { name: shownName(entry.name) });

/** Where the content begins after a header that says the same as the directory, or leaves it to a descriptor. */
function checkHeader(file: ArchiveFile, entry: DirectoryEntry) {
  const header = file.bytes(entry.offset, HEADER_BYTES);
  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  const flags = header.readUInt16LE(6);
  if (
    header.readUInt32LE(0) !== LOCAL_SIGNATURE ||
    nameLength !== entry.rawName.length ||
    header.readUInt16LE(8) !== entry.method ||
    (flags & ENCRYPTED_FLAGS) !== 0
  )
    throw disagrees(entry);
  const comesLater = (flags & DESCRIPTOR_FLAG) !== 0;
  const agrees = (said: number | undefined, known: number): boolean =>
    said === known || (comesLater && said === 0);
  if (!agrees(header.readUInt32LE(14), entry.crc)) throw disagrees(entry);
  const sizes = { stored: header.readUInt32LE(18), bytes: header.readUInt32LE(22) };
  const rest = file.bytes(entry.offset + HEADER_BYTES, nameLength + extraLength);
  if (!rest.subarray(0, nameLength).equals(entry.rawName)) throw disagrees(entry);
  const real = localSizes(sizes, rest.subarray(nameLength));
  if (!agrees(real.stored, entry.stored) || !agrees(real.bytes, entry.bytes)) throw disagrees(entry);
  const dataStart = entry.offset + HEADER_BYTES + nameLength + extraLength;
  return { dataStart, comesLater: comesLater && real.stored === 0 && real.bytes === 0 };
}

/** The sizes of a header, or those of its ZIP64 field: the inflated one comes first there. */
function localSizes(sizes: { stored: number; bytes: number }, extra: Buffer) {
  if (sizes.stored !== 0xffffffff && sizes.bytes !== 0xffffffff) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    const numbers = [0, 8]
      .filter((start) => start + 8 <= field.length)
      .map((start) => Number(field.readBigUInt64LE(start)));
    return {
      bytes: sizes.bytes === 0xffffffff ? numbers.shift() : sizes.bytes,
      stored: sizes.stored === 0xffffffff ? numbers.shift() : sizes.stored,
    };
  }
  return sizes;
}

/**
 * Whether the descriptor behind the content says the same as the directory. Its signature is optional, and its sizes have
 * 32 or 64 bits without a mark of which. Some programs set the flag and write none: then the next record follows.
 */
function descriptorAgrees(file: ArchiveFile, entry: DirectoryEntry, at: number): boolean {
  // At least the directory's first entry and the end record follow: these bytes are there.
  const bytes = file.bytes(at, 24);
  const signature = bytes.readUInt32LE(0);
  if (signature === LOCAL_SIGNATURE || signature === DIRECTORY_SIGNATURE) return true;
  const fields = signature === DESCRIPTOR_SIGNATURE ? bytes.subarray(4) : bytes;
  const small = fields.readUInt32LE(4) === entry.stored && fields.readUInt32LE(8) === entry.bytes;
  const large =
    fields.readBigUInt64LE(4) === BigInt(entry.stored) && fields.readBigUInt64LE(12) === BigInt(entry.bytes);
  return fields.readUInt32LE(0) === entry.crc && (small || large);
}

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
function readContent(file: ArchiveFile, entry: LocatedEntry): Buffer {
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
async function extractContent(file: ArchiveFile, entry: LocatedEntry, path: string): Promise<void> {
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

/** A file in an archive. */
export interface ArchiveEntry {
  /** NFC, with “/” between folders; never a path to write to. */
  name: string;
  /** What it may be called as well, by other code pages. */
  others: readonly string[];
  /** Inflated. */
  bytes: number;
}

/** An archive whose directory was found right. */
export interface Archive {
  /** Files only, in the directory's order: without folders and without what systems add of their own. */
  entries: readonly ArchiveEntry[];
  /** The content, after its length and checksum were found right. Valid until the next call. Throws ImportError. */
  read(entry: ArchiveEntry): Buffer;
  /**
   * Streams a large entry to a file, with the same checks; removes the file when they fail. Throws ImportError, or the
   * system's error when the file cannot be written.
   */
  extract(entry: ArchiveEntry, path: string): Promise<void>;
  close(): void;
}

/**
 * Opens a ZIP after checking its whole directory, before anything in it is inflated. `docs/imports.md` has these
 * checks and their order. Reads synchronously, so it belongs into a process of its own. Throws ImportError
 * (`archive_…`), or the system's error when the file cannot be read.
 */
export async function openArchive(path: string, limits: ArchiveLimits): Promise<Archive> {
  const file = new ArchiveFile(path);
  try {
    if (file.size > limits.archiveBytes)
      throw new ImportError('archive_too_large', { megabytes: megabytes(limits.archiveBytes) });
    const end = readDirectoryEnd(file, limits);
    const located = locateEntries(file, end, await readDirectory(file, end, limits));
    return archiveOf(
      file,
      located.filter(({ name }) => isWanted(name)),
    );
  } catch (error) {
    file.close();
    throw error;
  }
}

function archiveOf(file: ArchiveFile, located: readonly LocatedEntry[]): Archive {
  const entries = located.map(({ name, others, bytes }): ArchiveEntry => ({ name, others, bytes }));
  const byEntry = new Map(entries.map((entry, index) => [entry, located[index] as LocatedEntry]));
  const locatedOf = (entry: ArchiveEntry): LocatedEntry => {
    const found = byEntry.get(entry);
    if (found === undefined) throw new Error('not an entry of this archive');
    return found;
  };
  return {
    entries,
    read: (entry) => readContent(file, locatedOf(entry)),
    extract: (entry, path) => extractContent(file, locatedOf(entry), path),
    close: () => file.close(),
  };
}

/** What macOS, Windows and network drives put beside the files of people. */
const OF_SYSTEMS =
  /(^|\/)(__MACOSX\/|\.(Spotlight-V100|Trashes|fseventsd)\/|@eaDir\/|\$RECYCLE\.BIN\/|\._|(\.DS_Store|(eh)?thumbs\.db|desktop\.ini)$)/i;

const isWanted = (name: string): boolean => name !== '' && !name.endsWith('/') && !OF_SYSTEMS.test(name);
