import type { ChangeFeed } from '../core/change-feed.ts';

export interface LiveImport {
  accountId: number;
  changed(): void;
  /** Ends the stream; its reader comes back with its token. */
  close(): void;
}

/** Notifies the open pages of this process of an import's progress, as often as its worker reports it. */
export class LiveImports {
  readonly #pages = new Map<number, Set<LiveImport>>();
  #closed = false;

  constructor(feed: ChangeFeed) {
    feed.listen({
      onChange: ({ table, id }) => {
        if (table === 'deck_imports') for (const page of this.#pages.get(id) ?? []) page.changed();
        // A new password, perhaps: the token has to be shown again.
        if (table === 'users') this.#close((page) => page.accountId === id);
      },
      onReset: () => this.#close(() => true),
    });
  }

  /** True when the process ends: a stream opened now would keep it from ending. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Notifies the page of every change until the returned function is called. */
  watch(importId: number, page: LiveImport): () => void {
    const pages = this.#pages.get(importId) ?? new Set();
    this.#pages.set(importId, pages.add(page));
    return () => {
      pages.delete(page);
      if (pages.size === 0) this.#pages.delete(importId);
    };
  }

  /** Ends every stream. */
  close(): void {
    this.#closed = true;
    this.#close(() => true);
  }

  #close(which: (page: LiveImport) => boolean): void {
    for (const pages of [...this.#pages.values()]) for (const page of [...pages].filter(which)) page.close();
  }
}
