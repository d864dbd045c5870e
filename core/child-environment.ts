import type { Config } from './config.ts';

type Environment = Record<string, string | undefined>;

/** What belongs to the machine: where programs, folders, languages and the database's own settings are. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LANG|LC_.+|TZ|TMPDIR|TMP|TEMP|SystemRoot|NODE_.+|SSL_CERT_.+|PG.+)$/i;

/** Where the SDK of the storage looks for its credentials. */
const OF_THE_STORAGE = /^AWS_/;

const IMPORT_SETTINGS: (keyof Config)[] = [
  'NODE_ENV',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'IMPORT_ARCHIVE_MAX',
  'IMPORT_ENTRIES_MAX',
  'IMPORT_INFLATED_MAX',
  'LOG_LEVEL',
];

/** A rebuild makes and replaces tables, which only their owner may. */
const LOG_RUN_SETTINGS: (keyof Config)[] = ['NODE_ENV', 'DATABASE_URL', 'MIGRATE_DATABASE_URL', 'LOG_LEVEL'];

/** What a process that does one import is given: not the key of the tokens, nor any other secret it has no use for. */
export const importEnvironment = (env: Environment): Environment =>
  pick(
    env,
    (name) =>
      IMPORT_SETTINGS.includes(name as keyof Config) ||
      OF_THE_MACHINE.test(name) ||
      OF_THE_STORAGE.test(name),
  );

/** The same for a process that does one verification or rebuild. */
export const logRunEnvironment = (env: Environment): Environment =>
  pick(env, (name) => LOG_RUN_SETTINGS.includes(name as keyof Config) || OF_THE_MACHINE.test(name));

const pick = (env: Environment, isNeeded: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isNeeded(name)));
