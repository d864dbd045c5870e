/**
 * Runs the whole check: types, format and lint, then every test, with a database and a Redis of its own. What is quick
 * comes first, and when it fails nothing else is run.
 *
 * - FILE …: only these test files.
 * - --quick: types, format, lint, and the tests that need no service.
 * - --deep: everything with more rounds, kills and looks, as TEST_DEPTH=deep has it; then half an hour of failing
 *   processes, databases and lines (bin/faults.ts), seeded faults, which the tests must notice (bin/mutants.ts), and the
 *   budgets of speed (bin/speed.ts).
 * - --no-build: takes the client as it was built last.
 * - --remember: writes down how long each file took, from which the next runs are planned.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Count, NOTHING, sum } from './check/count.ts';
import { CHROMIUM, neededProgram, REDIS } from './check/needed-program.ts';
import { DURATIONS, testPlan } from './check/test-plan.ts';
import { prepareTap, runTests } from './check/test-run.ts';
import { startTestServices } from './check/test-services.ts';
import { interruption } from './interruption.ts';
import { ensureClient } from './launcher/client-build.ts';
import { StartError } from './start-error.ts';

const ROOT = join(import.meta.dirname, '..');

/** One for each core, and three on two: each waits now and then for its browser, its server or its database. */
const JOBS = Math.max(3, availableParallelism());

const signal = interruption();

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    deep: { type: 'boolean' },
    'no-build': { type: 'boolean' },
    remember: { type: 'boolean' },
  },
});
if (options.deep) process.env.TEST_DEPTH = 'deep';
const seconds: Record<string, number> = {};
const onFile = (file: string, took: number) => {
  seconds[file] = Math.round(took * 10) / 10;
};

/** Runs a program whose exit code says whether all is well. */
function runProgram(program: string, args: string[]): Promise<Count> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', signal });
  return new Promise((resolve) => {
    child.on('error', () => resolve({ ...NOTHING, failed: 1 }));
    child.on('exit', (code) => resolve({ ...NOTHING, failed: code === 0 ? 0 : 1 }));
  });
}

async function runQuick(): Promise<Count> {
  console.log('\nTypes, format and lint, and what needs no service');
  const tool = (name: string) => join(ROOT, 'node_modules/.bin', name);
  const checks = [
    await runProgram(tool('tsc'), ['--noEmit']),
    await runProgram(tool('biome'), ['check', '.']),
  ];
  const count = checks.reduce(sum);
  if (count.failed > 0) return count;
  return sum(count, await runTests(testPlan().quick, JOBS, { env: process.env, signal, onFile }));
}

/** Runs the tests that need services, or those chosen, beside a Postgres and a Redis of their own. */
async function runOthers(): Promise<Count> {
  const chromium = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);
  const services = await startTestServices(neededProgram(REDIS));
  try {
    if (!options['no-build']) await ensureClient({ signal, log: console.log });
    const runs =
      chosen.length > 0 ? chosen.map((file) => ({ files: [file], seconds: 0 })) : testPlan().others;
    console.log(
      `\n${chosen.length > 0 ? 'The chosen files' : 'What needs a database, a queue or a browser'}`,
    );
    const env = { ...process.env, ...services.env, CHROMIUM_PATH: chromium };
    return await runTests(runs, JOBS, { env, signal, onFile });
  } finally {
    await services.stop();
  }
}

let count = NOTHING;
try {
  prepareTap();
  if (chosen.length === 0) count = await runQuick();
  if (count.failed === 0 && !options.quick && !signal.aborted) count = sum(count, await runOthers());
  if (count.failed === 0 && options.deep && chosen.length === 0 && !signal.aborted) {
    console.log('\nEverything fails');
    count = sum(count, await runProgram(process.execPath, [join(import.meta.dirname, 'faults.ts')]));
    console.log('\nSeeded faults');
    count = sum(count, await runProgram(process.execPath, [join(import.meta.dirname, 'mutants.ts')]));
    console.log('\nSpeed on a phone');
    count = sum(count, await runProgram(process.execPath, [join(import.meta.dirname, 'speed.ts')]));
  }
} catch (error) {
  if (!signal.aborted) console.error(error instanceof StartError ? error.message : error);
  count = { ...count, failed: count.failed + 1 };
}
if (signal.aborted) console.error('Interrupted.');
if (options.remember && count.failed === 0)
  writeFileSync(
    DURATIONS,
    `${JSON.stringify(Object.fromEntries(Object.entries(seconds).sort()), null, 2)}\n`,
  );
const { passed, failed, skipped } = count;
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 || signal.aborted ? 1 : 0);
