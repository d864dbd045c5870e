/**
 * What `bench/replay.ts` measures, in a process of its own. TASK `pass` reads and decodes the log once and applies
 * nothing; `build` builds all projections aside; `verify` also compares them with the live ones.
 */

import { setPriority } from 'node:os';
import pg from 'pg';
import { eventRegister } from '../../core/events.ts';
import { allPartitions } from '../../core/log/position.ts';
import { readEvents } from '../../core/log/read.ts';
import { Rebuilding } from '../../core/log/rebuilding/rebuilding.ts';
import { projections } from '../../core/projections.ts';

export interface ReplayReport {
  /** The share of the log that has been taken in; 1 comes once only, with the rest. */
  share: number;
  /** Milliseconds. */
  took?: number;
  /** Of this process, all threads, until then. */
  processorTime?: number;
  tookComparing?: number | undefined;
  differences?: number | undefined;
}

const databaseUrl = process.env.DATABASE_URL!;
/** Events that a projection takes at once. */
const BATCH = 2_000;

const tell = (report: ReplayReport): void => void process.send?.(report);

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function pass(): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const types = Object.keys(eventRegister.types);
  const open = allPartitions();
  const read = async (): Promise<void> => {
    const client = await pool.connect();
    for (let partition = open.shift(); partition !== undefined; partition = open.shift())
      for (let position = 0; ; ) {
        const events = eventRegister.decodeOf(await readEvents(client, partition, position, BATCH), types);
        position += events.length;
        if (events.length < BATCH) break;
      }
    client.release();
  };
  const begun = performance.now();
  await Promise.all([read(), read()]);
  tell({ share: 1, took: performance.now() - begun, processorTime: processorTime() });
  await pool.end();
}

async function rebuild(isCompared: boolean): Promise<void> {
  const begun = performance.now();
  const rebuilding = await Rebuilding.begin({
    databaseUrl,
    projections,
    onProgress: (share) => {
      if (share < 1) tell({ share });
    },
  });
  try {
    await rebuilding.build();
    const [built, used] = [performance.now(), processorTime()];
    const differences = isCompared ? (await rebuilding.compare()).count : undefined;
    tell({
      share: 1,
      took: built - begun,
      processorTime: used,
      tookComparing: isCompared ? performance.now() - built : undefined,
      differences,
    });
  } finally {
    await rebuilding.close();
  }
}

if (process.env.NICE) setPriority(Number(process.env.NICE));
const task = process.env.TASK;
if (task === 'pass') await pass();
else await rebuild(task === 'verify');
process.disconnect?.();
