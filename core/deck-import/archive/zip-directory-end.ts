import { ImportError } from '../cards/import-problems.ts';
import type { ArchiveLimits } from '../import-limits.ts';
import type { ArchiveFile } from './archive-file.ts';

// Field by field as in APPNOTE.TXT 6.3.10, 4.3.14 to 4.3.16.
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
/** Of an entry in the directory, without name, extra fields and comment. */
const ENTRY_BYTES = 46;
/** What an entry may need on the average; the whole directory is held in memory. */
const ENTRY_BYTES_MAX = 384;

/** Where the directory lies. */
export interface DirectoryEnd {
  entries: number;
  /** From the file's start, in bytes. */
  offset: number;
  bytes: number;
}

const malformed = (detail: string): ImportError => new ImportError('archive_malformed', { detail });

/**
 * Reads and checks the records at the end of a ZIP, on which everything else relies. There must be exactly one, at
 * the end of the file, and the directory must end where the records begin. Throws ImportError.
 */
export function readDirectoryEnd(file: ArchiveFile, limits: ArchiveLimits): DirectoryEnd {
  const tailStart = Math.max(0, file.size - END_BYTES - COMMENT_MAX);
  const tail = file.copy(tailStart, file.size - tailStart);
  const at = findEnd(tail, tailStart, beginsAsZip(file));
  const { end, recordsStart } = readRecords(file, tail, tailStart, at);
  if (end.entries > limits.entries)
    throw new ImportError('archive_too_many_entries', { max: limits.entries });
  if (end.bytes < end.entries * ENTRY_BYTES) throw malformed('its directory is too short for its files');
  if (end.bytes > COMMENT_MAX + end.entries * ENTRY_BYTES_MAX)
    throw malformed('its directory is too long for its files');
  // A file that was set before the archive moves everything behind the place that the records say.
  if (end.offset + end.bytes !== recordsStart) throw malformed('its directory is not where it is said to be');
  if (!beginsAsZip(file)) throw new ImportError('archive_not_zip');
  return end;
}

/** With the header of a file, or with the end of an empty archive. */
function beginsAsZip(file: ArchiveFile): boolean {
  const signature = file.size < 4 ? 0 : file.bytes(0, 4).readUInt32LE(0);
  return signature === 0x04034b50 || signature === END_SIGNATURE;
}

/** The position of the end record in the tail. */
function findEnd(tail: Buffer, tailStart: number, beginsWell: boolean): number {
  const found: number[] = [];
  const signature = Buffer.from('PK\x05\x06');
  for (let at = tail.indexOf(signature); at >= 0; at = tail.indexOf(signature, at + 1))
    if (at + END_BYTES <= tail.length) found.push(at);
  const last = found.at(-1);
  if (last === undefined) {
    if (!beginsWell) throw new ImportError('archive_not_zip');
    throw new ImportError('archive_truncated', { detail: 'its end is missing' });
  }
  const commentEnd = (at: number): number => at + END_BYTES + tail.readUInt16LE(at + 20);
  const at = found.find((start) => commentEnd(start) === tail.length);
  if (at === undefined) {
    if (commentEnd(last) > tail.length)
      throw new ImportError('archive_truncated', { detail: 'its comment is cut off' });
    throw malformed('something follows its end');
  }
  // Programs that look from the file's end find the last, those that look forward the first. The four bytes may stand in
  // the content of a file by chance, but then no directory ends before them.
  const misleads = (other: number): boolean =>
    other > at || tail.readUInt32LE(other + 12) + tail.readUInt32LE(other + 16) === tailStart + other;
  if (found.some((other) => other !== at && misleads(other))) throw new ImportError('archive_ambiguous');
  return at;
}

/** The directory by the end record and, if there is one, by the larger ZIP64 record. */
function readRecords(file: ArchiveFile, tail: Buffer, tailStart: number, at: number) {
  const small = {
    entries: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  if (tail.readUInt16LE(at + 4) % 0xffff !== 0 || tail.readUInt16LE(at + 6) % 0xffff !== 0)
    throw malformed('it is a part of several');
  if (tail.readUInt16LE(at + 8) !== small.entries) throw malformed('its counts of files differ');
  const locatorStart = tailStart + at - LOCATOR_BYTES;
  const locator = locatorStart < 0 ? undefined : file.copy(locatorStart, LOCATOR_BYTES);
  if (locator?.readUInt32LE(0) !== LOCATOR_SIGNATURE) return { end: small, recordsStart: tailStart + at };
  const { end, recordsStart } = readEnd64(file, locator, locatorStart);
  if (
    (small.entries !== 0xffff && small.entries !== end.entries) ||
    (small.bytes !== 0xffffffff && small.bytes !== end.bytes) ||
    (small.offset !== 0xffffffff && small.offset !== end.offset)
  )
    throw malformed('its ZIP64 record disagrees with its end');
  return { end, recordsStart };
}

function readEnd64(file: ArchiveFile, locator: Buffer, locatorStart: number) {
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1)
    throw malformed('it is a part of several');
  const recordsStart = numberAt(locator, 8);
  if (recordsStart + END64_BYTES > locatorStart)
    throw malformed('its ZIP64 record is not where it is said to be');
  const record = file.copy(recordsStart, END64_BYTES);
  if (record.readUInt32LE(0) !== END64_SIGNATURE)
    throw malformed('its ZIP64 record is not where it is said to be');
  // The record's own length leaves out its signature and itself.
  if (recordsStart + 12 + numberAt(record, 4) !== locatorStart)
    throw malformed('its ZIP64 record has a wrong length');
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0)
    throw malformed('it is a part of several');
  const end = { entries: numberAt(record, 32), bytes: numberAt(record, 40), offset: numberAt(record, 48) };
  if (numberAt(record, 24) !== end.entries) throw malformed('its counts of files differ');
  return { end, recordsStart };
}

/** 64 bits; what is beyond the exact integers is beyond every file, too, and stays so. */
const numberAt = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));
