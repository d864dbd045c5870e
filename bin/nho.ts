/** Operators' and analysts' commands on the log: `npm run nho -- COMMAND …`. */
import { parseArgs } from 'node:util';
import { missingMigrations, openDatabase } from '../core/database.ts';
import { requireKnownDatabase } from '../core/postgres/newer-database.ts';
import { type Config, loadConfig } from '../core/process/config.ts';
import { SENTENCES } from '../core/process/process-end.ts';
import { StartError } from './command/start-error.ts';
import { distributeCommand } from './nho/distribute-command.ts';
import { eraseCommand } from './nho/erase-command.ts';
import { exportCommand } from './nho/export-command.ts';
import { importEventsCommand } from './nho/import-events-command.ts';
import { mailTestCommand } from './nho/mail-test-command.ts';
import { migrationsCommand } from './nho/migrations-command.ts';
import { newEpochCommand } from './nho/new-epoch-command.ts';
import { databaseAddress, type NhoCommand, type NhoContext } from './nho/nho-command.ts';
import { optimizeCommand } from './nho/optimize-command.ts';
import { parkedCommand } from './nho/parked-command.ts';
import { passwordCommand } from './nho/password-command.ts';
import { processesCommand } from './nho/processes-command.ts';
import { rebuildCommand, verifyCommand } from './nho/rebuild-command.ts';
import { repartitionCommand } from './nho/repartition-command.ts';
import { replayCommand } from './nho/replay-command.ts';
import { openStoppedDatabase } from './nho/stopped-database.ts';

const COMMANDS: Record<string, NhoCommand> = {
  verify: verifyCommand,
  rebuild: rebuildCommand,
  replay: replayCommand,
  processes: processesCommand,
  parked: parkedCommand,
  export: exportCommand,
  'import-events': importEventsCommand,
  optimize: optimizeCommand,
  'new-epoch': newEpochCommand,
  repartition: repartitionCommand,
  distribute: distributeCommand,
  password: passwordCommand,
  erase: eraseCommand,
  'mail-test': mailTestCommand,
  migrations: migrationsCommand,
};

const SHARED = {
  json: { type: 'boolean', help: 'the result as JSON' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
} as const;

/** Exit codes beside a command's own. */
const MISUSED = 2;
const INTERRUPTED = 130;

const PROGRAM_NAME = 'nho command';

const BAR_WIDTH = 30;

function bar(share: number): string {
  const done = Math.floor(Math.min(1, share) * BAR_WIDTH);
  return `${'█'.repeat(done)}${'░'.repeat(BAR_WIDTH - done)} ${Math.floor(share * 100)} %`;
}

function overview(): string {
  const rows = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'npm run nho -- COMMAND …',
    '',
    ...rows,
    '',
    'COMMAND --help tells its options.',
    'Exit codes: 0 done, 1 something was found, 2 misuse or failure, 130 interrupted.',
  ].join('\n');
}

function helpOf({ usage, summary, options }: NhoCommand): string {
  const all: NhoCommand['options'] = { ...options, ...SHARED };
  const rows = Object.entries(all).map(([name, option]) => {
    const given = `--${name}${option.type === 'string' ? ` ${name.toUpperCase()}` : ''}`;
    return `  ${given.padEnd(24)} ${option.help}`;
  });
  return [`npm run nho -- ${usage}`, '', summary, '', ...rows].join('\n');
}

function read(command: NhoCommand, args: string[]) {
  try {
    return parseArgs({ args, options: { ...command.options, ...SHARED }, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

async function main([name = '', ...args]: string[], signal: AbortSignal): Promise<number> {
  if (name === '' || name === '--help' || name === '-h') {
    console.log(overview());
    return name === '' ? MISUSED : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new StartError(`There is no command "${name}".\n\n${overview()}`);
  const given = read(command, args);
  if (given.values.help) {
    console.log(helpOf(command));
    return 0;
  }
  const config = loadConfig(process.env);
  if (!command.whileStopped) return perform(command, given, config, await databaseAddress(config), signal);
  const { databaseUrl, close } = await openStoppedDatabase(config);
  return perform(command, given, config, databaseUrl, signal).finally(close);
}

async function perform(
  command: NhoCommand,
  { values, positionals }: ReturnType<typeof read>,
  config: Config,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<number> {
  const database = await openDatabase(databaseUrl, {
    connections: config.DATABASE_POOL,
    name: PROGRAM_NAME,
  });
  try {
    await requireKnownDatabase(database.pool);
    const missing = command.whileStopped ? [] : await missingMigrations(database.pool);
    if (missing.length)
      throw new StartError(
        `The database is not up to date (${missing.join(', ')}): start Nhớ of this version on it first.`,
      );
    const isTerminal = process.stderr.isTTY;
    const context: NhoContext = {
      config,
      database,
      databaseUrl,
      programName: PROGRAM_NAME,
      options: values as NhoContext['options'],
      words: positionals,
      say: (line) => console.error(line),
      progress: (label, share) => {
        if (isTerminal) process.stderr.write(`\r\x1b[K${label} ${bar(share)}${share >= 1 ? '\n' : ''}`);
      },
      result: (text, value) => console.log(values.json ? JSON.stringify(value) : text),
      signal,
    };
    return await command.run(context);
  } finally {
    await database.close();
  }
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    interruption.abort();
  });

try {
  process.exitCode = await main(process.argv.slice(2), interruption.signal);
} catch (error) {
  if (interruption.signal.aborted) process.exitCode = INTERRUPTED;
  else {
    const isSentence = [StartError, ...SENTENCES].some((kind) => error instanceof kind);
    const { message, stack } = error as Error;
    console.error(isSentence ? message : stack);
    process.exitCode = MISUSED;
  }
}
