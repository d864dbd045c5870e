import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ImportError } from '../cards/import-problems.ts';

/** A page: a header, a name and what stands before them come with one read. */
const WINDOW_BYTES = 4_096;
/** Reads up to here go into one buffer that is used again and again. */
const REUSED_BYTES = 1024 * 1024;

/** An opened file that is read at any place, synchronously: the process that does it does nothing else. */
export class ArchiveFile {
  readonly size: number;
  readonly #fd: number;
  #open = true;
  #buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  #start = 0;
  #end = 0;

  /** Throws the system's error when there is no such file. */
  constructor(path: string) {
    this.#fd = openSync(path, 'r');
    this.size = fstatSync(this.#fd).size;
  }

  /** The bytes of a range, valid until the next call. Throws `archive_truncated` when the file ends before. */
  bytes(position: number, length: number): Buffer {
    if (position < 0 || length < 0 || position + length > this.size)
      throw new ImportError('archive_truncated', { detail: 'something is said to lie behind its end' });
    if (position >= this.#start && position + length <= this.#end)
      return this.#buffer.subarray(position - this.#start, position - this.#start + length);
    if (length > REUSED_BYTES) return this.copy(position, length);
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(REUSED_BYTES);
    this.#start = position;
    this.#end = position;
    const wanted = Math.min(Math.max(length, WINDOW_BYTES), this.size - position);
    this.#fill(this.#buffer, position, wanted);
    this.#end = position + wanted;
    return this.#buffer.subarray(0, length);
  }

  /** The bytes of a range in a buffer of their own. Throws as `bytes` does. */
  copy(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafeSlow(length);
    this.#fill(buffer, position, length);
    return buffer;
  }

  #fill(buffer: Buffer, position: number, length: number): void {
    let done = 0;
    while (done < length) {
      const count = readSync(this.#fd, buffer, done, length - done, position + done);
      if (count === 0) throw new ImportError('archive_truncated', { detail: 'it ended while it was read' });
      done += count;
    }
  }

  close(): void {
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
  }
}
