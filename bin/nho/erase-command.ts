import { createInterface } from 'node:readline/promises';
import { OPERATOR } from '../../core/audit/audit-log.ts';
import { AppError } from '../../core/contract/errors.ts';
import { openStorage } from '../../core/files/storage.ts';
import { removeErasedFiles } from '../../core/files/unused-files.ts';
import type { DeletionObstacles } from '../../core/person/deletion.schema.ts';
import { eraseAccount } from '../../core/person/erase-account.ts';
import type { FoundPerson } from '../../core/person/person-changes.ts';
import { StartError } from '../command/start-error.ts';
import { namedPerson } from './named-person.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

const NOT_DONE = 1;

/** For a user who asks the operator to be forgotten, and for logs that were taken in from elsewhere. */
export const eraseCommand: NhoCommand = {
  usage: 'erase --student ID|LOGIN [--yes]',
  summary:
    'Erases the account of a number, an email address or a user name, at once and for good. Asks first, unless --yes is ' +
    'given. Exit code 1: it was not done.',
  options: {
    student: { type: 'string', help: 'the number, email address or user name of the account' },
    yes: { type: 'boolean', help: 'does not ask' },
  },
  run,
};

async function run({ config, database, options, result, say, words }: NhoContext): Promise<number> {
  const { student, yes } = options;
  if (typeof student !== 'string' || words.length)
    throw new StartError('erase takes --student with one number, email address or user name.');
  const person = await namedPerson(database.pool, student);
  if (!yes && !(await isMeant(person))) {
    say('Nothing was changed. Type the name as it is shown, or give --yes.');
    return NOT_DONE;
  }
  try {
    const keys = await eraseAccount(database.pool, {
      personId: person.id,
      actorId: OPERATOR,
      reason: 'operator',
    });
    const storage = await openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR });
    await removeErasedFiles(database.pool, storage, keys ?? []);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say([`${error.message}.`, ...obstacleLines(error.data)].join('\n'));
    return NOT_DONE;
  }
  result(`The account ${person.id} (${person.role}) is erased.`, { erased: person.id, role: person.role });
  return 0;
}

/** Asks on a terminal only: elsewhere nobody would answer. */
async function isMeant({ id, name, role }: FoundPerson): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(
    `${name} (${role}, number ${id}) is erased for good. Type the name to confirm: `,
  );
  terminal.close();
  return typed.trim() === name;
}

function obstacleLines(data: unknown): string[] {
  const { classes = [], decks = [], exams = [] } = (data ?? {}) as Partial<DeletionObstacles>;
  const lines = (kind: string, things: DeletionObstacles['classes']): string[] =>
    things.map(({ id, name }) => `${kind} ${id}: ${name}`);
  return [...lines('class', classes), ...lines('deck', decks), ...lines('exam', exams)];
}
