import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';

/** The machine, in words that do not identify it. */
export const MACHINE = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** A cell of a table in Markdown. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** Writes a report of today, and makes its folder. */
export function writeReport(name: string, reportOf: (date: string) => string): void {
  const file = resolve(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, reportOf(new Date().toISOString().slice(0, 10)));
}
