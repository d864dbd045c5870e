import type { Mutant } from '../../bin/mutants/mutant.ts';

const ERASING = ['test/person/erase-account.test.ts'];
const DELETING = ['test/person/deletion-calls.test.ts'];

/** The end of an account. */
export const mutants: Mutant[] = [
  {
    name: 'events of a student who is erased are appended',
    file: 'migrations/0025-own-data.ts',
    find: "raise exception 'a student of these events is erased' using errcode = 'NH001';",
    replace: 'return null;',
    tests: ERASING,
  },
  {
    name: 'events of the batch in which a student is erased are applied',
    file: 'core/log/log.events.ts',
    find: 'events.filter(({ studentId }) => !erased.has(studentId)) : events',
    replace: 'events.filter(({ type }) => type !== StudentErased.name) : events',
    tests: ERASING,
  },
  {
    name: 'the last event of a student waits for parked ones',
    file: 'core/log/projecting/project-batch.ts',
    find: 'batch.stopped.has(event.studentId) && !isErasure(event)',
    replace: 'batch.stopped.has(event.studentId)',
    tests: ERASING,
  },
  {
    name: 'an account is erased whose classes others need',
    file: 'core/person/erase-account.ts',
    find: '  await requireNoObstacles(tx, personId);\n',
    replace: '',
    tests: ERASING,
  },
  {
    name: 'an account is erased though its owner has changed their mind',
    file: 'core/person/erase-account.ts',
    find: 'if (onlyIfDue && !person.is_due) return undefined;',
    replace: '',
    tests: DELETING,
  },
  {
    name: 'files of an erased account go that others have',
    file: 'core/files/unused-files.ts',
    find: 'if (!used.has(key)) await disk.delete(key);',
    replace: 'await disk.delete(key);',
    tests: ['test/person/erased-files.test.ts'],
  },
  {
    name: 'the person takes back what the administrator wants deleted',
    file: 'core/person/deletion.ts',
    find: "if (person.delete_reason === 'administrator') throw new AppError('deletion_not_yours');",
    replace: '',
    tests: DELETING,
  },
  {
    name: 'pseudonymous exports have the events of who is erased',
    file: 'core/log/export/export-events.ts',
    find: 'filter.withoutErased ? await erasedStudents(pool) : []',
    replace: '[]',
    tests: ['test/nho/nho-erase.test.ts'],
  },
  {
    name: 'who is erased during a call hears of an error of the server',
    file: 'api/plugins/error-handler.ts',
    find: 'return isGone(account.id).catch(() => false);',
    replace: 'return false;',
    tests: ['test/account/erased-caller.test.ts'],
  },
];
