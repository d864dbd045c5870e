import { useSyncExternalStore } from 'react';
import { onSessionChange, readSession } from '../kept/stored-session.ts';
import { createListeners } from './listeners.ts';
import { followPage } from './page-life.ts';

interface Progress {
  bytes: number;
  /** Bytes in all; 0 where that is not known. */
  total: number;
}

export interface TransferOptions {
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

export type TransferState<Item, Result> =
  | { phase: 'none' }
  | ({ phase: 'running'; item: Item } & Progress)
  | { phase: 'failed'; item: Item; error: unknown }
  | { phase: 'done'; item: Item; result: Result };

interface TransferParts<Item, Result> {
  perform: (item: Item, options: TransferOptions) => Promise<Result>;
  /** How many bytes it will be, if that is known before. */
  sizeOf?: (item: Item) => number;
  /** Called when one begins; returns a function to call when that is over. */
  guard: () => () => void;
}

/** One upload or download at a time; when it fails, it can be tried again as it was. */
export function createTransfer<Item, Result>({
  perform,
  sizeOf = () => 0,
  guard,
}: TransferParts<Item, Result>) {
  const listeners = createListeners();
  let state: TransferState<Item, Result> = { phase: 'none' };
  let controller: AbortController | undefined;

  const become = (next: typeof state) => {
    state = next;
    listeners.notify();
  };

  async function run(item: Item): Promise<void> {
    controller = new AbortController();
    const { signal } = controller;
    become({ phase: 'running', item, bytes: 0, total: sizeOf(item) });
    const release = guard();
    try {
      const result = await perform(item, {
        signal,
        onProgress: (progress) => {
          if (state.phase === 'running' && !signal.aborted) become({ ...state, ...progress });
        },
      });
      become({ phase: 'done', item, result });
    } catch (error) {
      become(signal.aborted ? { phase: 'none' } : { phase: 'failed', item, error });
    } finally {
      release();
    }
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    /** False when another one is under way. */
    start(item: Item): boolean {
      if (state.phase === 'running') return false;
      void run(item);
      return true;
    },
    cancel(): void {
      controller?.abort();
    },
    retry(): void {
      if (state.phase === 'failed') void run(state.item);
    },
    /** Forgets how the last one ended. */
    dismiss(): void {
      if (state.phase !== 'running') become({ phase: 'none' });
    },
  };
}

/**
 * Transfers of the whole client: they go on when another page is opened, and the browser asks before the page goes. What
 * one user transfers is nothing to the next one at this browser.
 */
export function clientTransfer<Item, Result>(parts: Omit<TransferParts<Item, Result>, 'guard'>) {
  let ownerId: number | null = null;
  const transfer = createTransfer({
    ...parts,
    guard: () => {
      ownerId = readSession().userId;
      return followPage({ isAtRisk: () => true });
    },
  });
  onSessionChange(() => {
    if (readSession().userId === ownerId) return;
    transfer.cancel();
    transfer.dismiss();
  });
  return { ...transfer, useState: () => useSyncExternalStore(transfer.subscribe, transfer.state) };
}
