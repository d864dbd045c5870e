import { formatPosition } from '../../core/log/position.ts';
import { giveNewEpoch } from '../../core/log/timeline.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';
import { alone } from './stopped-database.ts';

/** For a log that has lost its end, after a restore or a failover. */
export const newEpochCommand: NhoCommand = {
  usage: 'new-epoch',
  summary:
    'After a restore, before Nhớ starts: gives the log another epoch, so that positions told before are refused.',
  options: {},
  whileStopped: true,
  run,
};

async function run(context: NhoContext): Promise<number> {
  const { database, result, words } = context;
  if (words.length) throw new StartError(`new-epoch takes no words, such as "${words[0]}".`);
  const ends = await alone(context, (programs) => giveNewEpoch(database.pool, programs));
  const events = ends.reduce((sum, { position }) => sum + position, 0);
  const filled = ends.filter(({ position }) => position > 0).map(formatPosition);
  result(
    `The log has another epoch: positions that were told before are refused from now on. It has ${events} events${filled.length ? `, up to ${filled.join()}` : ''}.`,
    { partitions: ends.length, events, positions: filled.join() },
  );
  return 0;
}
