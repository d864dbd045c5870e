import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '../../core/contract/errors.ts';
import type { Database } from '../../core/database.ts';
import { LogGapError } from '../../core/log/read.ts';
import { type Config, ownersDatabaseUrl } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';
import { readPostmasterFile } from '../postgres/embedded-database.ts';

/**
 * Returns the database to work on, as its owner: that of the settings, else the embedded one of DATA_DIR. The
 * embedded one runs only while Nhớ does.
 */
export async function databaseAddress(config: Config): Promise<string> {
  if (config.DATABASE_URL) return ownersDatabaseUrl(config);
  const folder = resolve(config.DATA_DIR);
  const port = readPostmasterFile(join(folder, 'postgres'))?.port;
  if (!port)
    throw new StartError(`Nhớ is not running on ${folder}: start it, or set DATABASE_URL or DATA_DIR.`);
  const secrets = await readFile(join(folder, 'secrets.json'), 'utf8');
  const { database_password } = JSON.parse(secrets) as { database_password: string };
  return `postgres://nho:${encodeURIComponent(database_password)}@127.0.0.1:${port}/nho`;
}

type Given = string | boolean | undefined;

/**
 * Returns an option's moment, undefined when absent: ISO 8601 with an offset, or a local date or time in `timeZone`.
 */
export function momentOption(name: string, given: Given, timeZone: string): Date | undefined {
  if (typeof given !== 'string') return undefined;
  try {
    return new Date(Temporal.Instant.from(given).epochMilliseconds);
  } catch {
    // Not with an offset.
  }
  try {
    return new Date(Temporal.PlainDateTime.from(given).toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    throw new StartError(
      `--${name} ${given}: not a time such as 2026-03-01, 2026-03-01T04:00 or 2026-03-01T04:00:00+07:00.`,
    );
  }
}

/** An option's number of things at once, 1 to 16; undefined when it is absent. */
export function countOption(name: string, given: Given): number | undefined {
  if (typeof given !== 'string') return undefined;
  if (!/^([1-9]|1[0-6])$/.test(given))
    throw new StartError(`--${name} ${given}: not a whole number from 1 to 16.`);
  return Number(given);
}

/** An option's id; undefined when it is absent. */
export function idOption(name: string, given: Given): number | undefined {
  if (typeof given !== 'string') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(given) || Number(given) > 0x7fffffff)
    throw new StartError(`--${name} ${given}: not an id.`);
  return Number(given);
}

/** An error that a command's options or the log have led to, as a sentence; any other one as it is. */
export function asSentence(error: unknown, { class: classId }: NhoContext['options']): unknown {
  if (error instanceof AppError && error.code === 'class_not_found')
    return new StartError(`--class ${classId}: there is no such class.`);
  return error instanceof LogGapError ? new StartError(`The log is damaged: ${error.message}.`) : error;
}

/** What a command works with. */
export interface NhoContext {
  config: Config;
  database: Database;
  databaseUrl: string;
  /** As the database knows this program. */
  programName: string;
  /** The options that were given, by name. */
  options: Record<string, string | boolean | undefined>;
  /** What was given besides the options. */
  words: string[];
  /** A line for people, on standard error: standard output belongs to results. */
  say(line: string): void;
  /** Shows how far long work is, 0 to 1, on a terminal only. */
  progress(label: string, share: number): void;
  /** The command's result: `text` for people, `value` as JSON with --json. */
  result(text: string, value: unknown): void;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** One command of `nho`. */
export interface NhoCommand {
  /** As it is typed, with its words: `verify [projection…]`. */
  usage: string;
  /** A sentence. */
  summary: string;
  /** Each option with what it means. `--json` and `--help` are everybody's. */
  options: Record<string, ParseArgsOptionsConfig[string] & { help: string }>;
  /** It needs nobody else at work, and takes the database of an earlier version as well. */
  whileStopped?: boolean;
  /**
   * Returns the exit code: 0 done, 1 a finding (such as a difference). Throws a StartError for what cannot be meant.
   */
  run(context: NhoContext): Promise<number>;
}
