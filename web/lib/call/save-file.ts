import type { Address, Download } from '../../../core/api.ts';
import { browserClock } from '../live/timing.ts';
import type { CsvRow } from '../text/csv.ts';
import { ApiError, refusalOf, type SendOptions, send } from './api-client.ts';

/** Begins to read a file of the API, whose body is still to come; throws an ApiError when it is refused. */
export async function openFile(address: Address<Download>, options: SendOptions = {}): Promise<Response> {
  const response = await send('GET', address, { ...options, headers: { Accept: '*/*', ...options.headers } });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The error of a file that broke off while it came. */
export const brokenOff = (cause: unknown): ApiError =>
  new ApiError(0, 'network_error', 'The file broke off', { cause });

/** Reads a file of the API whole; the browser keeps a large one on its disk. Throws an ApiError, also when it breaks off. */
export async function readFile(address: Address<Download>, options: SendOptions = {}): Promise<Blob> {
  const response = await openFile(address, options);
  try {
    return await response.blob();
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw brokenOff(cause);
  }
}

/** Long enough for every browser to have begun with the download. */
const KEPT_MS = 60_000;

/** Hands content to the user as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  browserClock.after(KEPT_MS, () => URL.revokeObjectURL(url));
}

/** Hands a table to the user. Rejects when the writer, which is loaded with the first one, cannot be had. */
export async function saveCsv(name: string, rows: readonly CsvRow[]): Promise<void> {
  const { csvText } = await import('../text/csv.ts');
  saveFile(name, new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
}
