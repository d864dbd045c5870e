import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { failuresOf } from '../check/tap-failures.ts';
import { SHARED_SERVICES, type TestServices } from '../check/test-services.ts';
import type { Mutant } from './mutant.ts';
import { type Outcome, outcomeOf } from './test-outcome.ts';
import type { TreeCopy } from './tree-copy.ts';

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
