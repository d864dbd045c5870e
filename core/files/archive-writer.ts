import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

const STORED = 0;
const DEFLATED = 8;

/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Checksum and sizes follow the content. */
const SIZES_AFTER = 0x0008;

/** PKZIP 2.0, and 4.5 for ZIP64. */
const VERSION = 20;
const VERSION_64 = 45;
const MADE_ON_UNIX = 3 << 8;
/** A plain file that its owner may write and everybody may read. */
const FILE_MODE = (0o100644 << 16) >>> 0;

/** Records of the directory that are passed on at a time. */
const RECORDS = 1_000;

interface Entry {
  name: Buffer;
  method: number;
  flags: number;
  crc: number;
  stored: number;
  bytes: number;
  offset: number;
}

/**
 * Writes a ZIP (APPNOTE 6.3) as parts to be sent one after the other. It is ZIP64 where the archive outgrows the old
 * limits. Of a written file it keeps only the record in the directory. So an archive of a hundred thousand files takes
 * a few megabytes. yazl keeps every stream, and looks through all entries at each.
 */
export class ArchiveWriter {
  readonly #records: Buffer[] = [];
  readonly #moment: number;
  #offset = 0;

  /** `now` is when all its files were made. */
  constructor(now: Date) {
    const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
    const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
    this.#moment = ((date << 16) | time) >>> 0;
  }

  /** A file that is compressed already, as it stands. */
  *stored(name: string, content: Uint8Array): Generator<Uint8Array> {
    const entry = this.#begin(name, STORED, UTF8);
    entry.crc = crc32(content);
    entry.stored = content.length;
    entry.bytes = content.length;
    yield this.#sent(this.#localHeader(entry));
    yield this.#sent(content);
    this.#end(entry);
  }

  /** A file of any length up to 4 GiB, compressed as it comes; opened only when it is its turn. */
  async *deflated(name: string, open: () => AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
    const entry = this.#begin(name, DEFLATED, UTF8 | SIZES_AFTER);
    yield this.#sent(this.#localHeader(entry));
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of open()) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        entry.crc = crc32(bytes, entry.crc);
        entry.bytes += bytes.length;
        yield bytes;
      }
    }
    const deflate = createDeflateRaw();
    // What breaks the content destroys the compressor with the same error, which is thrown where it is read.
    pipeline(counted, deflate).catch(() => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.stored += chunk.length;
      yield this.#sent(chunk);
    }
    if (Math.max(entry.bytes, entry.stored) >= MAX_32) throw new Error(`${name} is larger than 4 GiB`);
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSizes(descriptor, 4, entry);
    yield this.#sent(descriptor);
    this.#end(entry);
  }

  /** The directory, which comes last. */
  *end(): Generator<Uint8Array> {
    const start = this.#offset;
    const count = this.#records.length;
    for (let first = 0; first < count; first += RECORDS)
      yield this.#sent(Buffer.concat(this.#records.slice(first, first + RECORDS)));
    yield directoryEnd(count, this.#offset - start, start);
  }

  #begin(name: string, method: number, flags: number): Entry {
    return { name: Buffer.from(name), method, flags, crc: 0, stored: 0, bytes: 0, offset: this.#offset };
  }

  #sent<B extends Uint8Array>(bytes: B): B {
    this.#offset += bytes.length;
    return bytes;
  }

  #localHeader(entry: Entry): Buffer {
    const header = Buffer.alloc(30 + entry.name.length);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(VERSION, 4);
    this.#writeAbout(header, 6, entry);
    header.set(entry.name, 30);
    return header;
  }

  /** What is in both headers of a file, in the same order. */
  #writeAbout(header: Buffer, at: number, entry: Entry): void {
    header.writeUInt16LE(entry.flags, at);
    header.writeUInt16LE(entry.method, at + 2);
    header.writeUInt32LE(this.#moment, at + 4);
    writeSizes(header, at + 8, entry);
    header.writeUInt16LE(entry.name.length, at + 20);
  }

  #end(entry: Entry): void {
    const isFar = entry.offset >= MAX_32;
    const record = Buffer.alloc(46 + entry.name.length + (isFar ? 12 : 0));
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(MADE_ON_UNIX | VERSION_64, 4);
    record.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
    this.#writeAbout(record, 8, entry);
    record.writeUInt16LE(isFar ? 12 : 0, 30);
    record.writeUInt32LE(FILE_MODE, 38);
    record.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42);
    record.set(entry.name, 46);
    if (isFar) {
      const extra = 46 + entry.name.length;
      record.writeUInt16LE(1, extra);
      record.writeUInt16LE(8, extra + 2);
      record.writeBigUInt64LE(BigInt(entry.offset), extra + 4);
    }
    this.#records.push(record);
  }
}

function writeSizes(header: Buffer, at: number, { crc, stored, bytes }: Entry): void {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(stored, at + 4);
  header.writeUInt32LE(bytes, at + 8);
}

function directoryEnd(count: number, bytes: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (count < MAX_16 && bytes < MAX_32 && start < MAX_32) return end;
  const end64 = Buffer.alloc(56 + 20);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_ON_UNIX | VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, bytes],
    [48, start],
  ] as const)
    end64.writeBigUInt64LE(BigInt(value), at);
  // Where the record before this one begins, on the one disk that there is.
  end64.writeUInt32LE(0x07064b50, 56);
  end64.writeBigUInt64LE(BigInt(start + bytes), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, end]);
}
