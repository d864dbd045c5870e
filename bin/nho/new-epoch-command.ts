import { formatPosition } from '../../core/log/position.ts';
import { giveNewEpoch, ProgramsRunningError } from '../../core/log/timeline.ts';
import { StartError } from '../command/start-error.ts';
import { userOf } from '../postgres/database-roles.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

/** For a log that has lost its end, after a restore or a failover. */
export const newEpochCommand: NhoCommand = {
  usage: 'new-epoch',
  summary:
    'After a restore, before Nhớ starts: gives the log another epoch, so that positions told before are refused.',
  options: {},
  whileStopped: true,
  run,
};

async function run({ config, database, programName, result, words }: NhoContext): Promise<number> {
  if (words.length) throw new StartError(`new-epoch takes no words, such as "${words[0]}".`);
  const { MIGRATE_DATABASE_URL, DATABASE_URL } = config;
  const appRole = MIGRATE_DATABASE_URL && DATABASE_URL ? userOf(DATABASE_URL) : undefined;
  try {
    const ends = await giveNewEpoch(database.pool, { ownName: programName, appRole });
    const events = ends.reduce((sum, { position }) => sum + position, 0);
    const filled = ends.filter(({ position }) => position > 0).map(formatPosition);
    result(
      `The log has another epoch: positions that were told before are refused from now on. It has ${events} events${filled.length ? `, up to ${filled.join()}` : ''}.`,
      { partitions: ends.length, events, positions: filled.join() },
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ProgramsRunningError)) throw error;
    throw new StartError(
      `Nhớ is running on this database (${error.programs.join(', ')}): stop it first. Nothing was changed.`,
    );
  }
}
