import type { Config } from './config.ts';

type Environment = Record<string, string | undefined>;

/** What belongs to the machine: where programs, folders, languages and the database's own settings are. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LANG|LC_.+|TZ|TMPDIR|TMP|TEMP|SystemRoot|NODE_.+|SSL_CERT_.+|PG.+)$/i;

/** Where the SDK of the storage looks for its credentials. */
const OF_THE_STORAGE = /^AWS_/;

export interface ChildNeeds {
  settings: readonly (keyof Config)[];
  withStorage?: boolean;
}

/**
 * Returns the environment of a process that does one thing: without the tokens' key or any other secret it does not
 * use.
 */
export const childEnvironment = (env: Environment, { settings, withStorage }: ChildNeeds): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        settings.includes(name as keyof Config) ||
        OF_THE_MACHINE.test(name) ||
        (withStorage && OF_THE_STORAGE.test(name)),
    ),
  );
