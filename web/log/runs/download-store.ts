import { createListeners } from '../../lib/live/listeners.ts';
import type { DownloadOptions, LogDownload } from './stream-log.ts';

export type DownloadState =
  | { phase: 'none' }
  /** Bytes so far; 0 also where they cannot be counted. */
  | { phase: 'running'; bytes: number }
  | { phase: 'failed'; error: unknown }
  | { phase: 'done'; name: string };

interface DownloadStoreParts {
  stream: (download: LogDownload, options: DownloadOptions) => Promise<void>;
  /** Called when a download begins; returns a function to call when that is over. */
  guard: () => () => void;
}

/** One download at a time, which goes on whatever page is open. */
export function createDownloadStore({ stream, guard }: DownloadStoreParts) {
  const listeners = createListeners();
  let state: DownloadState = { phase: 'none' };
  let controller: AbortController | undefined;

  const become = (next: DownloadState) => {
    state = next;
    listeners.notify();
  };

  async function run(download: LogDownload): Promise<void> {
    const current = new AbortController();
    controller = current;
    const { signal } = current;
    become({ phase: 'running', bytes: 0 });
    const release = guard();
    try {
      await stream(download, {
        signal,
        onProgress: (bytes) => {
          if (state.phase === 'running' && !signal.aborted) become({ phase: 'running', bytes });
        },
      });
      become({ phase: 'done', name: download.name });
    } catch (error) {
      become(signal.aborted ? { phase: 'none' } : { phase: 'failed', error });
    } finally {
      release();
    }
  }

  return {
    state: (): DownloadState => state,
    subscribe: listeners.add,
    /** False when another one is under way. */
    start(download: LogDownload): boolean {
      if (state.phase === 'running') return false;
      void run(download);
      return true;
    },
    cancel(): void {
      controller?.abort();
    },
    /** Forgets how the last one ended. */
    dismiss(): void {
      if (state.phase !== 'running') become({ phase: 'none' });
    },
  };
}
