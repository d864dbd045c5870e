/**
 * The whole check: types, format and lint, then every test, with a database and a Redis of its own. Stops after the
 * first stage that fails. With arguments, only those test files.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { neededProgram } from './check/needed-program.ts';
import { type Count, NOTHING, prepareTap, runTap, sum } from './check/tap-run.ts';
import { startTestServices, type TestServices } from './check/test-services.ts';
import { testStages } from './check/test-stages.ts';
import { ensureClient } from './launcher/client-build.ts';
import { StartError } from './start-error.ts';

const ROOT = join(import.meta.dirname, '..');
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => interruption.abort());
process.channel?.unref();

/** The checks that need nothing running. */
function runProgram(name: string, args: string[]): Count {
  console.log(`\n${[name, ...args].join(' ')}`);
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin', name), args, { cwd: ROOT, stdio: 'inherit' });
  return { ...NOTHING, failed: status === 0 ? 0 : 1 };
}

async function runStages(files: string[]): Promise<Count> {
  const chromium = neededProgram(
    ['chromium', 'chromium-browser', 'google-chrome'],
    'chromium',
    process.env.CHROMIUM_PATH,
  );
  const redis = neededProgram(['redis-server'], 'redis-server');
  const stages = files.length > 0 ? [{ name: 'chosen files', files, jobs: 2 }] : testStages();
  let count = NOTHING;
  if (files.length === 0) {
    count = sum(runProgram('tsc', ['--noEmit']), count);
    if (count.failed === 0) count = sum(runProgram('biome', ['check', '.']), count);
    if (count.failed > 0) return count;
  }
  prepareTap();
  let services: TestServices | undefined;
  try {
    services = await startTestServices(redis);
    // The others never ask for a page.
    if (stages.some((stage) => stage.files.some((file) => /\b(?:api|start|browser)\b/.test(file))))
      await ensureClient({ signal: interruption.signal, log: console.log });
    const env = { ...process.env, ...services.env, CHROMIUM_PATH: chromium };
    for (const stage of stages) {
      if (count.failed > 0 || interruption.signal.aborted) break;
      console.log(`\n${stage.name}`);
      count = sum(count, await runTap(stage, env, interruption.signal));
    }
    return count;
  } finally {
    await services?.stop();
  }
}

let count: Count;
try {
  count = await runStages(process.argv.slice(2));
} catch (error) {
  if (!interruption.signal.aborted) console.error(error instanceof StartError ? error.message : error);
  count = { ...NOTHING, failed: 1 };
}
if (interruption.signal.aborted) console.error('Interrupted.');
console.log(
  `\n${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}`,
);
process.exit(count.failed > 0 || count.passed === 0 || interruption.signal.aborted ? 1 : 0);
