import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../bin/command/free-port.ts';
import { openBenchDatabase, residentMegabytes, stopProcess } from './school/bench-database.ts';

/** What API and worker hold of the machine's memory when they have started and nobody asks them anything. */
const SETTLED_MS = 8_000;

const bench = await openBenchDatabase();
// The second start, as every start but the first: what was compiled is at hand.
for (const start of ['first', 'second']) {
  const env = { PORT: String(await freePort()), NODE_COMPILE_CACHE: join(bench.dataDir, 'compile-cache') };
  const processes = { api: bench.run('api/server.ts', env), worker: bench.run('workers/main.ts', env) };
  await pause(SETTLED_MS);
  for (const [name, child] of Object.entries(processes))
    console.log(`${start} start: ${name.padEnd(6)} ${residentMegabytes(child)} MB (asked: under 150)`);
  await Promise.all(Object.values(processes).map(stopProcess));
}
await bench.close();
process.exit(0);
