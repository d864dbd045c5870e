import type { Address, Download } from '../../../core/api.ts';
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
