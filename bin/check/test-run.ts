import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StartError } from '../command/start-error.ts';
import { type Count, NOTHING, type ProcessReport } from './process-report.ts';
import type { TestRun } from './test-plan.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How long no test of a file may end before the file is taken for hanging, in minutes; and in a deep run. */
const SILENT_MINUTES = 5;
const DEEP_SILENT_MINUTES = 15;

/** How long interrupted tests may take to end what they have started. */
const PATIENCE_MS = 10_000;

/** How long a process that has said that it leaves may take: all its tests are over then. */
const LEAVING_MS = 20_000;

/** How a file has ended; or a whole process, which ended badly though none of its files failed. */
export interface Ended {
  files: string[];
  passed: boolean;
  seconds: number;
  count: Count;
  /** All that was said, unless it passed. */
  said: string;
  /** The files that had run before in the same process. */
  after: string[];
}

export interface TestRunOptions {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Instead of the minutes above. */
  silentMinutes?: number;
  /** Default: to the standard output. */
  print?: (text: string) => void;
}

/**
 * tap assembles its test class from plugins at the first run that finds others configured. It uses that class from
 * the next run on. The default one has a TypeScript plugin, which Node does not need and which fails with TypeScript
 * 7.
 */
export function prepareTap(): void {
  const built = readFileSync(join(ROOT, 'node_modules/@tapjs/test/test-built/dist/esm/index.js'), 'utf8');
  if (!built.includes('@tapjs/typescript')) return;
  const tap = join(ROOT, 'node_modules/.bin/tap');
  const { status, stderr } = spawnSync(process.execPath, [tap, 'build'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new StartError(`tap could not be built: ${stderr}`);
}

const TICKS_PER_SECOND = 100;

/**
 * Returns the seconds of processor time of this process's descendants, as far as they have ended; 0 where the system
 * keeps no such account.
 */
function processorSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const [, ...fields] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user, system] = fields.join(') ').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** What the processes that have ended so far had used. */
let counted = 0;

/** Returns what a process that has just ended has used, its browser and products included. */
function cost(run: TestRun, begun: number): string {
  const used = processorSeconds() - counted;
  counted += used;
  const took = (performance.now() - begun) / 1_000;
  return `  = ${run.files.length} files, ${took.toFixed(1)} s, processor ${used.toFixed(1)} s`;
}

/** Starts a process that runs test files. `end` says why it ended badly; it is empty when it ended well. */
function startProcess(run: TestRun, { env, signal, silentMinutes }: TestRunOptions) {
  const minutes = silentMinutes ?? (env.TEST_DEPTH === 'deep' ? DEEP_SILENT_MINUTES : SILENT_MINUTES);
  const child = spawn(process.execPath, [join(ROOT, 'bin/check/run-files.ts')], {
    cwd: ROOT,
    // No clock of tap's decides: on a busy machine anything may take long. What hangs is noticed here.
    env: { ...env, TAP_TIMEOUT: '0', TEST_FILES: run.files.join(' ') },
    // A process group of its own, so that an interruption can end the tests with all they have started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const signalGroup = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid as number), name);
    } catch {
      // The group has ended.
    }
  };
  const endGroup = () => {
    signalGroup('SIGTERM');
    setTimeout(signalGroup, PATIENCE_MS, 'SIGKILL').unref();
  };
  signal.addEventListener('abort', endGroup);
  let silent = '';
  const limit = setTimeout(() => {
    silent = `has been ended, since no test had ended for ${minutes} minutes`;
    endGroup();
  }, minutes * 60_000);
  const counts = new Map<string, Count>();
  let leavingWith: number | undefined;
  let leaving: NodeJS.Timeout | undefined;
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
    const report = JSON.parse(line) as ProcessReport;
    if ('file' in report) counts.set(report.file, report.count);
    else {
      leavingWith = report.leavingWith;
      leaving = setTimeout(signalGroup, LEAVING_MS, 'SIGKILL');
    }
  });
  const end = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('close', (code, by) => {
      clearTimeout(limit);
      clearTimeout(leaving);
      signal.removeEventListener('abort', endGroup);
      const exitCode = leavingWith ?? code;
      resolve(
        silent || (exitCode === 0 ? '' : `ended with ${exitCode === null ? by : `exit code ${exitCode}`}`),
      );
    });
  });
  return { stdout: child.stdout!, stderr: child.stderr!, counts, end, isHeard: () => limit.refresh() };
}

/** What a file's process has printed of it when it ended. */
interface Printed {
  file: string;
  seconds: number;
  passed: boolean;
  said: string;
}

/**
 * Runs test files in a process of their own. Prints a line per file, with all that a failed one said. Returns how they
 * ended, and those that were not begun since the process ended before.
 */
async function runFiles(
  run: TestRun,
  options: TestRunOptions,
): Promise<{ ended: Ended[]; unbegun: string[] }> {
  const { print = console.log } = options;
  const begun = performance.now();
  const { stdout, stderr, counts, end, isHeard } = startProcess(run, options);
  let complaints = '';
  stderr.on('data', (text) => (complaints += text));
  const printed: Printed[] = [];
  let running: string | undefined;
  let lines: string[] = [];
  const add = (one: Printed) => {
    printed.push(one);
    print(one.passed ? `  ✓ ${one.file} ${one.seconds.toFixed(1)} s` : one.said);
    running = undefined;
    lines = [];
  };
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line);
    if (line.includes('TEST_SEED=')) print(`    ${line.replace(/^[\s#]*/, '')}`);
    if (/^\s*(not )?ok \d+ .*# time=[\d.]+ms$/.test(line)) isHeard();
    running = /^# Subtest: (test\/\S+)$/.exec(line)?.[1] ?? running;
    const done = /^(not )?ok \d+ - (test\/\S+)(?: # time=([\d.]+)ms)?/.exec(line);
    if (!done) continue;
    const [, failed, file = '', milliseconds = 0] = done;
    const said = failed ? [...lines, complaints].join('\n') : '';
    add({ file, seconds: Number(milliseconds) / 1_000, passed: !failed, said });
  }
  const badEnd = await end;
  print(cost(run, begun));
  const words = [...lines, complaints, `The process ${badEnd || 'has tested nothing'}.`].join('\n');
  if (running) add({ file: running, seconds: 0, passed: false, said: words });
  const ended = printed.map(({ file, passed, ...one }, index): Ended => {
    const count = counts.get(file) ?? NOTHING;
    const failed = passed ? count.failed : Math.max(1, count.failed);
    const after = printed.slice(0, index).map((before) => before.file);
    return { ...one, files: [file], passed, count: { ...count, failed }, after };
  });
  const unbegun = run.files.filter((file) => !printed.some((one) => one.file === file));
  const hasTested = ended.some(({ count }) => count.passed > 0);
  if (ended.every(({ passed }) => passed) && (badEnd || !hasTested)) {
    print(words);
    const count = { ...NOTHING, failed: 1 };
    ended.push({ files: run.files, passed: false, seconds: 0, count, said: words, after: [] });
    return { ended, unbegun: [] };
  }
  return { ended, unbegun };
}

/** Runs these so many at a time, in their order. Returns how each file has ended. */
export async function runTests(runs: TestRun[], jobs: number, options: TestRunOptions): Promise<Ended[]> {
  const waiting = [...runs];
  const all: Ended[] = [];
  const work = async () => {
    for (let run = waiting.shift(); run && !options.signal.aborted; run = waiting.shift()) {
      const { ended, unbegun } = await runFiles(run, options);
      all.push(...ended);
      if (unbegun.length > 0) waiting.push({ files: unbegun, seconds: run.seconds });
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return all;
}
