import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { eventRegister } from '../../core/events.ts';
import { DamagedLineError } from '../../core/log/export/exported-lines.ts';
import { importEvents, LogNotEmptyError } from '../../core/log/export/import-events.ts';
import { formatPosition } from '../../core/log/position.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

const DAMAGED = 1;

export const importEventsCommand: NhoCommand = {
  usage: 'import-events FILE',
  summary:
    'Appends a whole NDJSON export to an empty log. Exit code 1: a line is damaged, nothing was appended.',
  options: {
    'dry-run': { type: 'boolean', help: 'only checks: everything is done and taken back' },
  },
  run,
};

async function run(context: NhoContext): Promise<number> {
  const { options, words, say, result, signal } = context;
  const [file] = words;
  if (!file || words.length > 1) throw new StartError('import-events takes one word: the file.');
  const isDryRun = options['dry-run'] === true;
  const size = await sizeOf(file);
  try {
    const { events, reached, unknownStudents } = await importEvents(
      context.database.pool,
      eventRegister,
      createReadStream(file, { highWaterMark: 1 << 20 }),
      {
        isDryRun,
        signal,
        onProgress: (bytes) => context.progress('import', Math.min(1, bytes / size)),
        afterwards: (client) => client.query('/* afterwards */ select note_cards_deleted_before()'),
      },
    );
    if (unknownStudents) say(`${unknownStudents} students of these events have no account here.`);
    const positions = reached.map(formatPosition).join();
    const done = isDryRun ? 'could be appended' : 'were appended';
    const value = { events, positions, unknown_students: unknownStudents, dry_run: isDryRun };
    result(`${events} events ${done}${positions && `, up to ${positions}`}.`, value);
    return 0;
  } catch (error) {
    if (error instanceof LogNotEmptyError)
      throw new StartError(
        'The log of this installation is not empty: events can be imported into an empty one only.',
      );
    if (!(error instanceof DamagedLineError)) throw error;
    result(`${file}, ${error.message}. Nothing was appended.`, {
      events: 0,
      line: error.line,
      problem: error.message,
    });
    return DAMAGED;
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new StartError(`${file} is not a file.`);
  return found.size;
}
