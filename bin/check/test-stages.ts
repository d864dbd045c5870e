import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The folders in `test` whose place in the order matters; all others are plain units and come after the first. */
const FIRST = ['repository'];
const LAST = [['database', 'api', 'workers'], ['faults'], ['start'], ['browser']];

export interface TestStage {
  name: string;
  files: string[];
  /** How many files are run at once. */
  jobs: number;
}

/** What starts the whole product has the machine to itself. */
const JOBS: Record<string, number> = { start: 1 };

function testFilesIn(folder: string, recursive = true): string[] {
  const path = join(ROOT, 'test', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', folder, name))
    .sort();
}

/** The test files in the order to run them: what is quick and finds the most first, the browser last. */
export function testStages(): TestStage[] {
  const placed = new Set([...FIRST, ...LAST.flat()]);
  const units = readdirSync(join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !placed.has(entry.name))
    .map((entry) => entry.name);
  return [
    { name: FIRST.join(', '), files: FIRST.flatMap((folder) => testFilesIn(folder)) },
    {
      name: 'units',
      files: [...testFilesIn('', false), ...units.flatMap((folder) => testFilesIn(folder))],
    },
    ...LAST.map((folders) => ({
      name: folders.join(', '),
      files: folders.flatMap((folder) => testFilesIn(folder)),
    })),
  ]
    .filter((stage) => stage.files.length > 0)
    .map((stage) => ({ ...stage, jobs: JOBS[stage.name] ?? 2 }));
}
