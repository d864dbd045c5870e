import { createParser } from 'eventsource-parser';
import type { Address, Stream } from '../../../core/api.ts';
import { checkLogin, requestHeaders } from '../call/api-client.ts';

export interface StreamEvent {
  /** `message` when the server gave no name. */
  type: string;
  data: string;
}

/**
 * Reads Server-Sent Events from bytes that are cut anywhere. What no blank line has ended yet is never reported. `id`
 * and `retry` are ignored: after reconnecting, everything is read again.
 */
export function createEventStreamParser(onEvent: (event: StreamEvent) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ type: event || 'message', data }),
  });
  return (bytes) => parser.feed(decoder.decode(bytes, { stream: true }));
}

export interface StreamListener {
  /** Anything at all has come, also a comment. */
  onSign(): void;
  onEvent(type: string): void;
  /** The server, or something before it, has answered with something else than a stream. */
  onRefused(status: number): void;
  /** The connection is over, or there was none. */
  onLost(): void;
}

const MEDIA_TYPE = 'text/event-stream';

async function follow(path: string, signal: AbortSignal, listener: StreamListener): Promise<void> {
  const headers = requestHeaders('GET', path, { headers: { Accept: MEDIA_TYPE } });
  const response = await fetch(path, { headers, signal, cache: 'no-store' });
  const isStream = response.headers.get('Content-Type')?.startsWith(MEDIA_TYPE) ?? false;
  if (response.status !== 200 || !isStream || !response.body) {
    if (response.status === 401) void checkLogin();
    listener.onRefused(response.status);
    return;
  }
  const parse = createEventStreamParser(({ type }) => {
    if (!signal.aborted) listener.onEvent(type);
  });
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done && !signal.aborted; part = await reader.read()) {
    listener.onSign();
    parse(part.value);
  }
  listener.onLost();
}

/**
 * Opens a stream of Server-Sent Events. Returns a function that closes it, after which nothing is reported any more.
 * With `fetch`, since the browser's EventSource cannot send the token.
 */
export function openEventStream(path: Address<Stream>, listener: StreamListener): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const unlessClosed =
    <Args extends unknown[]>(report: (...args: Args) => void) =>
    (...args: Args) => {
      if (signal.aborted) return;
      report(...args);
    };
  const guarded: StreamListener = {
    onSign: unlessClosed(listener.onSign),
    onEvent: unlessClosed(listener.onEvent),
    // What is refused has a body that nobody reads.
    onRefused: unlessClosed((status) => {
      controller.abort();
      listener.onRefused(status);
    }),
    onLost: unlessClosed(listener.onLost),
  };
  follow(path, signal, guarded).catch(() => guarded.onLost());
  return () => controller.abort();
}
