import { RepartitioningError, repartition } from '../../core/repartitioning.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';
import { alone } from './stopped-database.ts';

/** For a school that is to outgrow one PostgreSQL: several servers share no more work than there are partitions. */
export const repartitionCommand: NhoCommand = {
  usage: 'repartition',
  summary: 'While Nhớ is stopped: gives the log more partitions; positions given before are refused.',
  options: {
    partitions: { type: 'string', help: 'how many: a power of two up to 256, more than there are' },
  },
  whileStopped: true,
  run,
};

async function run(context: NhoContext): Promise<number> {
  const { database, options, words, progress: onProgress, result } = context;
  if (words.length) throw new StartError(`repartition takes no words, such as "${words[0]}".`);
  if (options.partitions === undefined) throw new StartError('--partitions says how many there are to be.');
  const partitions = Number(options.partitions);
  if (!(partitions >= 2 && partitions <= 256 && Number.isInteger(Math.log2(partitions))))
    throw new StartError(`--partitions ${options.partitions}: not a power of two from 2 to 256.`);
  try {
    const done = await alone(context, (programs) =>
      repartition(database.pool, { partitions, ...programs, onProgress }),
    );
    result(
      `The log has ${done.partitions} partitions in the place of ${done.before}, with the same ${done.events} events. Positions that were given before are refused from now on.`,
      done,
    );
    return 0;
  } catch (error) {
    if (error instanceof RepartitioningError) throw new StartError(`${error.message} Nothing was changed.`);
    throw error;
  }
}
