import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../command/start-error.ts';

/**
 * The first and the eighth line of postmaster.pid: the server's process and its state ("ready" when it takes
 * connections).
 */
export function readPostmasterFile(cluster: string): { pid: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), state: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** After a restart of the machine the number may belong to any program; a server's working folder is its cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function hasEnded(cluster: string, pid: number, milliseconds: number): Promise<boolean> {
  for (const until = performance.now() + milliseconds; performance.now() < until; await wait(20))
    if (!isServerOf(cluster, pid)) return true;
  return false;
}

/** Stops a server that a killed launcher has left running on `cluster`. */
export async function stopOrphan(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (!left || !isServerOf(cluster, left.pid)) return;
  process.kill(left.pid, 'SIGINT'); // Fast: sessions are ended, what they committed is kept.
  if (await hasEnded(cluster, left.pid, 20_000)) return;
  process.kill(left.pid, 'SIGQUIT'); // Immediate: the log is replayed at the next start.
  if (await hasEnded(cluster, left.pid, 10_000)) return;
  throw new StartError(
    `An earlier Postgres (process ${left.pid}) still uses ${cluster}: stop it, then start again.`,
  );
}
