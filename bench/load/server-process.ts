import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../bin/command/free-port.ts';
import type { BenchDatabase } from '../school/bench-database.ts';

export interface ServerProcess {
  port: number;
  process: ChildProcess;
}

/** Starts a script that listens on PORT, and waits until it answers. */
export async function startServer(bench: BenchDatabase, script: string): Promise<ServerProcess> {
  const port = await freePort();
  const process = bench.run(script, { PORT: String(port) });
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return { port, process };
    await pause(50);
  }
  throw new Error('the server did not start');
}

/** As the launcher's end does it: a server or a worker ends cleanly. */
export async function stopProcess(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit');
  process.disconnect();
  await ended;
}
