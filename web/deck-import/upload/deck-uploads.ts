import { msg } from '@lingui/core/macro';
import { addressOf } from '../../../core/address.ts';
import type { Answer, Body, FormOf } from '../../../core/api.ts';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import { ApiError, answerError, refusalsCanBeTold, requestHeaders } from '../../lib/call/api-client.ts';
import { guardLeave } from '../../lib/kept/leave-guards.ts';
import { clientTransfer, type TransferOptions } from '../../lib/live/transfer.ts';
import { uploadCall } from '../calls-by-role.ts';

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
function uploadForm<C extends Upload>(
  call: C,
  form: FormOf<Body<C>>,
  { onProgress, signal }: TransferOptions,
): Promise<Answer<C>> {
  const path: string = addressOf<Upload>(call);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress({ bytes: loaded, total });
    });
    request.addEventListener('load', () => {
      const body = readBody(request.responseText);
      const { status } = request;
      if (status >= 200 && status < 300 && typeof body === 'object' && body !== null)
        resolve(body as Answer<C>);
      else void refusalsCanBeTold().then(() => reject(answerError(status, body, retryAfterOf(request))));
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

/** What is uploaded, and under which name the user knows it. */
export interface DeckUpload {
  title: string;
  form: FormOf<NewImportBody>;
  /** Of all files together. */
  bytes: number;
  checkOnly: boolean;
}

/** The upload of a deck's files, from which the number of the import comes. */
export const deckUploads = clientTransfer<DeckUpload, number>({
  perform: async ({ form }, options) => (await uploadForm(uploadCall(), form, options)).data.id,
  sizeOf: ({ bytes }) => bytes,
});

guardLeave({
  isAtRisk: () => deckUploads.state().phase === 'running',
  question: () => ({
    title: msg`Log out during the upload?`,
    text: msg`The deck's files are still on their way. If you log out now, they do not arrive.`,
    danger: true,
  }),
});
