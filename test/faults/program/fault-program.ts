import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { matrix } from './fault-matrix.ts';
import { planOf } from './fault-plan.ts';
import { runWorld, type WorldOutcome } from './fault-run.ts';
import { faultsReport, totalsText } from './faults-report.ts';

export interface FaultProgramOptions {
  seed: number;
  depth: 'quick' | 'long';
  rounds: number;
  /** No product is started any more after so many. */
  minutes?: number;
  only?: string[];
  report?: string;
  /** Only this product of the plan, counted from 1; the others in other runs. */
  part?: number;
  /** A folder in which each product's outcome is kept, and from which the report takes those of other runs. */
  results?: string;
  /** The command that does the same again. */
  command: string;
  signal: AbortSignal;
  log: (line: string) => void;
}

const WORDS = [
  'What becomes of the product when its processes, its database, its queue and its lines fail under load. Students answer, ' +
    'take back, and sit exams; an administrator imports decks; all that they are told is written down and compared with the ' +
    'log afterwards. `npm run test:faults` does it; docs/testing.md says how.',
];

/** Runs the plan of the seed and prints, or writes, what came of it. Resolves with whether nothing was violated. */
export async function runFaults(options: FaultProgramOptions): Promise<boolean> {
  const { seed, only, minutes = Number.POSITIVE_INFINITY, signal, log } = options;
  for (const row of only ?? [])
    if (!matrix.some(({ number, how }) => number === row && how === 'shot'))
      throw new Error(`There is no fault ${row} that can be done by itself.`);
  log(`Seed ${seed}: to try the same again, ${options.command}`);
  const begun = performance.now();
  const outcomes: WorldOutcome[] = [];
  const broken: string[] = [];
  for (const [index, plan] of planOf(seed, options).entries()) {
    if (options.part !== undefined && options.part !== index + 1) continue;
    if (signal.aborted || performance.now() - begun > minutes * 60_000) break;
    if (plan.steps.length === 0) continue;
    log(
      `Product ${index + 1}: ${plan.standby ? 'a primary and its standby' : 'one database'}, the queue in ${plan.redis ? 'Redis' : 'PostgreSQL'}`,
    );
    const outcome = await runWorld(plan, { log, signal }).catch((error: unknown) => {
      broken.push(`Product ${index + 1} could not be judged: ${String(error)}`);
      log(`  ${broken.at(-1)}`);
    });
    if (!outcome) continue;
    outcomes.push(outcome);
    log(`  ${totalsText([outcome])}`);
    for (const { invariant, what } of outcome.violations) log(`  ${invariant} ${what}`);
    if (options.results) keep(options.results, index + 1, outcome);
    if (options.report) write(options.report, kept(options.results) ?? outcomes, broken, options);
  }
  log(`\n${totalsText(outcomes)}`);
  return (
    broken.length === 0 &&
    outcomes.length > 0 &&
    outcomes.every(({ violations }) => violations.length === 0) &&
    !signal.aborted
  );
}

/** After each product, so that a run that is ended early has told what it did. */
function write(
  file: string,
  outcomes: WorldOutcome[],
  broken: string[],
  { seed, command }: FaultProgramOptions,
): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, faultsReport(outcomes, { date, seed, command, words: [...WORDS, ...broken] }));
}

function keep(folder: string, product: number, outcome: WorldOutcome): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${product}.json`), JSON.stringify(outcome));
}

/** The outcomes of all runs that were kept in this folder, by the number of the product. */
function kept(folder: string | undefined): WorldOutcome[] | undefined {
  if (folder === undefined || !existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as WorldOutcome);
}
