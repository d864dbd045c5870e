/**
 * Tests the tests: makes one place of the product wrong after the other, in a copy. Runs the tests that should notice.
 * Fails when a fault is noticed by none, or by no more than a time-out.
 *
 * - NAME …: only mutants whose area, name or file contains one of these words.
 * - --shard N/M: of them only each M-th, from the N-th on.
 * - --report FILE: writes a report in Markdown.
 * - --results FOLDER: keeps there how each one ended, and tries none again that is kept of this version. A report takes in
 *   all that is kept.
 * - --one: one at a time instead of two, for a machine that has else to do.
 */
import { mkdtempSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KeptResults } from './check/kept-results.ts';
import { neededProgram, REDIS } from './check/needed-program.ts';
import { writeReport } from './check/report.ts';
import { prepareTap } from './check/test-run.ts';
import { FOLDER_PREFIX, OWNER_FILE, startTestServices, type TestServices } from './check/test-services.ts';
import { interruption } from './command/processes.ts';
import { ensureClient } from './launcher/client-build.ts';
import type { Mutant } from './mutants/mutant.ts';
import { chosenMutants, mutantsByArea, shardOf } from './mutants/mutant-list.ts';
import { countText, isNoticed, mutantsReport, noticedBy, WORDS } from './mutants/mutants-report.ts';
import { TreeCopy, type TriedMutant, tryMutant } from './mutants/try-mutant.ts';

const signal = interruption();

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    shard: { type: 'string' },
    report: { type: 'string' },
    results: { type: 'string' },
    one: { type: 'boolean' },
  },
});

/** Prints a line for a mutant that has been tried. Adds all that the tests said unless an assertion noticed it. */
function show(tried: TriedMutant, place: string): void {
  const { mutant, outcome, seconds, output } = tried;
  if (outcome.kind === 'hung' || outcome.kind === 'broken') console.log(output);
  console.log(`${place} ${WORDS[outcome.kind]}: ${mutant.name} (${mutant.file}), ${seconds.toFixed(0)} s`);
  if (outcome.failure) console.log(`    by ${noticedBy(tried)}`);
}

/** Tries them, at most two at a time, each in a copy below `folder`. Returns them in their order. */
async function tryAll(
  mutants: Mutant[],
  { folder, services, kept }: { folder: string; services: TestServices; kept: KeptResults<TriedMutant> },
): Promise<TriedMutant[]> {
  const tried = mutants.map(({ name }) => kept.get(name));
  const waiting = [...mutants.entries()].filter(([index]) => !tried[index]);
  if (waiting.length < mutants.length) console.log(`${mutants.length - waiting.length} of them are kept`);
  const work = async (_: unknown, side: number): Promise<void> => {
    const copy = await TreeCopy.make(join(folder, String(side)));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, mutant] = next;
      const done = await tryMutant(copy, mutant, { services, signal });
      tried[index] = done;
      kept.set(mutant.name, done);
      show(done, `[${index + 1}/${mutants.length}]`);
    }
  };
  const sides = Array.from({ length: Math.min(options.one ? 1 : 2, waiting.length) }, work);
  // All of them have let go of their copy before it is removed.
  await Promise.allSettled(sides);
  await Promise.all(sides);
  return tried as TriedMutant[];
}

// With the tests' prefix: should this process be killed, the next run of any tests removes the folder.
const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
let isFine = false;
try {
  await writeFile(join(folder, OWNER_FILE), String(process.pid));
  await chmod(folder, 0o711); // Root's Postgres, another user, must pass through.
  const listed = chosenMutants(await mutantsByArea(), words);
  const mutants = options.shard ? shardOf(listed, options.shard) : listed;
  prepareTap();
  await ensureClient({ signal, log: console.log });
  const begun = performance.now();
  console.log(`Trying ${mutants.length} mutants`);
  const services = await startTestServices(neededProgram(REDIS));
  const kept = new KeptResults<TriedMutant>(options.results);
  let tried: TriedMutant[];
  try {
    tried = await tryAll(mutants, { folder, services, kept });
  } finally {
    await services.stop();
  }
  const minutes = (performance.now() - begun) / 60_000;
  console.log(`\n${countText(tried)}, in ${minutes.toFixed(0)} minutes`);
  if (options.report) {
    const known = listed.flatMap(
      ({ name }) => tried.find((one) => one.mutant.name === name) ?? kept.get(name) ?? [],
    );
    writeReport(options.report, (date) => mutantsReport(known, { listed: listed.length, date, minutes }));
  }
  isFine = tried.every(isNoticed);
} catch (error) {
  if (signal.aborted) console.error('Interrupted.');
  else console.error(error);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(isFine ? 0 : 1);
