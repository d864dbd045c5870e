import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportFigures } from './load/export-process.ts';
import { median, openBenchDatabase } from './school/bench-database.ts';
import { fillLog } from './school/log-years.ts';

/**
 * The export of a whole log in each format, against a COPY of the same columns in the same order. Each runs in a
 * process of its own with the same driver, to /dev/null and to a file.
 */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONTENDERS = ['copy', 'ndjson', 'csv', 'parquet'] as const;
const ASKED_PER_SECOND = 200_000;

const bench = await openBenchDatabase();
await fillLog(bench.url, EVENTS);
await bench.database.pool.query('vacuum analyze events');
console.log(`${EVENTS} events, ${ROUNDS} rounds`);

for (const sink of ['/dev/null', 'a file']) {
  console.log(`\nto ${sink}`);
  const rounds = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of CONTENDERS) {
      const { seconds, events, bytes, residentMegabytes } = await measure(contender, sink === 'a file');
      if (contender !== 'copy' && events !== EVENTS) throw new Error(`${contender} gave ${events} events`);
      const perSecond = EVENTS / seconds;
      rounds.set(contender, [...(rounds.get(contender) ?? []), perSecond]);
      console.log(
        `${contender.padEnd(8)} ${Math.round(perSecond).toString().padStart(8)} events/s  ` +
          `${Math.round(bytes / 1e6)} MB written, at most ${residentMegabytes} MB resident`,
      );
    }
  const of = (contender: string): number => median(rounds.get(contender)!);
  for (const format of CONTENDERS.slice(1))
    console.log(
      `${format.padEnd(8)} ${Math.round(of(format)).toString().padStart(8)} events/s, ` +
        `${(of(format) / of('copy')).toFixed(2)} of COPY` +
        (format === 'ndjson' ? ` (asked: ${ASKED_PER_SECOND} events/s or 0.5 of COPY)` : ''),
    );
}
await bench.close();
process.exit(0);

async function measure(contender: string, toFile: boolean): Promise<ExportFigures> {
  const file = join(bench.dataDir, `export.${contender}`);
  const child = bench.run('bench/load/export-process.ts', {
    CONTENDER: contender,
    ...(toFile ? { FILE: file } : {}),
  });
  const exited = once(child, 'exit');
  const [figures] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`${contender} ended with ${code}`);
    }),
  ]);
  await exited;
  rmSync(file, { force: true });
  return figures;
}
