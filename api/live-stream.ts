import type { FastifyReply } from 'fastify';
import { AppError } from '../core/errors.ts';

export interface LiveStream {
  sse: FastifyReply['sse'];
  /** Sends an event without data; a reader who has gone is no error. */
  tell(event: string): void;
}

/**
 * Makes the answer a stream of Server-Sent Events, of which `ready` has still to be sent. Undefined when its reader has
 * gone already, whose end would not be told again. Throws `overloaded` when the process ends, which a stream opened now
 * would prevent.
 */
export function openLiveStream(reply: FastifyReply, isEnding: boolean): LiveStream | undefined {
  const { sse } = reply;
  if (isEnding) throw new AppError('overloaded', { retryAfter: 1 });
  if (!sse.isConnected) return undefined;
  sse.keepAlive();
  // A proxy that gathers what it passes on would hold back each event.
  reply.header('x-accel-buffering', 'no');
  return { sse, tell: (event) => void sse.send({ event, data: {} }).catch(() => {}) };
}
