import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
export const DURATIONS = join(import.meta.dirname, 'durations.json');

/** Test files that one process runs, one after the other. */
export interface TestRun {
  files: string[];
  /** How long they are expected to take, from the durations of an earlier run. */
  seconds: number;
}

export interface TestPlan {
  /** What needs no service and finds the most in the least time. */
  quick: TestRun[];
  /** All others, the longest first, so that nobody waits for the last one. */
  others: TestRun[];
}

/** Files of these folders start processes of their own and are not run one after the other in one process. */
const ALONE = ['browser', 'faults', 'start', 'workers', 'nho', 'simulate'];

/** Seconds assumed for a file that needs something to itself and has no duration yet: begun early. */
const UNKNOWN_SECONDS = 20;

/** The longest that files are put together for: a longer process would be the one that all wait for. */
const PROCESS_SECONDS = 20;

/** The seconds that each test file took when they were last remembered (`npm test -- --remember`). */
export function durations(): Record<string, number> {
  return existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
}

/** The files that this one imports, and those that they import, as far as they are tests' own. */
function ownImports(path: string, found = new Set<string>()): Set<string> {
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const imported = resolve(dirname(path), name as string);
    if (found.has(imported) || !imported.startsWith(join(ROOT, 'test')) || !existsSync(imported)) continue;
    found.add(imported);
    ownImports(imported, found);
  }
  return found;
}

/** Whether a test runs without the database, and all that comes with it. */
function isPure(file: string): boolean {
  return !ownImports(join(ROOT, file)).has(join(ROOT, 'test/database-harness.ts'));
}

const folderOf = (file: string) => file.split('/')[1] ?? '';

/** Puts files together until they take about `limit` seconds. */
function together(files: string[], seconds: (file: string) => number, limit: number): TestRun[] {
  const runs: TestRun[] = [];
  for (const file of files) {
    const last = runs.at(-1);
    if (!last || last.seconds + seconds(file) > limit) runs.push({ files: [file], seconds: seconds(file) });
    else runs[runs.length - 1] = { files: [...last.files, file], seconds: last.seconds + seconds(file) };
  }
  return runs;
}

/** Every test file, in as few processes as are quick. */
export function testPlan(): TestPlan {
  const known = durations();
  const seconds = (file: string) => known[file] ?? UNKNOWN_SECONDS;
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .sort();
  const mayShare = files.filter((file) => !ALONE.includes(folderOf(file)));
  const pure = mayShare.filter(isPure);
  const quickSeconds = pure.reduce((total, file) => total + seconds(file), 0);
  const others = [
    ...files.filter((file) => ALONE.includes(folderOf(file))).map((file) => [file]),
    ...together(
      mayShare.filter((file) => !pure.includes(file)),
      seconds,
      PROCESS_SECONDS,
    ).map((run) => run.files),
  ].map((run) => ({ files: run, seconds: run.reduce((total, file) => total + seconds(file), 0) }));
  return {
    quick: together(pure, seconds, quickSeconds / 2 + 1),
    others: others.sort((a, b) => b.seconds - a.seconds),
  };
}
