import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const FOLDER_PREFIX = 'nho-test-';
/** In such a folder: the process that uses it. */
export const OWNER_FILE = 'owner.pid';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // Ended meanwhile, or somebody else's.
  }
}

/** Ends what an earlier run has left behind that was killed before it could: its Postgres, its Redis, its folder. */
export async function clearAbandonedServices(): Promise<void> {
  if (!existsSync('/proc/self/cwd')) return;
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    const ownerFile = join(folder, OWNER_FILE);
    if (!existsSync(ownerFile) || isAlive(Number(readFileSync(ownerFile, 'utf8')))) continue;
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
      if (`${workingFolder(pid)}/`.startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}
