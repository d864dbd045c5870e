/**
 * Runs every test that proves a row of the checklist of security. Fails when one of them does.
 *
 * - --report FILE: writes a report in Markdown.
 * - --deep: more values, callers and rounds.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { CHROMIUM, neededProgram, REDIS } from './check/needed-program.ts';
import { writeReport } from './check/report.ts';
import { durations } from './check/test-plan.ts';
import { prepareTap, runTests } from './check/test-run.ts';
import { startTestServices } from './check/test-services.ts';
import { interruption } from './command/processes.ts';
import { StartError } from './command/start-error.ts';
import { ensureClient } from './launcher/client-build.ts';
import {
  countText,
  type Figures,
  type Finding,
  type SecurityRow,
  securityReport,
} from './security/security-report.ts';

const signal = interruption();

const { values: options } = parseArgs({
  options: { report: { type: 'string' }, deep: { type: 'boolean' } },
});
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));

async function postgresVersion(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]!.server_version;
}

/** What the tests have noted, a line of JSON each. */
const figuresIn = (file: string): Figures =>
  Object.assign(
    {},
    ...readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );

const {
  SECURITY_ROWS: rows,
  FOUND: found,
  securityFiles,
} = (await import(join(import.meta.dirname, '../test/security/rows.ts'))) as {
  SECURITY_ROWS: SecurityRow[];
  FOUND: Finding[];
  securityFiles(): string[];
};

const folder = mkdtempSync(join(tmpdir(), 'nho-security-'));
const noted = join(folder, 'figures.jsonl');
const files = new Map<string, boolean>();
let isFine = false;
try {
  prepareTap();
  writeFileSync(noted, '');
  const chromium = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);
  const services = await startTestServices(neededProgram(REDIS));
  try {
    await ensureClient({ signal, log: console.log });
    const postgres = await postgresVersion(services.env.TEST_DATABASE_URL);
    const begun = performance.now();
    const known = durations();
    const chosen = securityFiles().sort((a, b) => (known[b] ?? 60) - (known[a] ?? 60));
    const ended = await runTests(
      chosen.map((file) => ({ files: [file], seconds: 0 })),
      Math.max(3, availableParallelism()),
      {
        env: {
          ...process.env,
          ...services.env,
          CHROMIUM_PATH: chromium,
          SECURITY_FIGURES: noted,
          TEST_SEED: seed,
          ...(options.deep && { TEST_DEPTH: 'deep' }),
        },
        signal,
      },
    );
    for (const { files: names, passed } of ended)
      for (const file of names) files.set(file, passed && files.get(file) !== false);
    isFine = ended.every(({ passed }) => passed) && files.size === chosen.length && !signal.aborted;
    console.log(`\n${countText(rows, files)}`);
    const minutes = (performance.now() - begun) / 60_000;
    const depth = options.deep ? 'deep' : 'normal';
    if (options.report && !signal.aborted)
      writeReport(options.report, (date) =>
        securityReport(rows, {
          date,
          seed,
          depth,
          postgres,
          minutes,
          files,
          figures: figuresIn(noted),
          found,
        }),
      );
  } finally {
    await services.stop();
  }
} catch (error) {
  if (signal.aborted) console.error('Interrupted.');
  else console.error(error instanceof StartError ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);
