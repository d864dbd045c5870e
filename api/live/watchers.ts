import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/contract/errors.ts';
import type { Change, ChangeFeed } from '../../core/postgres/change-feed.ts';
import type { OpenStreams } from './open-streams.ts';

/** Longer than any token lasts, and short enough for a timer. */
const TIMER_MAX_MS = 24 * 24 * 60 * 60_000;

interface LiveStream {
  sse: FastifyReply['sse'];
  /** Sends an event without data; a reader that has gone is no error. */
  send(event: string): void;
}

/**
 * Makes the answer a stream of Server-Sent Events, whose `ready` the caller still has to send. It ends when the
 * caller's token does. Returns undefined when the reader has gone already, since its end would not be reported again.
 * Throws `overloaded` when the process is ending: a stream opened now would prevent that.
 */
function openLiveStream(
  open: OpenStreams,
  { account, token }: FastifyRequest,
  reply: FastifyReply,
  isEnding: boolean,
): LiveStream | undefined {
  const { sse } = reply;
  if (isEnding) throw new AppError('overloaded', { retryAfter: 1 });
  if (!sse.isConnected) return undefined;
  sse.keepAlive();
  // A proxy that gathers what it passes on would hold back each event.
  reply.header('x-accel-buffering', 'no');

  const close = () => sse.close();
  const onEnd = open.open(account.id, close);
  const ending = setTimeout(close, Math.min(TIMER_MAX_MS, token.endsAt - Date.now())).unref();
  sse.onClose(() => {
    clearTimeout(ending);
    onEnd();
  });
  return { sse, send: (event) => void sse.send({ event, data: {} }).catch(() => {}) };
}

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
  readonly #streams: OpenStreams;
  #closed = false;

  constructor(
    { feed, streams }: { feed: ChangeFeed; streams: OpenStreams },
    onChange: (change: Change) => void,
  ) {
    this.#streams = streams;
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
    const stream = openLiveStream(this.#streams, request, reply, this.#closed);
    if (!stream) return;
    const { sse, send } = stream;
    const watcher = { accountId: request.account.id, send, close: () => sse.close() };
    const watchers = this.#watchers.getOrInsertComputed(id, () => new Set()).add(watcher);
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
