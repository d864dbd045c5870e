import { type Projection, projectionsWithFollowed, unknownProjections } from '../../core/log/projection.ts';
import { LogGapError } from '../../core/log/read.ts';
import { Rebuilding } from '../../core/log/rebuilding/rebuilding.ts';
import { RebuildingError } from '../../core/log/rebuilding/shadow-tables.ts';
import type { Difference } from '../../core/log/rebuilding/table-differences.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../command/start-error.ts';
import { countOption, type NhoCommand, type NhoContext } from './nho-command.ts';

const DAMAGED = 1;

const OPTIONS = {
  concurrency: { type: 'string', help: 'partitions at once, default one for each core' },
} as const;

const lineOf = ({ projection, table, side, row }: Difference): string =>
  `${projection}  ${table}  only ${side}  ${JSON.stringify(row)}`;

/** Builds the projections aside from the log, and prints every row in which they differ from the live ones. */
async function rebuild(context: NhoContext, replaces: boolean): Promise<number> {
  const { databaseUrl, words, options, progress, result, say, signal } = context;
  const projections = chosenProjections(words);
  const rebuilding = await Rebuilding.begin({
    databaseUrl,
    projections,
    concurrency: countOption('concurrency', options.concurrency),
    onProgress: (share) => progress('Rebuilding', share),
    signal,
  });
  try {
    await rebuilding.build();
    const { count, rows } = await rebuilding.compare();
    signal.throwIfAborted();
    if (replaces && count > 0) await rebuilding.replace();
    const names = projections.map(({ name }) => name);
    if (rows.length < count) say(`These are the first ${rows.length} of ${count} rows that differ.`);
    const sum =
      count === 0 ? 'no row differs' : `${count} rows differ${replaces ? 'ed and were replaced' : ''}`;
    result([...rows.map(lineOf), `${names.join(', ')}: ${sum}`].join('\n'), {
      projections: names,
      differences: count,
      rows,
    });
    return count === 0 || replaces ? 0 : 1;
  } catch (error) {
    if (error instanceof RebuildingError) throw new StartError(error.message);
    if (!(error instanceof LogGapError)) throw error;
    say(`The log is damaged: ${error.message}.`);
    return DAMAGED;
  } finally {
    await rebuilding.close();
  }
}

export const verifyCommand: NhoCommand = {
  usage: 'verify [projection…]',
  summary:
    'Rebuilds projections aside from the log and prints every difference from live; exit code 1 if any.',
  options: OPTIONS,
  run: (context) => rebuild(context, false),
};

export const rebuildCommand: NhoCommand = {
  usage: 'rebuild [projection…]',
  summary:
    'Rebuilds projections aside from the log while the live ones serve, then puts them in their place.',
  options: OPTIONS,
  run: (context) => rebuild(context, true),
};

/** The projections of these names, or all, each with what it follows, in their order. */
function chosenProjections(names: readonly string[]): readonly Projection[] {
  const [wrong] = unknownProjections(projections, names);
  if (wrong === undefined) return projectionsWithFollowed(projections, names);
  const known = projections.map(({ name }) => name);
  throw new StartError(`There is no projection "${wrong}". There are: ${known.join(', ')}.`);
}
