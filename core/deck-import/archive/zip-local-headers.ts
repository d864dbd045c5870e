import { ImportError } from '../cards/import-problems.ts';
import type { ArchiveFile } from './archive-file.ts';
import { type DirectoryEntry, ENCRYPTED_FLAGS } from './zip-directory.ts';
import type { DirectoryEnd } from './zip-directory-end.ts';
import { shownName } from './zip-entry-names.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const HEADER_BYTES = 30;
/** Checksum and sizes follow the content, because the program that wrote it did not know them before. */
const DESCRIPTOR_FLAG = 0x8;
const ZIP64_FIELD = 1;

/** An entry whose header in the file agrees with the directory, and whose bytes are its own. */
export interface LocatedEntry extends DirectoryEntry {
  /** Of its first stored byte in the file. */
  dataStart: number;
}

/**
 * Compares every entry with its header in the file, in the directory's order of the result. Throws ImportError
 * (`archive_header`, `archive_overlap`).
 */
export function locateEntries(
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
