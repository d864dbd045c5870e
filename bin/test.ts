/**
 * Runs the check: types, format and lint, then the tests, with a database and a Redis of their own. When types, format or
 * lint fail, nothing else is run.
 *
 * - nothing: the tests of `npm test` (`isOfCheck` in bin/check/test-plan.ts).
 * - --all: every test.
 * - --quick: the tests that need no service.
 * - FILE …: only these test files, and each of them once.
 * - --part NAME: a part of the long check (bin/deep.ts), with more rounds, kills and looks, as TEST_DEPTH=deep has it.
 * - --report FILE: writes a report in Markdown.
 * - --no-build: takes the client as it was built last.
 * - --remember: writes down how long each file took, from which the next runs are planned.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closingReport, slowestFiles, testsReport } from './check/closing-report.ts';
import { CHROMIUM, neededProgram, REDIS } from './check/needed-program.ts';
import { type Count, NOTHING, sum } from './check/process-report.ts';
import { writeReport } from './check/report.ts';
import { runTwice, type Verdict } from './check/second-run.ts';
import {
  DEEP_PARTS,
  deepPartOf,
  isLong,
  isOfCheck,
  rememberDurations,
  type TestRun,
  testFiles,
  testPlan,
} from './check/test-plan.ts';
import { prepareTap } from './check/test-run.ts';
import { startTestServices } from './check/test-services.ts';
import { interruption } from './command/processes.ts';
import { StartError } from './command/start-error.ts';
import { ensureClient } from './launcher/client-build.ts';

const ROOT = join(import.meta.dirname, '..');

/** Two for each core: about half of the time a test waits for its browser, its server or its database. */
const JOBS = 2 * availableParallelism();

const signal = interruption();

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    quick: { type: 'boolean' },
    part: { type: 'string' },
    report: { type: 'string' },
    'no-build': { type: 'boolean' },
    remember: { type: 'boolean' },
  },
});
const part = DEEP_PARTS.find((name) => name === options.part);
if (options.part && !part) {
  console.error(`There is no part ${options.part}: they are ${DEEP_PARTS.join(', ')}.`);
  process.exit(1);
}
if (part) process.env.TEST_DEPTH = 'deep';

/** Runs a program whose exit code says whether all is well. */
function runProgram(program: string, args: string[]): Promise<Count> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', signal });
  return new Promise((resolve) => {
    child.on('error', () => resolve({ ...NOTHING, failed: 1 }));
    child.on('exit', (code) => resolve({ ...NOTHING, failed: code === 0 ? 0 : 1 }));
  });
}

async function checkSources(): Promise<Count> {
  console.log('\nTypes, format and lint');
  const tool = (name: string) => join(ROOT, 'node_modules/.bin', name);
  const types = await runProgram(tool('tsc'), ['--noEmit']);
  return sum(types, await runProgram(tool('biome'), ['check', '.']));
}

/** Runs tests with the environment that they need. */
function run(runs: TestRun[], env: object): Promise<Verdict> {
  console.log(`\n${runs.flatMap(({ files }) => files).length} files of tests`);
  return runTwice(runs, JOBS, { env: { ...process.env, ...env }, signal, once: chosen.length > 0 });
}

/** What tests need that are not quick: a Postgres and a Redis of their own, a browser, and the client. */
async function prepare(): Promise<{ env: object; stop(): Promise<void> }> {
  const chromium = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);
  const services = await startTestServices(neededProgram(REDIS));
  try {
    if (!options['no-build']) await ensureClient({ signal, log: console.log });
  } catch (error) {
    await services.stop();
    throw error;
  }
  return { env: { ...services.env, CHROMIUM_PATH: chromium }, stop: services.stop };
}

/** What this run runs, in its order. */
function plannedRuns(): TestRun[] {
  if (chosen.length > 0) return chosen.map((file) => ({ files: [file], seconds: 0 }));
  const isRun = (file: string) => {
    if (part) return deepPartOf(file) === part;
    return options.all ? !isLong(file) : isOfCheck(file);
  };
  const { quick, others } = testPlan(testFiles().filter(isRun));
  return options.quick ? quick : [...quick, ...others];
}

let count = NOTHING;
const begun = performance.now();
let verdict: Verdict | undefined;
try {
  prepareTap();
  // Beside the check of the sources: both wait now and then.
  const prepared = options.quick ? undefined : prepare();
  prepared?.catch(() => {});
  if (chosen.length === 0) count = await checkSources();
  const services = await prepared;
  try {
    if (count.failed === 0 && !signal.aborted) verdict = await run(plannedRuns(), services?.env ?? {});
  } finally {
    await services?.stop();
  }
  if (verdict) {
    count = sum(count, verdict.count);
    if (chosen.length === 0)
      console.log(
        `\nThe slowest files of ${((performance.now() - begun) / 1_000).toFixed(0)} s:\n${slowestFiles(verdict.seconds).join('\n')}`,
      );
    const [ended, minutes] = [verdict, (performance.now() - begun) / 60_000];
    if (options.report) writeReport(options.report, (date) => testsReport(ended, { part, date, minutes }));
    if (options.remember && count.failed === 0) rememberDurations(verdict.seconds);
    console.log(['', ...closingReport(verdict)].join('\n'));
  }
} catch (error) {
  if (!signal.aborted) console.error(error instanceof StartError ? error.message : error);
  count = { ...count, failed: count.failed + 1 };
}
if (signal.aborted) console.error('Interrupted.');
else if (count.failed > 0 && !verdict)
  console.error('\nFailed before any test, see above; `npm run check` runs types, format and lint alone.');
const { passed, failed, skipped } = count;
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 || signal.aborted ? 1 : 0);
