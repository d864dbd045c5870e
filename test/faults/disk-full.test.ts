import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { freePort } from '../../bin/free-port.ts';
import type { Lifetime } from '../lifetime.ts';
import { until } from '../until.ts';
import { checkInvariants, projected } from './log-invariants.ts';
import { startApiProcess, startWorker } from './product-processes.ts';
import { RecordingClients } from './recording-clients.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

/** Room for a database, its log, and a little more. */
const DISK = '400m';

/** A file system of so many bytes; undefined where one may not be mounted. */
function smallDisk(t: Lifetime): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'nho-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'none', folder]).status === 0;
  t.teardown(() => {
    if (mounted) spawnSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return mounted ? folder : undefined;
}

/** Writes until nothing more can be written. */
function fill(file: string): void {
  const target = openSync(file, 'w');
  try {
    for (const size of [1_048_576, 4_096]) {
      const bytes = Buffer.alloc(size, 1);
      try {
        for (;;) writeSync(target, bytes);
      } catch {
        // Full; what is left for smaller pieces is filled as well.
      }
    }
  } finally {
    closeSync(target);
  }
}

t.test('F20 the disk of Postgres is full: 503 and nothing acknowledged, until there is room', async (t) => {
  const disk = smallDisk(t);
  if (!disk) return t.comment('not done: no file system may be mounted here');
  const postgres = await startThrowawayPostgres(t, disk);
  const { pool, url } = postgres;
  const port = await freePort();
  const clients = await RecordingClients.create(t, pool, port);
  const api = await startApiProcess(t, { port, databaseUrl: url });
  const worker = startWorker(t, url);
  clients.start();
  await until(() => clients.acknowledged > 50);

  const ballast = join(disk, 'ballast');
  fill(ballast);
  await until(() => {
    // What Postgres gives back meanwhile is taken as well.
    fill(`${ballast}-${clients.exchanges.length}`);
    return (clients.outcomes()[503] ?? 0) > 20;
  }, 'requests are told to come back');
  const known = clients.acknowledged;
  const told = clients.outcomes()[503]!;
  await until(() => (clients.outcomes()[503] ?? 0) > told + 20, 'for as long as it is full');
  t.comment(`${clients.acknowledged - known} answers were still acknowledged meanwhile`);

  for (const name of spawnSync('ls', [disk], { encoding: 'utf8' }).stdout.split('\n'))
    if (name.startsWith('ballast')) rmSync(join(disk, name));
  // It may have ended, since it cannot go on without its log.
  await postgres.crash();
  await postgres.start();
  const before = clients.acknowledged;
  await until(() => clients.acknowledged > before + 50, 'answers are stored again');
  await clients.stop();
  await projected(pool);
  t.equal((await api.end()).code, 0, 'the first API process served all the while');
  t.equal((await worker.end()).code, 0, 'and the first worker process');
  t.same(clients.wrongAnswers, [], 'nothing but successes and 503 with Retry-After');
  await checkInvariants(t, pool, clients.sent);
});
