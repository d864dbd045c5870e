import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const RIGHTS = 'bin/postgres/database-roles.ts';
const ROLES = ['test/api/database-roles.test.ts'];

/** What operators rely on: rights, room, epochs, files elsewhere. */
export const mutants: Mutant[] = [
  ...mutantsIn(RIGHTS, ROLES, {
    'the API may change events': {
      find: "events: { app: 'select, insert',",
      replace: 'events: { app: ORDINARY,',
    },
    'the API may give the log another epoch': {
      find: 'select, update (head)',
      replace: 'select, update',
    },
    'analysts read hashes of passwords': {
      find: "'select (id, name, role, time_zone, created_at)'",
      replace: "'select'",
    },
    'the password of a role is not put right': {
      find: 'if (codeOf(refusal) === WRONG_PASSWORD)',
      replace: 'if (codeOf(refusal) === NO_RIGHT)',
    },
  }),
  ...mutantsIn('core/log/timeline.ts', ['test/nho/nho-new-epoch.test.ts'], {
    'the log is given another epoch while Nhớ runs': {
      find: 'if (running.length) throw',
      replace: 'if (running.length > 100) throw',
    },
  }),
  ...mutantsIn('core/repartitioning.ts', ['test/log/repartitioning.test.ts'], {
    'positions of before are taken as those of more partitions': {
      find: 'set epoch = gen_random_uuid(), head',
      replace: 'set head',
    },
    'a log with holes gets more partitions': {
      find: 'if (damaged)',
      replace: 'if (damaged && !damaged.head)',
    },
    'what a projection holds of whole partitions stays': {
      find: 'for (const { addUp } of projections) await addUp?.(tx);',
      replace: '',
    },
    'all is projected again without having been emptied': {
      find: 'coalesce(past.position, 0)',
      replace: '0::bigint',
    },
  }),
  ...mutantsIn('api/guard/readiness.ts', ['test/faults/disk-full.test.ts'], {
    'a database without room is ready': {
      find: 'this.#fullTimes++',
      replace: 'this.#fullTimes',
    },
    'a database is never again thought to have room': {
      find: 'if (this.#fullTimes === times) this.#fullTimes = 0;',
      replace: 'if (this.#fullTimes < times) this.#fullTimes = 0;',
    },
  }),
  ...mutantsIn('core/files/upload.ts', ['test/access/quotas.test.ts'], {
    'uploads at the same moment do not see one another': {
      find: 'Math.min(announced, this.#bytesPerDay)',
      replace: 'Math.min(announced, 0)',
    },
  }),
  ...mutantsIn('core/files/storage.ts', ['test/files/bucket-storage.test.ts'], {
    'a file in a bucket has a checksum among its bytes': {
      find: 'forcePathStyle: true, ...PLAIN_BODIES',
      replace: 'forcePathStyle: true',
    },
  }),
];
