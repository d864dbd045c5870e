import { addAbortSignal, type PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A ZIP that is being written, one file after the other. */
export interface Archive {
  /**
   * Adds a file and resolves when all of it has been read. `compressed` says that it is already, as audio is, and is
   * stored as it stands. Throws when the content cannot be read or nobody wants the archive any more.
   */
  add(name: string, content: Readable, options?: { compressed?: boolean }): Promise<void>;
  /** Aborted when nobody wants the archive any more. */
  signal: AbortSignal;
}

/**
 * A ZIP as `fill` writes it, no faster than it is read. It grows into ZIP64 when it has to. An error of `fill` breaks
 * the stream off; its reader's end aborts the signal and closes the file that is being read.
 */
export function archiveStream(now: Date, fill: (archive: Archive) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  // It may break before anybody has begun to read it, who then finds it broken.
  output.on('error', () => {});
  zip.on('error', (error) => output.destroy(error));

  const add: Archive['add'] = async (name, content, { compressed = false } = {}) => {
    addAbortSignal(gone.signal, content);
    zip.addReadStream(content, name, { compress: !compressed, mtime: now });
    await finished(content);
  };
  fill({ add, signal: gone.signal }).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}
