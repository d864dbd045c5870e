import { addressOf } from '../../../core/address.ts';
import type { Query } from '../../../core/api.ts';
import { brokenOff, openFile, readFile } from '../../lib/call/file-download.ts';
import { saveFile } from '../../lib/call/save-file.ts';
import { removeEmptyFile } from './picked-file.ts';

export interface LogDownload {
  query: Query<'GET /api/admin/log/export'>;
  name: string;
  /** Where it is written while it comes; null lets the browser keep it until it is whole. */
  handle: FileSystemFileHandle | null;
}

export interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the bytes so far, where they can be counted. */
  onProgress: (bytes: number) => void;
}

const exportOf = ({ query }: LogDownload) => addressOf('GET /api/admin/log/export', { query });

function counted(body: ReadableStream<Uint8Array>, onProgress: (bytes: number) => void) {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
}

async function write(download: LogDownload, file: FileSystemFileHandle, options: DownloadOptions) {
  const { signal, onProgress } = options;
  const writable = await file.createWritable();
  try {
    const { body } = await openFile(exportOf(download), { signal });
    if (!body) throw brokenOff(undefined);
    // Only when all of it is written does the file take the place of what was there.
    await counted(body, onProgress).pipeTo(writable, { signal });
  } catch (cause) {
    await writable.abort().catch(() => {});
    // Fetch reports a lost connection so; what the disk refuses is another kind of error, which says why.
    throw cause instanceof TypeError ? brokenOff(cause) : cause;
  }
}

/** Takes events out of the log into a file. Rejects when that fails, also in the middle: then there is no file. */
export async function streamLog(download: LogDownload, options: DownloadOptions): Promise<void> {
  const { handle, name } = download;
  if (handle === null) {
    saveFile(name, await readFile(exportOf(download), { signal: options.signal }));
    return;
  }
  try {
    await write(download, handle, options);
  } catch (error) {
    // The reason matters more than what is left behind.
    await removeEmptyFile(handle).catch(() => {});
    throw error;
  }
}
