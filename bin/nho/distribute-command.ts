import { DistributingError, distribute } from '../../core/distributing.ts';
import { isTransient } from '../../core/postgres/postgres-error.ts';
import { StartError } from '../command/start-error.ts';
import { grantRights } from '../postgres/database-roles.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';
import { alone } from './stopped-database.ts';

/** For a school that one PostgreSQL is too small for. */
export const distributeCommand: NhoCommand = {
  usage: 'distribute',
  summary: 'On Citus, while Nhớ is stopped: lays the log and what is computed from it over its servers.',
  options: {
    shards: {
      type: 'string',
      help: 'in so many shards (a power of two), each with a few partitions; else an eighth of these',
    },
  },
  whileStopped: true,
  run,
};

async function run(context: NhoContext): Promise<number> {
  const { config, database, options, words, say, result } = context;
  if (words.length) throw new StartError(`distribute takes no words, such as "${words[0]}".`);
  const shards = options.shards === undefined ? undefined : Number(options.shards);
  if (shards !== undefined && !(shards >= 1 && shards <= 256 && Number.isInteger(Math.log2(shards))))
    throw new StartError(`--shards ${options.shards}: not a power of two from 1 to 256.`);
  const onStep = (step: string, number: number, of: number) => say(`${number} of ${of}: ${step} …`);
  try {
    const done = await alone(context, (programs) =>
      distribute(database.pool, { shards, ...programs, onStep }),
    );
    // Citus makes sequences of its own in the place of those that roles had rights on.
    const app = config.MIGRATE_DATABASE_URL ? config.DATABASE_URL : undefined;
    await grantRights(database.pool, { app, read: config.READ_DATABASE_URL }).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      throw new StartError(
        `The log is distributed. Its roles have not all rights yet (${(error as Error).message}): Nhớ gives them when it starts.`,
      );
    });
    result(
      `The log lies on ${done.servers} servers: ${done.partitions} partitions in ${done.shards} shards.`,
      done,
    );
    return 0;
  } catch (error) {
    if (error instanceof DistributingError)
      throw new StartError(
        `${error.message} ${error.isUndecided ? 'Whether all was done is not known: do it again, and it says so.' : 'Nothing was changed.'}`,
      );
    throw error;
  }
}
