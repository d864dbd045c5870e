/**
 * `unshare -m node small-disk-postgres.ts FOLDER MEGABYTES`: a Postgres whose files lie on a disk of its own, which nobody
 * outside sees. Sends its address, or why there is none; told `fill` or `free`, it fills that disk up or empties it again.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../../bin/postgres/embedded-database.ts';

export type SmallDiskNews = { url: string } | { refused: string } | { done: 'fill' | 'free' };

const [folder = '', megabytes] = process.argv.slice(2);
const filler = join(folder, 'filler');
const tell = (news: SmallDiskNews): void => void process.send?.(news);

function fill(): void {
  const file = openSync(filler, 'w');
  try {
    for (const bytes of [1024 * 1024, 4_096]) {
      const block = Buffer.alloc(bytes);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
  encoding: 'utf8',
});
if (mounted.status !== 0) tell({ refused: mounted.stderr });
else {
  chmodSync(folder, 0o711);
  const database = await startEmbeddedDatabase({
    cluster: join(folder, 'postgres'),
    password: 'only for the tests',
    logFile: join(folder, 'postgres.log'),
  });
  process.on('message', (order: 'fill' | 'free') => {
    if (order === 'fill') fill();
    else rmSync(filler);
    tell({ done: order });
  });
  process.on('disconnect', () => void database.stop('immediate').then(() => process.exit(0)));
  tell({ url: database.url() });
}
