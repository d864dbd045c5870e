import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipHeader {
  signature: number;
  /** The system of "version made by": 3 is Unix, 0 DOS. */
  system: number;
  flags: number;
  method: number;
  crc: number;
  stored: number;
  bytes: number;
  name: Buffer;
  extra: Buffer;
  comment: Buffer;
  mode: number;
  offset: number;
}

export interface ZipEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** 8, deflated, unless said otherwise. */
  method?: number;
  /** The bytes in the file, instead of the content as the method makes it. */
  data?: Buffer;
  /** Leaves checksum and sizes out of the header and writes them, or this, behind the content. */
  descriptor?: true | Buffer;
  /** What the directory says otherwise. */
  central?: Partial<ZipHeader>;
  /** What the header before the content says otherwise. */
  local?: Partial<ZipHeader>;
}

/** What the records at the end say otherwise. */
export interface ZipEnd {
  disk: number;
  directoryDisk: number;
  entriesHere: number;
  entries: number;
  bytes: number;
  offset: number;
  comment: Buffer;
  commentLength: number;
}

export interface Zip64End {
  recordBytes: number;
  disk: number;
  entriesHere: number;
  entries: bigint;
  bytes: bigint;
  offset: bigint;
  recordOffset: bigint;
  disks: number;
}

export interface ZipLies {
  /** Before the first file; the offsets count it only with `prefixCounted`. */
  prefix?: Buffer;
  prefixCounted?: boolean;
  /** After the last file, before the directory. */
  gap?: Buffer;
  end?: Partial<ZipEnd>;
  zip64?: Partial<Zip64End>;
  suffix?: Buffer;
}

const UTF8_NAME = 0x800;
const DESCRIPTOR = 0x8;

/** A ZIP of these entries, byte by byte, with any lie in it. */
export function zipOf(entries: readonly ZipEntry[], lies: ZipLies = {}): Buffer {
  const { prefix = Buffer.alloc(0), gap = Buffer.alloc(0), suffix = Buffer.alloc(0) } = lies;
  const pieces = [prefix];
  const directory: Buffer[] = [];
  let offset = lies.prefixCounted ? prefix.length : 0;
  for (const entry of entries) {
    const { header, data } = headerOf(entry, offset);
    const local = { ...header };
    if (entry.descriptor) Object.assign(local, { crc: 0, stored: 0, bytes: 0 });
    const written = [localHeader({ ...local, ...entry.local }), data];
    if (entry.descriptor) written.push(entry.descriptor === true ? descriptorOf(header) : entry.descriptor);
    directory.push(centralHeader({ ...header, ...entry.central }));
    offset += Buffer.concat(written).length;
    pieces.push(...written);
  }
  const central = Buffer.concat(directory);
  const at = { entries: entries.length, offset: offset + gap.length, bytes: central.length };
  return Buffer.concat([...pieces, gap, central, endOf(at, lies), suffix]);
}

function headerOf(entry: ZipEntry, offset: number) {
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? 8;
  const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content);
  const header: ZipHeader = {
    signature: 0,
    system: 3,
    flags: (typeof entry.name === 'string' ? UTF8_NAME : 0) | (entry.descriptor ? DESCRIPTOR : 0),
    method,
    crc: crc32(content),
    stored: data.length,
    bytes: content.length,
    name: Buffer.from(entry.name as string),
    extra: Buffer.alloc(0),
    comment: Buffer.alloc(0),
    mode: 0o100644,
    offset,
  };
  return { header, data };
}

const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value & 0xff, value >> 8])));

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

export function u64(...values: (number | bigint)[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8);
  return bytes;
}

const localHeader = (header: ZipHeader): Buffer =>
  Buffer.concat([
    u32(header.signature || 0x04034b50),
    u16(20, header.flags, header.method, 0, 0x21),
    u32(header.crc, header.stored, header.bytes),
    u16(header.name.length, header.extra.length),
    header.name,
    header.extra,
  ]);

const centralHeader = (header: ZipHeader): Buffer =>
  Buffer.concat([
    u32(header.signature || 0x02014b50),
    u16(20 | (header.system << 8), 20, header.flags, header.method, 0, 0x21),
    u32(header.crc, header.stored, header.bytes),
    u16(header.name.length, header.extra.length, header.comment.length, 0, 0),
    u32((header.mode << 16) >>> 0, header.offset),
    header.name,
    header.extra,
    header.comment,
  ]);

export const descriptorOf = (header: Pick<ZipHeader, 'crc' | 'stored' | 'bytes'>): Buffer =>
  u32(0x08074b50, header.crc, header.stored, header.bytes);

/** An extra field, as headers hold them. */
export const extraField = (id: number, data: Buffer): Buffer => Buffer.concat([u16(id, data.length), data]);

/** The records at the end of a directory that lies there. */
export function endOf(at: { entries: number; offset: number; bytes: number }, lies: ZipLies = {}): Buffer {
  const comment = lies.end?.comment ?? Buffer.alloc(0);
  const big = lies.zip64 !== undefined;
  const end: ZipEnd = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: big ? 0xffff : at.entries,
    entries: big ? 0xffff : at.entries,
    bytes: big ? 0xffffffff : at.bytes,
    offset: big ? 0xffffffff : at.offset,
    comment,
    commentLength: comment.length,
    ...lies.end,
  };
  return Buffer.concat([
    lies.zip64 ? end64Of(at, lies.zip64) : Buffer.alloc(0),
    u32(0x06054b50),
    u16(end.disk, end.directoryDisk, end.entriesHere, end.entries),
    u32(end.bytes, end.offset),
    u16(end.commentLength),
    end.comment,
  ]);
}

function end64Of(at: { entries: number; offset: number; bytes: number }, lies: Partial<Zip64End>): Buffer {
  const end = {
    recordBytes: 44,
    disk: 0,
    entriesHere: lies.entries ?? at.entries,
    entries: at.entries,
    bytes: at.bytes,
    offset: at.offset,
    recordOffset: at.offset + at.bytes,
    disks: 1,
    ...lies,
  };
  return Buffer.concat([
    u32(0x06064b50),
    u64(end.recordBytes),
    u16(45, 45),
    u32(end.disk, 0),
    u64(end.entriesHere, end.entries, end.bytes, end.offset),
    u32(0x07064b50, 0),
    u64(end.recordOffset),
    u32(end.disks),
  ]);
}
