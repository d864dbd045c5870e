import { type BackOffLimits, createRetry } from './back-off.ts';
import type { StreamListener } from './event-stream.ts';
import type { Timing } from './timing.ts';

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
