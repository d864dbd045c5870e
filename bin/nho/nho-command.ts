import type { ParseArgsOptionsConfig } from 'node:util';
import type { Database } from '../../core/database.ts';
import type { Config } from '../../core/process/config.ts';

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
