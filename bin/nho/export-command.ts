import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { eventRegister } from '../../core/events.ts';
import { exportChunks } from '../../core/log/export/export-chunks.ts';
import { type ExportPlan, planExport, UnreachedPositionError } from '../../core/log/export/export-events.ts';
import { exportSchema } from '../../core/log/export/exported-lines.ts';
import { Pseudonyms } from '../../core/log/export/pseudonyms.ts';
import { LogExportFormat } from '../../core/log/log.schema.ts';
import { formatPosition, parsePositions } from '../../core/log/position.ts';
import { LogGapError } from '../../core/log/read.ts';
import { StartError } from '../command/start-error.ts';
import { asSentence, idOption, momentOption, type NhoCommand, type NhoContext } from './nho-command.ts';

/** Where an export is written. */
interface ExportTarget {
  isFile: boolean;
  /** Resolves when more may be written. Rejects with a StartError when it cannot be. */
  write(chunk: string | Buffer, signal?: AbortSignal): Promise<void>;
  /** True when the reader of a pipe has gone away, as `head` does: no error, but nothing more to do. */
  isGone(): boolean;
  end(): Promise<void>;
}

/** A new file, or standard output. Throws a StartError for a file that exists or cannot be made. */
export async function openTarget(file: string | boolean | undefined): Promise<ExportTarget> {
  const isFile = typeof file === 'string';
  const stream: Writable = isFile ? createWriteStream(file, { flags: 'wx' }) : process.stdout;
  let failure: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    failure ??= error;
  });
  const isGone = () => !isFile && failure?.code === 'EPIPE';
  const assertWritable = (): void => {
    if (!failure || isGone()) return;
    if (failure.code === 'EEXIST') throw new StartError(`${file} exists already.`);
    throw new StartError(`${isFile ? file : 'Standard output'} cannot be written: ${failure.message}`);
  };
  const settled = async (happened: Promise<unknown>): Promise<void> => {
    await happened.catch(() => {});
    assertWritable();
  };
  if (isFile) await settled(once(stream, 'open'));
  return {
    isFile,
    isGone,
    async write(chunk, signal) {
      if (failure || stream.write(chunk)) assertWritable();
      else await settled(once(stream, 'drain', { signal }));
    },
    async end() {
      if (!isFile) return;
      stream.end();
      await settled(finished(stream));
    },
  };
}

const LENGTH_MIN = 32;

/** The key in a file; it is made, readable by its owner alone, when there is none. */
async function pseudonymKey(file: string): Promise<string> {
  try {
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`The key file ${file} cannot be made: ${(error as Error).message}`);
  }
  const key = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: Error) => {
      throw new StartError(`The key file ${file} cannot be read: ${error.message}`);
    },
  );
  if (key.length < LENGTH_MIN)
    throw new StartError(
      `The key in ${file} is shorter than ${LENGTH_MIN} characters, so it could be guessed.`,
    );
  return key;
}

const DAMAGED = 1;
const INTERRUPTED = 130;

export const exportCommand: NhoCommand = {
  usage: 'export [options]',
  summary: 'Writes the events of the log, to standard output or a file.',
  options: {
    format: { type: 'string', help: 'ndjson (one JSON object a line), csv or parquet; default ndjson' },
    since: { type: 'string', help: 'only events recorded at this time or later' },
    until: { type: 'string', help: 'only events recorded before this time' },
    class: { type: 'string', help: 'only students who are approved in the class of this id' },
    deck: { type: 'string', help: 'only events of the deck of this id' },
    after: { type: 'string', help: 'only what follows these positions, as an earlier export told them' },
    pseudonymous: { type: 'boolean', help: "keyed pseudonyms in place of the students' numbers" },
    'key-file': { type: 'string', help: 'the key of the pseudonyms; made when it does not exist' },
    out: { type: 'string', help: 'a file that does not exist yet; default standard output' },
    schema: { type: 'boolean', help: 'instead prints the JSON Schema of an exported event' },
  },
  run,
};

