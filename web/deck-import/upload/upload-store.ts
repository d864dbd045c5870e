import type { FormOf } from '../../../core/api.ts';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import type { UploadOptions, UploadProgress } from './upload-form.ts';

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

export interface UploadStoreParts {
  /** Returns the number of the import. */
  send: (form: FormOf<NewImportBody>, options: UploadOptions) => Promise<number>;
  /** Called when an upload begins; returns a function to call when that is over. */
  guard: () => () => void;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

/** One upload at a time, which goes on whatever page is open; when it fails, it can be sent again as it was. */
export function createUploadStore({ send, guard }: UploadStoreParts) {
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
