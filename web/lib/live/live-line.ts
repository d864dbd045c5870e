import { createParser } from 'eventsource-parser';
import type { Address, Stream } from '../../../core/api.ts';
import { checkLogin, requestHeaders } from '../call/api-client.ts';
import { type BackOffLimits, createRetry } from './back-off.ts';
import type { Timing } from './timing.ts';

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

/** `ended`: the server sends nothing more to this user. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'ended';

/** Milliseconds. The server gives a sign of life every 5 seconds at least. */
export const LIVE_TIMES = {
  /** An open stream that has brought nothing at all is being held back by a proxy. */
  ready: 5_000,
  silence: 15_000,
  /** A stream that lived so long was a good one: the next attempt comes soon. */
  proven: 10_000,
  poll: 5_000,
  streamAgain: 60_000,
  hidden: 60_000,
} as const;

export interface LiveLine {
  open(): void;
  close(): void;
  /** The page is seen again, or the network is back: what waits for its time is tried at once. */
  wake(): void;
  /** Nobody sees the page: after a minute nothing is asked of the server any more. */
  hide(): void;
}

/** The stream says nothing of when to come back. */
const LIVE_WAITS: BackOffLimits = { longest: 10_000, longestAsked: 0 };

interface LiveLineOptions {
  /** Opens the stream. Returns a function that closes it. Reports only later, never while it is called. */
  connect: (listener: StreamListener) => () => void;
  onState: (state: LiveState) => void;
  /** Something has changed, or may have changed unheard. */
  onChange: () => void;
  timing: Timing;
}

const ENDING = [401, 403, 404];
/** Too many requests, or a server that is starting: worth another try soon. */
const isPassing = (status: number) => status === 429 || status >= 500;

/**
 * Keeps a stream of events open, whatever happens to it. A broken or silent one is opened again, later and later.
 * Where streams don't pass at all, the page asks every few seconds instead.
 */
export function createLiveLine({ connect, onState, onChange, timing }: LiveLineOptions): LiveLine {
  const retry = createRetry(timing, LIVE_WAITS);
  let state: LiveState = 'connecting';
  let asleep = false;
  let disconnect: (() => void) | undefined;
  const waiting = new Map<string, () => void>();

  const stop = (name: string) => {
    waiting.get(name)?.();
    waiting.delete(name);
  };
  const after = (name: string, ms: number, run: () => void) => {
    stop(name);
    const cancel = timing.after(ms, () => {
      waiting.delete(name);
      run();
    });
    waiting.set(name, cancel);
  };
  /** Closes the stream and forgets what was to come; whether the page is seen is another matter. */
  const quiet = () => {
    retry.stop();
    for (const name of [...waiting.keys()]) if (name !== 'hidden') stop(name);
    disconnect?.();
    disconnect = undefined;
  };
  const become = (next: LiveState) => {
    if (state === next) return;
    state = next;
    onState(next);
  };

  const close = () => {
    quiet();
    stop('hidden');
  };

  const end = () => {
    close();
    become('ended');
    // The read that follows says why.
    onChange();
  };

  const poll = () =>
    after('poll', LIVE_TIMES.poll, () => {
      onChange();
      poll();
    });

  const goPolling = () => {
    disconnect?.();
    disconnect = undefined;
    stop('ready');
    stop('silence');
    retry.pause(LIVE_TIMES.streamAgain, attempt);
    if (state === 'polling') return;
    become('polling');
    onChange();
    poll();
  };

  const lost = () => {
    if (state === 'polling') return goPolling();
    quiet();
    become('reconnecting');
    retry.later(attempt);
  };

  const ready = () => {
    stop('ready');
    stop('poll');
    retry.stop();
    after('silence', LIVE_TIMES.silence, lost);
    after('proven', LIVE_TIMES.proven, retry.forget);
    become('live');
    // Nothing reported what happened before.
    onChange();
  };

  function attempt(): void {
    retry.stop();
    disconnect?.();
    after('ready', LIVE_TIMES.ready, goPolling);
    disconnect = connect({
      onSign() {
        if (state === 'live') after('silence', LIVE_TIMES.silence, lost);
      },
      onEvent(type) {
        if (type === 'ready') ready();
        else if (type === 'ended') end();
        else if (type === 'changed' && state === 'live') onChange();
      },
      onRefused(status) {
        if (ENDING.includes(status)) end();
        else if (isPassing(status)) lost();
        else goPolling();
      },
      onLost: lost,
    });
  }

  return {
    open: attempt,
    close,
    wake() {
      stop('hidden');
      if (state === 'ended') return;
      const isTrying = waiting.has('ready');
      if (asleep) {
        asleep = false;
        if (state !== 'polling') become('reconnecting');
        else poll();
        onChange();
        attempt();
      } else if (state !== 'live' && !isTrying) attempt();
    },
    hide() {
      if (state === 'ended') return;
      after('hidden', LIVE_TIMES.hidden, () => {
        asleep = true;
        quiet();
      });
    },
  };
}
