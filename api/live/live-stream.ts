import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/contract/errors.ts';

/** Streams that one account has at most: those of a few tabs and devices. */
const STREAMS_MAX = 5;

/** Longer than any token lasts, and short enough for a timer. */
const TIMER_MAX_MS = 24 * 24 * 60 * 60_000;

export interface LiveStream {
  sse: FastifyReply['sse'];
  /** Sends an event without data; a reader that has gone is no error. */
  send(event: string): void;
}

/** The open streams of each account, the oldest first, by the server that they are of. */
const ofServers = new WeakMap<object, Map<number, Set<() => void>>>();

/**
 * Makes the answer a stream of Server-Sent Events, whose `ready` the caller still has to send. It ends when the
 * caller's token does. An account's sixth stream ends its first: a line that has broken unnoticed, or a tab that
 * opened another. Returns undefined when the reader has gone already, since its end would not be reported again.
 * Throws `overloaded` when the process is ending: a stream opened now would prevent that.
 */
export function openLiveStream(
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

  const open = ofServers.get(reply.server.server) ?? new Map<number, Set<() => void>>();
  ofServers.set(reply.server.server, open);
  const streams = open.get(account.id) ?? new Set();
  open.set(account.id, streams);
  const close = () => sse.close();
  const [oldest] = streams;
  if (streams.size >= STREAMS_MAX) oldest?.();
  streams.add(close);
  const ending = setTimeout(close, Math.min(TIMER_MAX_MS, token.endsAt - Date.now())).unref();
  sse.onClose(() => {
    clearTimeout(ending);
    streams.delete(close);
    if (streams.size === 0 && open.get(account.id) === streams) open.delete(account.id);
  });
  return { sse, send: (event) => void sse.send({ event, data: {} }).catch(() => {}) };
}
