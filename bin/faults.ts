/**
 * Runs the product as in use, two of each process, and lets everything around it fail. Then compares what users were
 * answered with the log. Fails when anything was lost, doubled, wrong, or too slow to come back.
 *
 * - --seed N: the faults of that seed, in its order and at its moments; else by chance.
 * - --rounds N: so many products, one after the other, each with its database. Default 6, of a quick run 2.
 * - --minutes N: begins no other product after that.
 * - --only F7,F17: these faults.
 * - --quick: few of each, under light load.
 * - --part N --results FOLDER: only the product N of the plan; its outcome is kept there, and a report takes in all that
 *   is there. So a long run can be done by parts.
 * - --report FILE: writes a report in Markdown.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { interruption } from './command/processes.ts';
import { StartError } from './command/start-error.ts';

/** What test/faults/program/fault-program.ts exports: bin imports no tests, and reads it when it runs. */
interface FaultProgram {
  runFaults(options: {
    seed: number;
    depth: 'quick' | 'long';
    rounds: number;
    minutes?: number;
    only?: string[];
    report?: string;
    part?: number;
    results?: string;
    command: string;
    signal: AbortSignal;
    log: (line: string) => void;
  }): Promise<boolean>;
}

const signal = interruption();

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean' },
    report: { type: 'string' },
    part: { type: 'string' },
    results: { type: 'string' },
  },
});

/** A whole number from 1 on. Throws a StartError. */
function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new StartError(`--${name} must be a whole number from 1 on`);
  return Number(text);
}

let isFine = false;
try {
  const { quick, only, report } = options;
  const seed = options.seed ? wholeNumber('seed', options.seed) : randomInt(1, 2 ** 31);
  const rounds = wholeNumber('rounds', options.rounds ?? (quick ? '2' : '6'));
  const words = [`--seed ${seed}`, `--rounds ${rounds}`, only && `--only ${only}`, quick && '--quick'];
  const path = join(import.meta.dirname, '../test/faults/program/fault-program.ts');
  const { runFaults } = (await import(path)) as FaultProgram;
  isFine = await runFaults({
    seed,
    rounds,
    depth: quick ? 'quick' : 'long',
    ...(options.minutes && { minutes: wholeNumber('minutes', options.minutes) }),
    ...(only && { only: only.split(',') }),
    ...(report && { report }),
    ...(options.part && { part: wholeNumber('part', options.part) }),
    ...(options.results && { results: options.results }),
    command: `npm run test:faults -- ${words.filter(Boolean).join(' ')}`,
    signal,
    log: console.log,
  });
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
}
process.exit(isFine ? 0 : 1);
