import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '../start-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const TAP = join(ROOT, 'node_modules/.bin/tap');

/** For one file: a screen's tests on a busy machine take minutes, and a hanging one must still end the run. */
const FILE_SECONDS = 600;

/** How long interrupted tests may take to end what they have started. */
const PATIENCE_MS = 10_000;

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

export function sum(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * tap assembles its test class from plugins at the first run that finds others configured, and uses it from the next
 * run on. The one it comes with has a TypeScript plugin, which Node does without and which fails with TypeScript 7.
 */
export function prepareTap(): void {
  const built = readFileSync(join(ROOT, 'node_modules/@tapjs/test/test-built/dist/esm/index.js'), 'utf8');
  if (!built.includes('@tapjs/typescript')) return;
  const { status, stderr } = spawnSync(process.execPath, [TAP, 'build'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new StartError(`tap could not be built: ${stderr}`);
}

/** tap's own count of all assertions, its last words, as in `# { total: 16, pass: 6, fail: 7, todo: 1, skip: 2 }`. */
export function readCount(line: string): Count | undefined {
  if (!/^# \{ total: \d+/.test(line)) return undefined;
  const of = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1] ?? 0);
  return { passed: of('pass'), failed: of('fail'), skipped: of('skip') + of('todo') };
}

/**
 * Runs the test files, so many at a time, and prints a line per file, with all that a failed one said. A run that ends
 * badly, or tests nothing, counts as a failure.
 */
export async function runTap(
  { files, jobs }: { files: string[]; jobs: number },
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Count> {
  const args = ['run', `--jobs=${jobs}`, `--timeout=${FILE_SECONDS}`, '--reporter=tap', ...files];
  // A process group of its own, so that an interruption can end the tests with all they have started.
  const child = spawn(process.execPath, [TAP, ...args], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
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
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
  let count: Count | undefined;
  let said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    count = readCount(line) ?? count;
    said.push(line);
    const done = /^(not )?ok \d+ - (.*)/.exec(line);
    if (!done) continue;
    console.log(done[1] ? said.join('\n') : `  ✓ ${done[2]}`);
    said = [];
  }
  const code = await ended;
  signal.removeEventListener('abort', endGroup);
  if (!count) console.error(said.join('\n'));
  const result = count ?? NOTHING;
  const sound = code === 0 && result.passed > 0;
  return sound || result.failed > 0 ? result : { ...result, failed: 1 };
}