async function run(context: NhoContext): Promise<number> {
  const { options, words } = context;
  if (words.length) throw new StartError(`export takes no words, such as "${words[0]}".`);
  if (options.schema) {
    const schema = exportSchema(eventRegister);
    context.result(JSON.stringify(schema, undefined, 2), schema);
    return 0;
  }
  const format = formatOf(options.format);
  const plan = await planOf(context);
  const pseudonyms = await pseudonymsOf(context);
  const target = await openTarget(options.out);
  let events = 0;
  let failure: unknown;
  try {
    let read = 0;
    const { pool } = context.database;
    for await (const part of exportChunks(pool, plan, format, { pseudonyms, signal: context.signal })) {
      if (part.chunk.length) await target.write(part.chunk, context.signal);
      if (target.isGone()) break;
      for (const { partition, position } of part.reached) plan.reached.set(partition, position);
      events += part.events;
      read += part.read;
      if (part.read) context.progress('export', read / plan.total);
    }
  } catch (error) {
    failure = error;
  }
  await target.end().catch((error: unknown) => {
    failure ??= error;
  });
  if (target.isGone()) return 0;
  // When writing has failed, nobody knows which lines are there.
  if (!(failure instanceof StartError)) reportExport(context, events, plan, target);
  if (context.signal.aborted) return INTERRUPTED;
  if (failure instanceof LogGapError) {
    context.say(`The log is damaged: ${failure.message}.`);
    return DAMAGED;
  }
  if (failure) throw failure;
  return 0;
}

const FORMATS = LogExportFormat.anyOf.map((format) => format.const);

function formatOf(given: string | boolean | undefined = 'ndjson'): LogExportFormat {
  const format = FORMATS.find((name) => name === given);
  if (!format) throw new StartError(`--format ${given}: there are ndjson, csv and parquet.`);
  return format;
}

async function planOf({ options, config, database }: NhoContext): Promise<ExportPlan> {
  const after = typeof options.after === 'string' ? parsePositions(options.after) : [];
  if (!after) throw new StartError(`--after ${options.after}: not positions such as 0-120,1-88.`);
  const filter = {
    since: momentOption('since', options.since, config.APP_TIME_ZONE),
    until: momentOption('until', options.until, config.APP_TIME_ZONE),
    classId: idOption('class', options.class),
    deckId: idOption('deck', options.deck),
    after,
    withoutErased: options.pseudonymous === true,
  };
  try {
    return await planExport(database.pool, filter);
  } catch (error) {
    if (error instanceof UnreachedPositionError)
      throw new StartError(`--after ${options.after}: ${error.message}. These positions are another log's.`);
    throw asSentence(error, options);
  }
}

async function pseudonymsOf({ options }: NhoContext): Promise<Pseudonyms | undefined> {
  const file = options['key-file'];
  if (!options.pseudonymous) {
    if (file === undefined) return undefined;
    throw new StartError('--key-file belongs to --pseudonymous.');
  }
  if (typeof file !== 'string') throw new StartError('--pseudonymous needs --key-file FILE.');
  return new Pseudonyms(await pseudonymKey(file));
}

/** Reports what was exported and where the next export goes on; beside the events when they take standard output. */
function reportExport(
  { say, result, options }: NhoContext,
  events: number,
  plan: ExportPlan,
  target: ExportTarget,
): void {
  const positions = [...plan.reached].filter(([, position]) => position > 0);
  const after = positions
    .map(([partition, position]) =>
      formatPosition({ partition, position, epoch: plan.epochs.get(partition) }),
    )
    .join();
  const goOn = after && ` The next export goes on with --after ${after}`;
  const leftOut = plan.leftOut ? ` ${plan.leftOut} events of erased students were left out.` : '';
  const text = `${events} events.${leftOut}${goOn}`;
  const value = { events, after, ...(options.pseudonymous && { left_out: plan.leftOut }) };
  if (target.isFile) result(text, value);
  else say(options.json ? JSON.stringify(value) : text);
}
