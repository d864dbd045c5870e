import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { ImportError } from '../cards/import-problems.ts';
import { type ArchiveLimits, INFLATION_FREE_BYTES, INFLATION_MAX, isCopied } from '../import-limits.ts';
import type { ArchiveFile } from './archive-file.ts';
import type { DirectoryEnd } from './zip-directory-end.ts';
import { entryName, refuseDuplicates, shownName } from './zip-entry-names.ts';

export const STORED = 0;
const DEFLATED = 8;
/** Encrypted, strongly encrypted, or with a header that is masked because the directory is encrypted. */
export const ENCRYPTED_FLAGS = 0x2041;

/** An entry of the directory, checked by itself. */
export interface DirectoryEntry {
  /** As `entryName` gives it: a folder's ends with “/”. */
  name: string;
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
export async function readDirectory(
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
    throw asImportError(error, reader);
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
  return { name, rawName, method, crc, stored, bytes, offset: raw.relativeOffsetOfLocalHeader };
}

/** By the file type of a Unix mode; programs of other systems leave it zero. A folder has to be called one. */
function isSpecial(mode: number, isFolder: boolean): boolean {
  const type = mode & 0o170000;
  return (
    [0o010000, 0o020000, 0o060000, 0o120000, 0o140000].includes(type) || (type === 0o040000 && !isFolder)
  );
}

export const megabytes = (bytes: number): number => Number((bytes / 1024 / 1024).toFixed(1));

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

function asImportError(error: unknown, reader: DirectoryReader): unknown {
  if (error instanceof ImportError || !(error instanceof Error)) return error;
  if (error.message === 'strong encryption is not supported')
    return new ImportError('archive_encrypted', { name: shownName(reader.lastName()) }, error);
  return new ImportError('archive_malformed', { detail: shownName(error.message) }, error);
}
