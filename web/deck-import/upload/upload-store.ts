import { addressOf } from '../../../core/address.ts';
import type { Answer, Body, FormOf } from '../../../core/api.ts';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import { ApiError, answerError, requestHeaders } from '../../lib/call/api-client.ts';
import { createListeners } from '../../lib/live/listeners.ts';

interface UploadProgress {
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

/** What is uploaded, and under which name the user knows it. */
export interface DeckUpload {
  title: string;
  form: FormOf<NewImportBody>;
  /** Of all files together. */
  bytes: number;
  checkOnly: boolean;
}

export type UploadState =
  | { phase: 'none' }
  | ({ phase: 'sending'; upload: DeckUpload } & UploadProgress)
  | { phase: 'failed'; upload: DeckUpload; error: unknown }
  | { phase: 'arrived'; upload: DeckUpload; importId: number };

/** One upload at a time, which goes on whatever page is open; when it fails, it can be sent again as it was. */
export function createUploadStore({
  send,
  guard,
}: {
  /** Returns the number of the import. */
  send: (form: FormOf<NewImportBody>, options: UploadOptions) => Promise<number>;
  /** Called when an upload begins; returns a function to call when that is over. */
  guard: () => () => void;
}) {
  const listeners = createListeners();
  let state: UploadState = { phase: 'none' };
  let controller: AbortController | undefined;

  const become = (next: UploadState) => {
    state = next;
    listeners.notify();
  };

  async function run(upload: DeckUpload): Promise<void> {
    const current = new AbortController();
    controller = current;
    const { signal } = current;
    become({ phase: 'sending', upload, sent: 0, total: upload.bytes });
    const release = guard();
    try {
      const importId = await send(upload.form, {
        signal,
        onProgress: (progress) => {
          if (state.phase === 'sending' && !signal.aborted) become({ ...state, ...progress });
        },
      });
      become({ phase: 'arrived', upload, importId });
    } catch (error) {
      become(signal.aborted ? { phase: 'none' } : { phase: 'failed', upload, error });
    } finally {
      release();
    }
  }

  return {
    state: (): UploadState => state,
    subscribe: listeners.add,
    /** False when another upload is under way. */
    start(upload: DeckUpload): boolean {
      if (state.phase === 'sending') return false;
      void run(upload);
      return true;
    },
    cancel(): void {
      controller?.abort();
    },
    retry(): void {
      if (state.phase === 'failed') void run(state.upload);
    },
    /** Forgets how the last upload ended. */
    dismiss(): void {
      if (state.phase !== 'sending') become({ phase: 'none' });
    },
  };
}
