import { addressOf } from '../../../core/address.ts';
import type { Answer, Body, FormOf } from '../../../core/api.ts';
import { ApiError, answerError, requestHeaders } from '../../lib/call/api-client.ts';

export interface UploadProgress {
  /** Bytes that have gone out, and bytes in all. */
  sent: number;
  total: number;
}

export interface UploadOptions {
  onProgress: (progress: UploadProgress) => void;
  signal: AbortSignal;
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const retryAfterOf = (request: XMLHttpRequest) => {
  const text = request.getResponseHeader('Retry-After');
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

/** Calls whose files may be so large that people want to see them go. */
type Upload = 'POST /api/admin/imports' | 'POST /api/imports';

/**
 * Posts a form and reports how much of it has gone out, which `fetch` never does. Returns and throws as `callApi`.
 * Rejects with the signal's reason when that stops it.
 */
export function uploadForm<C extends Upload>(
  call: C,
  form: FormOf<Body<C>>,
  { onProgress, signal }: UploadOptions,
): Promise<Answer<C>> {
  const path: string = addressOf<Upload>(call);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress({ sent: loaded, total });
    });
    request.addEventListener('load', () => {
      const body = readBody(request.responseText);
      const { status } = request;
      if (status >= 200 && status < 300 && typeof body === 'object' && body !== null)
        resolve(body as Answer<C>);
      else reject(answerError(status, body, retryAfterOf(request)));
    });
    request.addEventListener('error', () =>
      reject(new ApiError(0, 'network_error', 'The server cannot be reached')),
    );
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.open('POST', path);
    for (const [name, value] of Object.entries(requestHeaders('POST', path, { body: form })))
      request.setRequestHeader(name, value);
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(signal.reason);
    else request.send(form);
  });
}
