import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Change, ChangeFeed } from '../../core/postgres/change-feed.ts';
import { openLiveStream } from './live-stream.ts';

/** Somebody who watches one thing. */
export interface Watcher {
  accountId: number;
  send(event: 'changed' | 'ended'): void;
  /** Ends the stream; its reader comes back with its token. */
  close(): void;
}

/** The open streams of this process, by the id of what is watched. */
export class Watchers {
  readonly #watchers = new Map<number, Set<Watcher>>();
  #closed = false;

  constructor(feed: ChangeFeed, onChange: (change: Change) => void) {
    feed.listen({
      onChange: (change) => {
        onChange(change);
        // A new password, perhaps: the token has to be shown again.
        if (change.table === 'users') this.#close(({ accountId }) => accountId === change.id);
      },
      // Changes may have been missed, of passwords as well: every stream is opened and all is read again.
      onReset: () => this.#close(() => true),
    });
  }

  /** Those who watch this one; undefined when there are none. */
  of(id: number): ReadonlySet<Watcher> | undefined {
    return this.#watchers.get(id);
  }

  changed(id: number): void {
    for (const watcher of this.#watchers.get(id) ?? []) watcher.send('changed');
  }

  /** Makes the answer a stream of what happens to this one; `onOpen` returns what is done at its end. */
  async open(
    id: number,
    request: FastifyRequest,
    reply: FastifyReply,
    onOpen?: () => () => void,
  ): Promise<void> {
    const stream = openLiveStream(request, reply, this.#closed);
    if (!stream) return;
    const { sse, send } = stream;
    const watcher = { accountId: request.account.id, send, close: () => sse.close() };
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    const onClose = onOpen?.();
    sse.onClose(() => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
      onClose?.();
    });
    await sse.send({ event: 'ready', data: {} });
  }

  /** Ends every stream; from now on none is opened, which would keep the process from ending. */
  close(): void {
    this.#closed = true;
    this.#close(() => true);
  }

  #close(which: (watcher: Watcher) => boolean): void {
    for (const watchers of [...this.#watchers.values()])
      for (const watcher of [...watchers].filter(which)) watcher.close();
  }
}
