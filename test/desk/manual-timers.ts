import type { After } from '../../web/lib/live/timing.ts';

interface Due {
  at: number;
  order: number;
  callback: () => void;
}

/** A clock that moves only when told, and lets promises settle after every timer that it fires. */
export function manualTimers() {
  const waiting = new Set<Due>();
  let now = 0;
  let order = 0;

  const after: After = (ms, callback) => {
    const due = { at: now + ms, order: order++, callback };
    waiting.add(due);
    return () => waiting.delete(due);
  };

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  const next = (until: number) =>
    [...waiting].filter((due) => due.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];

  return {
    after,
    settle,
    now: () => now,
    waiting: () => waiting.size,
    async advance(ms: number) {
      const until = now + ms;
      for (let due = next(until); due; due = next(until)) {
        waiting.delete(due);
        now = due.at;
        due.callback();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}
