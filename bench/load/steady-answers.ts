import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KeptConnections } from './kept-connections.ts';
import type { PreparedRequest } from './load-generator.ts';

export interface SteadyAnswers {
  /** Leaves the times of what was sent so far out of the result: caches filled, and code was compiled. */
  warmedUp(): void;
  /** Ends when all that was sent has been answered. `ms` are the times of the answers. */
  stop(): Promise<{ perSecond: number; succeeded: number; failed: number; ms: number[] }>;
}

const TICK_MS = 2;

/** Posts so many answers a second, evenly and whatever the server's pace, until stopped. */
export function sendSteadily(port: number, requests: PreparedRequest[], perSecond: number): SteadyAnswers {
  const connections = new KeptConnections(port, 64);
  const start = performance.now();
  const open = new Set<Promise<void>>();
  let times: number[] = [];
  let [sent, succeeded, failed, wanted] = [0, 0, 0, true];

  const send = ({ path, headers, body }: PreparedRequest): void => {
    const key = { 'idempotency-key': randomUUID(), 'content-length': String(Buffer.byteLength(body)) };
    const timesNow = times;
    const done: Promise<void> = connections
      .call(path, { method: 'POST', headers: { ...headers, ...key }, body })
      .then(
        ({ status, ms }) => {
          timesNow.push(ms);
          if (status === 200) succeeded++;
          else failed++;
        },
        () => void failed++,
      )
      .then(() => void open.delete(done));
    open.add(done);
  };
  const sending = (async () => {
    while (wanted) {
      const due = ((performance.now() - start) / 1_000) * perSecond;
      while (sent < due) send(requests[sent++ % requests.length]!);
      await pause(TICK_MS);
    }
  })();

  return {
    warmedUp() {
      times = [];
    },
    async stop() {
      wanted = false;
      await sending;
      const seconds = (performance.now() - start) / 1_000;
      await Promise.all(open);
      connections.close();
      return { perSecond: sent / seconds, succeeded, failed, ms: times };
    },
  };
}
