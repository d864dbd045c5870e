import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StartError } from '../command/start-error.ts';

/** Where an export is written. */
export interface ExportTarget {
  isFile: boolean;
  /** Resolves when more may be written. Rejects with a StartError when it cannot be. */
  write(chunk: string | Buffer, signal?: AbortSignal): Promise<void>;
  /** True when the reader of a pipe has gone away, as `head` does: no error, but nothing more to do. */
  isGone(): boolean;
  end(): Promise<void>;
}

/** A new file, or standard output. Throws a StartError for a file that exists or cannot be made. */
export async function openTarget(file: string | boolean | undefined): Promise<ExportTarget> {
  const isFile = typeof file === 'string';
  const stream: Writable = isFile ? createWriteStream(file, { flags: 'wx' }) : process.stdout;
  let failure: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    failure ??= error;
  });
  const isGone = () => !isFile && failure?.code === 'EPIPE';
  const assertWritable = (): void => {
    if (!failure || isGone()) return;
    if (failure.code === 'EEXIST') throw new StartError(`${file} exists already.`);
    throw new StartError(`${isFile ? file : 'Standard output'} cannot be written: ${failure.message}`);
  };
  const settled = async (happened: Promise<unknown>): Promise<void> => {
    await happened.catch(() => {});
    assertWritable();
  };
  if (isFile) await settled(once(stream, 'open'));
  return {
    isFile,
    isGone,
    async write(chunk, signal) {
      if (failure || stream.write(chunk)) assertWritable();
      else await settled(once(stream, 'drain', { signal }));
    },
    async end() {
      if (!isFile) return;
      stream.end();
      await settled(finished(stream));
    },
  };
}
