import { type ChildProcess, spawn } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, failuresOf } from '../check/tap-failures.ts';
import { SHARED_SERVICES, type TestServices } from '../check/test-services.ts';
import { type Mutant, mutated } from './mutant.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = ['dist/web', 'dist/web.stamp'];

/** What is not source: packages, data, and what tools have made. */
const LEFT_OUT = new Set(
  ['.git', '.data', '.tap', 'coverage', 'dist', 'node_modules'].map((name) => join(ROOT, name)),
);

/** A copy of the project in which something may be wrong. It shares the project's packages and has its built client. */
export class TreeCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(folder: string): Promise<TreeCopy> {
    await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path) });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const copy = new TreeCopy(folder);
    await copy.takeClient();
    return copy;
  }

  /** Takes the project's client in the place of one that was built with a fault in it. */
  async takeClient(): Promise<void> {
    for (const part of CLIENT) {
      await rm(join(this.folder, part), { recursive: true, force: true });
      await cp(join(ROOT, part), join(this.folder, part), { recursive: true });
    }
  }

  /** Puts the fault in. The function that is returned puts the place back. */
  async change(mutant: Mutant): Promise<() => Promise<void>> {
    const path = join(this.folder, mutant.file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, mutated(text, mutant));
    return () => writeFile(path, text);
  }
}

export interface Outcome {
  /**
   * `waited`: no assertion failed, but a wait for what never came ended by itself. `hung`: not even that. `broken`: the
   * tests did not begin, or ended without saying what is wrong.
   */
  kind: 'caught' | 'waited' | 'survived' | 'hung' | 'broken';
  /** What noticed it. */
  failure?: Failure;
}

/** What a run of the tests says of a mutant. `isEnded` when it took so long that it was ended. */
export function outcomeOf(
  output: string,
  { passed, isEnded }: { passed: boolean; isEnded: boolean },
): Outcome {
  if (passed) return { kind: 'survived' };
  const failures = failuresOf(output);
  const first = (kind: Failure['kind']) => failures.find((failure) => failure.kind === kind);
  const [assertion, wait, hang] = [first('assertion'), first('wait'), first('hang')];
  if (assertion) return { kind: 'caught', failure: assertion };
  if (wait) return { kind: 'waited', failure: wait };
  return hang || isEnded ? { kind: 'hung', failure: hang } : { kind: 'broken' };
}

/** For all test files of a mutant together. A test that waits in vain says so after one minute. */
const LIMIT_MS = 180_000;

/** How long tests that are ended may take to end what they have started. */
const PATIENCE_MS = 60_000;

export interface TriedMutant {
  mutant: Mutant;
  outcome: Outcome;
  seconds: number;
  /** All that the tests said, when that is not one failed assertion. */
  output: string;
}

/** Only tests in a browser see the client, and only a fault in `web/` is in it. */
const needsClient = ({ file, tests }: Mutant): boolean =>
  file.startsWith('web/') && tests.some((test) => test.startsWith('test/browser/'));

/** What the shared databases were not made with. */
const needsServices = ({ file }: Mutant): boolean => /^(bin|content|migrations)\//.test(file);

/** Whether an assertion has failed, by the lines that are whole. */
const isCaught = (output: string): boolean =>
  failuresOf(output.slice(0, output.lastIndexOf('\n'))).some(({ kind }) => kind === 'assertion');

/** How long a test waits in vain, which is how most mutants are found. */
const TEST_PATIENCE_MS = 60_000;

function startTests(copy: TreeCopy, mutant: Mutant, services: TestServices): ChildProcess {
  const args = [...(needsClient(mutant) ? [] : ['--no-build']), ...mutant.tests];
  const { TEST_DEPTH: _, ...env } = process.env;
  return spawn(process.execPath, [join(copy.folder, 'bin/test.ts'), ...args], {
    cwd: copy.folder,
    env: {
      ...env,
      TEST_PATIENCE_MS: String(TEST_PATIENCE_MS),
      ...(!needsServices(mutant) && { [SHARED_SERVICES]: JSON.stringify(services.env) }),
    },
    // By the channel the tests notice the end of this process, whatever ended it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Runs the mutant's tests in a copy that has its fault, and takes the fault out again. Throws the signal's reason. */
export async function tryMutant(
  copy: TreeCopy,
  mutant: Mutant,
  { services, signal }: { services: TestServices; signal: AbortSignal },
): Promise<TriedMutant> {
  signal.throwIfAborted();
  const begun = performance.now();
  const putBack = await copy.change(mutant);
  try {
    const child = startTests(copy, mutant, services);
    const end = () => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        // One is enough: the other files may have to wait for long.
        if (text.includes('not ok') && isCaught(output)) end();
      });
    let isEnded = false;
    const limit = setTimeout(() => {
      isEnded = true;
      end();
    }, LIMIT_MS);
    signal.addEventListener('abort', end);
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
    clearTimeout(limit);
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
    const outcome = outcomeOf(output, { passed: code === 0, isEnded });
    return { mutant, outcome, seconds: (performance.now() - begun) / 1_000, output };
  } finally {
    await putBack();
    if (needsClient(mutant)) await copy.takeClient();
  }
}
