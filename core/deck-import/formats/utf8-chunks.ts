import { createReadStream } from 'node:fs';
import { utf16Of } from '../../text/table-rows.ts';
import { ImportError } from '../cards/import-problems.ts';

const CHUNK_BYTES = 64 * 1024;

/** The bytes of a text file in chunks, checked: see `utf8Only`. */
export const utf8Chunks = (path: string): AsyncGenerator<Buffer> =>
  utf8Only(createReadStream(path, { highWaterMark: CHUNK_BYTES }));

/**
 * Yields the bytes as they are, or as UTF-8 where a mark of the byte order says UTF-16. Excel saves “Unicode text” so,
 * and Windows' Notepad “Unicode”.
 */
async function* fromUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isBegun = false;
  let start: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (!isBegun) {
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      isBegun = true;
      const encoding = utf16Of(start);
      if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
      bytes = start;
    }
    yield decoder ? Buffer.from(decoded(decoder, bytes, offset)) : bytes;
    offset += bytes.length;
  }
  if (!isBegun) yield start;
  else if (decoder) yield Buffer.from(decoded(decoder, undefined, offset));
}

function decoded(decoder: TextDecoder, bytes: Buffer | undefined, offset: number): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (error) {
    throw notUtf8(offset, error);
  }
}

/**
 * Yields the same bytes, without a byte order mark at the start. Throws `not_utf8` with the offset of the first byte
 * that is not UTF-8, after the chunks before it. A NUL, though valid, counts as well: no text holds one, and UTF-16
 * without a mark of its byte order is recognised by it. With such a mark it comes as UTF-8. Throws `nul_in_text` for a
 * NUL that stands among letters of UTF-8.
 */
export async function* utf8Only(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let offset = 0;
  let mark: Buffer | undefined = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of fromUtf16(chunks)) {
    const seen = Buffer.concat([tail, chunk]);
    try {
      decoder.decode(chunk, { stream: true });
    } catch (error) {
      throw notUtf8(offset - tail.length + firstWrongByte(seen, tail.length), error);
    }
    const nul = chunk.indexOf(0);
    if (nul >= 0) {
      // In UTF-16 zeros follow each other at even distance.
      const isStray = chunk.length > nul + 2 && chunk[nul + 2] !== 0 && (nul < 2 || chunk[nul - 2] !== 0);
      if (isStray) throw new ImportError('nul_in_text', { offset: offset + nul });
      throw notUtf8(offset + nul);
    }
    offset += chunk.length;
    tail = seen.subarray(-3);
    if (!mark) yield chunk;
    else {
      mark = Buffer.concat([mark, chunk]);
      if (mark.length < 3) continue;
      yield withoutMark(mark);
      mark = undefined;
    }
  }
  try {
    decoder.decode();
  } catch (error) {
    throw notUtf8(offset - tail.length + firstWrongByte(tail, tail.length), error);
  }
  if (mark) yield withoutMark(mark);
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

const notUtf8 = (offset: number, cause?: unknown) => new ImportError('not_utf8', { offset }, cause);

/** Where the character begins that cannot be read; the first `checked` bytes can, but may begin inside of one. */
function firstWrongByte(bytes: Buffer, checked: number): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let start = 0;
  while (start < checked && isContinuation(bytes[start])) start++;
  for (let at = start; at < bytes.length; at++) {
    try {
      if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) !== '') start = at + 1;
    } catch {
      return start;
    }
  }
  return start;
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;
