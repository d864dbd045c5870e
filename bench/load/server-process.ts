import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../bin/command/free-port.ts';
import type { BenchDatabase } from '../school/bench-database.ts';

/** Starts a script that listens on PORT, and waits until it answers. */
export async function startServer(bench: BenchDatabase, script: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const process = bench.run(script, { ...env, PORT: String(port) });
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return { port, process };
    await pause(50);
  }
  throw new Error('the server did not start');
}
