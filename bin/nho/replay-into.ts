import {
  partitionRanges,
  requireThisLog,
  UnreachedPositionError,
} from '../../core/log/export/export-events.ts';
import { type Position, parsePositions } from '../../core/log/position.ts';
import { LogGapError } from '../../core/log/read.ts';
import { Rebuilding } from '../../core/log/rebuilding/rebuilding.ts';
import { findSchema, SHADOW_PREFIX } from '../../core/log/rebuilding/shadow-tables.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';
import { countOption, momentOption } from './option-values.ts';

export const INTO_OPTIONS = {
  into: { type: 'string', help: 'a new schema for the projections’ tables' },
  until: { type: 'string', help: 'only events recorded before this time' },
  position: { type: 'string', help: 'with --into: only events up to these positions, such as 0-120,1-88' },
  force: { type: 'boolean', help: 'with --into: replaces what an earlier replay has put there' },
  concurrency: { type: 'string', help: 'with --into: partitions at once, default one for each core' },
} as const satisfies NhoCommand['options'];

/** Of Postgres, of ours and of the queue. */
const RESERVED = new RegExp(`^(pg_.*|information_schema|public|bullmq|${SHADOW_PREFIX}.*)$`);

/** Builds the projections as of a time or position in a schema of their own. Nothing live is touched. */
export async function replayInto(context: NhoContext): Promise<number> {
  const { databaseUrl, options, words, progress, result, signal } = context;
  if (words.length) throw new StartError(`replay takes no words, such as "${words[0]}".`);
  const schema = await schemaOf(context);
  const until = await endOf(context);
  const concurrency = countOption('concurrency', options.concurrency);
  const rebuilding = await Rebuilding.begin({
    databaseUrl,
    projections,
    ...(concurrency && { concurrency }),
    until,
    onProgress: (share) => progress('Replaying', share),
    signal,
  });
  try {
    await rebuilding.build();
    signal.throwIfAborted();
    await rebuilding.keep(schema);
  } catch (error) {
    if (error instanceof LogGapError) throw new StartError(`The log is damaged: ${error.message}.`);
    throw error;
  } finally {
    await rebuilding.close();
  }
  const events = until.reduce((sum, { position }) => sum + position, 0);
  const tables = projections.flatMap((projection) => projection.tables);
  result(`${events} events. Schema ${schema} has ${tables.join(', ')}.`, { schema, events, tables });
  return 0;
}

async function schemaOf({ database, options }: NhoContext): Promise<string> {
  const schema = String(options.into);
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StartError(`--into ${schema}: a name of small letters, digits and _ is needed.`);
  if (RESERVED.test(schema)) throw new StartError(`--into ${schema}: this schema is not yours to use.`);
  const found = await findSchema(database.pool, schema);
  if (found === 'other')
    throw new StartError(`--into ${schema}: there is a schema of this name, and no replay has made it.`);
  if (found === 'kept' && !options.force)
    throw new StartError(`--into ${schema}: there is a schema of this name; --force replaces it.`);
  return schema;
}

/** The last position of each partition to be taken in. */
async function endOf({ config, database, options }: NhoContext): Promise<Position[]> {
  if (options.until !== undefined && options.position !== undefined)
    throw new StartError('Either --until or --position.');
  for (const name of ['class', 'deck', 'since'])
    if (options[name] !== undefined) throw new StartError(`--${name} belongs to --scheduler.`);
  const until = momentOption('until', options.until, config.APP_TIME_ZONE);
  const ranges = await partitionRanges(database.pool, { until });
  if (typeof options.position !== 'string')
    return ranges.map(({ partition, head }) => ({ partition, position: head }));
  const positions = parsePositions(options.position);
  if (!positions) throw new StartError(`--position ${options.position}: not positions such as 0-120,1-88.`);
  try {
    requireThisLog(positions, ranges);
  } catch (error) {
    if (!(error instanceof UnreachedPositionError)) throw error;
    throw new StartError(
      `--position ${options.position}: ${error.message}. These positions are another log's.`,
    );
  }
  for (const { partition, position } of positions) {
    const last = ranges.find((range) => range.partition === partition)?.last ?? 0;
    if (position > last)
      throw new StartError(
        `--position ${options.position}: partition ${partition} has come to ${last}, not to ${position}.`,
      );
  }
  return positions;
}
