import { StartError } from '../../bin/command/start-error.ts';
import type { NhoCommand, NhoContext } from '../../bin/nho/nho-command.ts';
import { openDatabase } from '../../core/database.ts';
import { loadConfig } from '../../core/process/config.ts';

export interface CommandRun {
  /** As of the process; 2 for what cannot be meant. */
  code: number;
  said: string;
  result: unknown;
}

/** Runs commands on a database as `bin/nho.ts` does with --json, in this process, which is quicker. */
export async function commandRunner(
  t: { teardown(end: () => unknown): void },
  databaseUrl: string,
  env: Record<string, string> = { DATABASE_URL: databaseUrl },
) {
  const database = await openDatabase(databaseUrl, { connections: 4, name: 'nho command' });
  t.teardown(() => database.close());
  const config = loadConfig(env);
  return async (
    command: NhoCommand,
    options: NhoContext['options'],
    ...words: string[]
  ): Promise<CommandRun> => {
    const run: CommandRun = { code: 0, said: '', result: undefined };
    try {
      run.code = await command.run({
        config,
        database,
        databaseUrl,
        programName: 'nho command',
        options: { json: true, ...options },
        words,
        say: (line) => {
          run.said += `${line}\n`;
        },
        progress: () => {},
        result: (_text, value) => {
          run.result = value;
        },
        signal: new AbortController().signal,
      });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      run.code = 2;
      run.said += error.message;
    }
    return run;
  };
}
