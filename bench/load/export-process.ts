/** One export of the whole log, as `nho export` makes it, or a COPY of it; its figures go to the parent. */
import { readFileSync } from 'node:fs';
import { openTarget } from '../../bin/nho/export-command.ts';
import { openDatabase } from '../../core/database.ts';
import { exportChunks } from '../../core/log/export/export-chunks.ts';
import { planExport } from '../../core/log/export/export-events.ts';
import type { LogExportFormat } from '../../core/log/log.schema.ts';
import { copyOut } from '../school/copy-out.ts';

export interface ExportFigures {
  seconds: number;
  events: number;
  bytes: number;
  /** Of this process, in millions of bytes, at its highest. */
  residentMegabytes: number;
}

const COPY = `copy (select partition, position, id, student_id, type, version, occurred_at, recorded_at, data, data_hash
  from events order by partition, position) to stdout`;

const { DATABASE_URL, CONTENDER, FILE } = process.env;
const database = await openDatabase(DATABASE_URL!, { connections: 10, name: 'nho bench' });
const { pool } = database;
await pool.query('select');
const start = performance.now();
const target = await openTarget(FILE);
let bytes = 0;
let events = 0;
if (CONTENDER === 'copy') {
  const client = await pool.connect();
  await copyOut(client, COPY, async (chunk) => {
    bytes += chunk.length;
    await target.write(chunk);
  });
  client.release();
} else
  for await (const part of exportChunks(pool, await planExport(pool, {}), CONTENDER as LogExportFormat)) {
    bytes += Buffer.byteLength(part.chunk);
    events += part.events;
    await target.write(part.chunk);
  }
await target.end();
const figures: ExportFigures = {
  seconds: (performance.now() - start) / 1_000,
  events,
  bytes,
  residentMegabytes: Math.round(
    (Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024) / 1e6,
  ),
};
await database.close();
process.send?.(figures);
process.disconnect?.();
