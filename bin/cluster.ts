/**
 * Starts an engine of several servers, and breaks it while the product is in use there. The engine comes from the
 * machine's packages; nothing of it belongs to the product. Exits with 1 when anything was lost, doubled or
 * wrong, and with 2 when the engine is not there.
 *
 * - --part NAME: which engine. Default citus.
 * - --only NAME,NAME: these steps of it.
 * - --quick: light load, and nothing is written to the disk for good.
 * - --seed N: the moments and targets of that seed; else by chance.
 * - --archive FILE: the engine's own files, where no package has them; CITUS_ARCHIVE names them as well.
 * - --postgres FOLDER: PostgreSQL 15 with its `bin` and `lib`. Default where Debian has it, installed when we may.
 * - --report FILE: writes a report in Markdown.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { interruption } from './command/processes.ts';
import { StartError } from './command/start-error.ts';

/** What test/cluster/program/cluster-program.ts exports: bin imports no tests, and reads it when it runs. */
interface ClusterProgram {
  /** Resolves with the exit code. */
  runCluster(options: {
    part: string;
    only?: string[];
    isQuick: boolean;
    seed: number;
    archive?: string;
    postgres?: string;
    report?: string;
    command: string;
    signal: AbortSignal;
    log: (line: string) => void;
  }): Promise<number>;
}

const signal = interruption();

/** A whole number from 1 on. Throws a StartError. */
function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new StartError(`--${name} must be a whole number from 1 on`);
  return Number(text);
}

let code = 1;
try {
  const { values: options } = parseArgs({
    options: {
      part: { type: 'string', default: 'citus' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      archive: { type: 'string' },
      postgres: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const { part, only, quick, postgres, report } = options;
  const archive = options.archive ?? (process.env.CITUS_ARCHIVE || undefined);
  const seed = options.seed ? wholeNumber('seed', options.seed) : randomInt(1, 2 ** 31);
  const words = [`--part ${part}`, `--seed ${seed}`, only && `--only ${only}`, quick && '--quick'];
  const path = join(import.meta.dirname, '../test/cluster/program/cluster-program.ts');
  const { runCluster } = (await import(path)) as ClusterProgram;
  code = await runCluster({
    part,
    isQuick: quick,
    seed,
    ...(only && { only: only.split(',') }),
    ...(archive && { archive }),
    ...(postgres && { postgres }),
    ...(report && { report }),
    command: `npm run test:cluster -- ${words.filter(Boolean).join(' ')}`,
    signal,
    log: console.log,
  });
} catch (error) {
  const isOurs =
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS_');
  console.error(isOurs ? (error as Error).message : error);
}
process.exit(code);
