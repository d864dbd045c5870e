import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '../start-error.ts';
import { type Count, NOTHING, readCount, sum } from './count.ts';
import { LEAVING } from './leaving.ts';
import type { TestRun } from './test-plan.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Beyond what its files may take each: a process that does not even end for that is ended. */
const PROCESS_MS = 900_000;

/** How long interrupted tests may take to end what they have started. */
const PATIENCE_MS = 10_000;

/**
 * A process that has said that it leaves is gone at once, or never: Node's own threads can wait for each other for ever
 * while it shuts down (https://github.com/nodejs/node/issues/54918). All its tests are over then.
 */
const LEAVING_MS = 20_000;

export interface TestRunOptions {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Called for each file that has ended. */
  onFile?: (file: string, seconds: number, passed: boolean) => void;
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

/**
 * Runs test files in a process of their own and prints a line per file, with all that a failed one said. A process
 * that ends badly, or tests nothing, counts as a failure.
 */
async function runFiles(run: TestRun, { env, signal, onFile }: TestRunOptions): Promise<Count> {
  const script = join(ROOT, 'bin/check/run-files.ts');
  // A process group of its own, so that an interruption can end the tests with all they have started.
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    // A test may take as long as its file: on a busy machine anything may take long.
    env: { TAP_TIMEOUT: '900', ...env, TEST_FILES: run.files.join(' ') },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const limit = setTimeout(endGroup, PROCESS_MS);
  let leavingWith: number | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('close', (code, by) => {
      const end = leavingWith ?? code;
      resolve(end === 0 ? '' : `ended with ${end === null ? by : `exit code ${end}`}`);
    });
  });
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  let count: Count | undefined;
  let said: string[] = [];
  let isTold = false;
  for await (const line of createInterface({ input: child.stdout })) {
    count = readCount(line) ?? count;
    if (line.startsWith(LEAVING)) {
      leavingWith = Number(line.slice(LEAVING.length));
      leaving = setTimeout(signalGroup, LEAVING_MS, 'SIGKILL');
    }
    said.push(line);
    if (line.includes('TEST_SEED=')) console.log(`    ${line.replace(/^[\s#]*/, '')}`);
    const done = /^(not )?ok \d+ - (test\/\S+)(?: # time=([\d.]+)ms)?/.exec(line);
    if (!done) continue;
    const [, failed, file = '', milliseconds = 0] = done;
    const seconds = Number(milliseconds) / 1000;
    onFile?.(file, seconds, !failed);
    console.log(failed ? `${said.join('\n')}\n${complaints}` : `  ✓ ${file} ${seconds.toFixed(1)} s`);
    isTold ||= failed !== undefined;
    said = [];
  }
  const end = await ended;
  clearTimeout(limit);
  clearTimeout(leaving);
  signal.removeEventListener('abort', endGroup);
  const result = count ?? NOTHING;
  if (end === '' && result.passed > 0) return result;
  if (!isTold) console.error([run.files.join(' '), ...said, complaints, `The process ${end}`].join('\n'));
  return result.failed > 0 ? result : { ...result, failed: 1 };
}

/** Runs these so many at a time, in their order. Returns the count of all. */
export async function runTests(runs: TestRun[], jobs: number, options: TestRunOptions): Promise<Count> {
  const waiting = [...runs];
  let count = NOTHING;
  const work = async () => {
    for (let run = waiting.shift(); run && !options.signal.aborted; run = waiting.shift()) {
      const counted = await runFiles(run, options);
      count = sum(count, counted);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return count;
}
