import { browserClock } from '../../lib/live/timing.ts';
import type { SessionParts } from './session.parts.ts';
import type { KeptSession } from './session-cache.ts';

type Cache = SessionParts['cache'];

/** Calls `run` after the next frame is drawn, at once where none is; returns how to cancel it. */
function afterFrame(run: () => void): () => void {
  if (document.hidden) {
    run();
    return () => {};
  }
  let cancelTimer = () => {};
  const frame = requestAnimationFrame(() => {
    cancelTimer = browserClock.after(0, run);
  });
  return () => {
    cancelAnimationFrame(frame);
    cancelTimer();
  };
}

/**
 * A cache whose writes wait for the next card to be drawn: a session is long to write, and a tap is to be answered at
 * once. Answers do not wait. A crash in between loses one step: one card comes again, and its answer has the same id. A
 * page that goes calls `flush`. The first write of a session is at once, since these ids come from it.
 */
export function deferredWrites(cache: Cache, later = afterFrame): Cache & { flush(): void } {
  let waiting: KeptSession | null = null;
  let cancel = () => {};
  let keptSeed: string | undefined;

  const drop = () => {
    cancel();
    waiting = null;
  };
  const flush = () => {
    const last = waiting;
    drop();
    if (last) cache.write(last);
  };
  return {
    ...cache,
    flush,
    write(stored) {
      drop();
      waiting = stored;
      const { answerSeed } = stored.state;
      if (answerSeed === keptSeed) cancel = later(flush);
      else flush();
      keptSeed = answerSeed;
    },
    read() {
      const stored = cache.read();
      // Another tab went on with the session: ours is over.
      if (waiting && stored && stored.timestamp > waiting.timestamp) drop();
      if (!waiting) return stored;
      flush();
      return cache.read();
    },
    readLearned(day) {
      flush();
      return cache.readLearned(day);
    },
    clear() {
      drop();
      cache.clear();
    },
  };
}
