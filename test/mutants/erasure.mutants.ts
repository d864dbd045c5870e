import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const ERASING = ['test/person/erase-account.test.ts'];
const DELETING = ['test/person/deletion-calls.test.ts'];

/** The end of an account. */
export const mutants: Mutant[] = [
  ...mutantsIn('migrations/0084-append-of-a-shard.ts', ERASING, {
    'events of a student who is erased are appended': {
      find: "raise exception 'a student of these events is erased' using errcode = 'NH001';",
      replace: 'null;',
    },
  }),
  ...mutantsIn('core/log/log.events.ts', ERASING, {
    'events of the batch in which a student is erased are applied': {
      find: 'events.filter(({ studentId }) => !erased.has(studentId)) : events',
      replace: 'events.filter(({ type }) => type !== StudentErased.name) : events',
    },
  }),
  ...mutantsIn('core/log/projecting/project-batch.ts', ERASING, {
    'the last event of a student waits for parked ones': {
      find: 'batch.stopped.has(event.studentId) && !isErasure(event)',
      replace: 'batch.stopped.has(event.studentId)',
    },
  }),
  ...mutantsIn('core/person/erase-account.ts', ERASING, {
    'an account is erased whose classes others need': {
      find: '  await requireNoObstacles(tx, personId);\n',
      replace: '',
    },
  }),
  ...mutantsIn('core/person/erase-account.ts', DELETING, {
    'an account is erased though its owner has changed their mind': {
      find: 'if (onlyIfDue && !person.is_due) return undefined;',
      replace: '',
    },
  }),
  ...mutantsIn('core/files/unused-files.ts', ['test/person/erased-files.test.ts'], {
    'files of an erased account go that others have': {
      find: 'if (!used.has(key)) await disk.delete(key);',
      replace: 'await disk.delete(key);',
    },
  }),
  ...mutantsIn('core/person/deletion.ts', DELETING, {
    'the person takes back what the administrator wants deleted': {
      find: "if (person.delete_reason === 'administrator') throw new AppError('deletion_not_yours');",
      replace: '',
    },
  }),
  ...mutantsIn('core/log/export/export-events.ts', ['test/nho/nho-erase.test.ts'], {
    'pseudonymous exports have the events of who is erased': {
      find: 'filter.withoutErased ? await erasedStudents(pool) : []',
      replace: '[]',
    },
  }),
  ...mutantsIn('api/plugins/error-handler.ts', ['test/account/erased-caller.test.ts'], {
    'who is erased during a call hears of an error of the server': {
      find: 'return isGone(account.id).catch(() => false);',
      replace: 'return false;',
    },
  }),
];
