import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const DURATIONS = join(import.meta.dirname, 'durations.json');

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

/**
 * What starts a browser, or starts and kills processes of the product. A test file that imports one, even indirectly,
 * belongs to `npm run test:all` alone, unless it is a journey.
 */
const HEAVY = [
  'browser-harness.ts',
  'test-server.ts',
  'worker-process.ts',
  'launched-product.ts',
  'product-processes.ts',
  'throwaway-postgres.ts',
  'small-disk-postgres.ts',
  'postgres-pair.ts',
  'own-redis.ts',
  'fault-run.ts',
];

/** The main journey of each feature, with all that it takes: these belong to `npm test` as well. */
const JOURNEYS = [
  'teacher-and-student.test.ts',
  'account.test.ts',
  'learning-session.test.ts',
  'exam-from-end-to-end.test.ts',
  'home.test.ts',
  'roster.test.ts',
  'deck-import.test.ts',
  'study-today.test.ts',
  'admin-official-decks.test.ts',
  'class-progress.test.ts',
  'exam-form.test.ts',
  'acknowledged.test.ts',
  'server-killed.test.ts',
  'start.test.ts',
  'projector.test.ts',
];

/** What `npm run test:all` leaves to the long check. */
const LONG = ['silent-postgres.test.ts'];

/** Seconds that files are put together for, by their folder: what is costly to start is shared by more of them. */
const PROCESS_SECONDS: Record<string, number> = { browser: 150 };

/** For all other folders: a longer process would be the one that all wait for. */
const OTHER_SECONDS = 60;

/** These end each other's services. */
const ALONE = ['faults'];

/** Files of these folders start processes of the product, though they import nothing that says so. */
const NEVER_PURE = ['browser', 'engines', 'faults', 'start', 'workers', 'nho', 'simulate'];

/** The seconds that each test file took, as far as they are remembered. */
export function durations(): Record<string, number> {
  return existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
}

/** Writes down what each file of a run took, by which the next runs are planned. */
export function rememberDurations(seconds: Record<string, number>): void {
  const rounded = Object.entries(seconds).map(([file, took]) => [file, Math.round(took * 10) / 10]);
  const there = Object.entries({ ...durations(), ...Object.fromEntries(rounded) })
    .filter(([file]) => existsSync(join(ROOT, file)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(there), null, 2)}\n`);
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

const imports = (file: string, names: string[]): boolean =>
  [...ownImports(join(ROOT, file))].some((path) => names.includes(basename(path)));

const folderOf = (file: string) => file.split('/')[1] ?? '';
const isAlone = (file: string) => ALONE.includes(folderOf(file));

/** Whether a test runs without the database, and all that comes with it. */
const isPure = (file: string): boolean =>
  !NEVER_PURE.includes(folderOf(file)) && !imports(file, [...HEAVY, 'database-harness.ts']);

/** Browsers of other engines, which the check need not install. */
const ENGINES = 'engines';

/** Whether only the long check runs this file: it takes minutes by nature, or browsers that others do not. */
export const isLong = (file: string): boolean => LONG.includes(basename(file)) || folderOf(file) === ENGINES;

/** Parts of the long check that are tests which try more with TEST_DEPTH=deep. */
export const DEEP_PARTS = ['galleries', 'faults', 'histories', 'engines'] as const;
export type DeepPart = (typeof DEEP_PARTS)[number];

/** Returns the part of the long check that runs this file with more of all that it tries; the security's has its own. */
export function deepPartOf(file: string): DeepPart | undefined {
  const source = readFileSync(join(ROOT, file), 'utf8');
  if (folderOf(file) === ENGINES) return 'engines';
  if (/\bLOOKS\b/.test(source)) return 'galleries';
  if (folderOf(file) === 'faults') return imports(file, ['depth.ts']) ? 'faults' : undefined;
  return folderOf(file) !== 'security' && /depth\.ts'/.test(source) ? 'histories' : undefined;
}

/** Whether `npm test` runs this file. */
export const isOfCheck = (file: string): boolean =>
  JOURNEYS.includes(basename(file)) || !imports(file, HEAVY);

/** Every test file. */
export function testFiles(): string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .sort();
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Returns how long a file took, or, of a new one, the median of its folder. */
function expectedSeconds(): (file: string) => number {
  const known = durations();
  const byFolder = Map.groupBy(Object.keys(known), folderOf);
  const medianOf = (files: string[]) => median(files.map((file) => known[file]!));
  return (file) =>
    known[file] ?? medianOf(byFolder.get(folderOf(file)) ?? []) ?? medianOf(Object.keys(known)) ?? 1;
}

const total = (files: string[], seconds: (file: string) => number) =>
  files.reduce((sum, file) => sum + seconds(file), 0);

/**
 * Puts files together so that each process has about the same work, about `limit` seconds at most. One long file may
 * take more.
 */
function together(files: string[], seconds: (file: string) => number, limit: number): TestRun[] {
  const count = Math.ceil(total(files, seconds) / limit);
  const runs: TestRun[] = Array.from({ length: count }, () => ({ files: [], seconds: 0 }));
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a))) {
    const least = runs.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(file);
    least.seconds += seconds(file);
  }
  return runs;
}

/** These test files in as few processes as are quick. */
export function testPlan(files: string[]): TestPlan {
  const seconds = expectedSeconds();
  const pure = files.filter(isPure);
  const alone = files.filter(isAlone);
  const shared = files.filter((file) => !isAlone(file) && !pure.includes(file));
  const kinds = Map.groupBy(shared, (file) => (folderOf(file) in PROCESS_SECONDS ? folderOf(file) : ''));
  const others = [
    ...alone.map((file) => ({ files: [file], seconds: seconds(file) })),
    ...[...kinds].flatMap(([kind, ofKind]) =>
      together(ofKind, seconds, PROCESS_SECONDS[kind] ?? OTHER_SECONDS),
    ),
  ];
  return {
    quick: together(pure, seconds, total(pure, seconds) / 2 + 1),
    others: others.sort((a, b) => b.seconds - a.seconds),
  };
}
