import type { Mutant } from '../../bin/mutants/mutant.ts';

const RIGHTS = 'bin/postgres/database-roles.ts';
const ROLES = ['test/api/database-roles.test.ts'];

/** What operators rely on: rights, room, epochs, files elsewhere. */
export const mutants: Mutant[] = [
  {
    name: 'the API may change events',
    file: RIGHTS,
    find: "events: { app: 'select, insert',",
    replace: 'events: { app: ORDINARY,',
    tests: ROLES,
  },
  {
    name: 'the API may give the log another epoch',
    file: RIGHTS,
    find: 'select, update (head)',
    replace: 'select, update',
    tests: ROLES,
  },
  {
    name: 'analysts read hashes of passwords',
    file: RIGHTS,
    find: "'select (id, name, role, time_zone, created_at)'",
    replace: "'select'",
    tests: ROLES,
  },
  {
    name: 'the password of a role is not put right',
    file: 'bin/postgres/database-roles.ts',
    find: 'if (codeOf(refusal) === WRONG_PASSWORD)',
    replace: 'if (codeOf(refusal) === NO_RIGHT)',
    tests: ROLES,
  },
  {
    name: 'the log is given another epoch while Nhớ runs',
    file: 'core/log/timeline.ts',
    find: 'if (running.length) throw',
    replace: 'if (running.length > 100) throw',
    tests: ['test/nho/nho-new-epoch.test.ts'],
  },
  {
    name: 'a database without room is ready',
    file: 'api/guard/readiness.ts',
    find: 'this.#fullTimes++',
    replace: 'this.#fullTimes',
    tests: ['test/faults/disk-full.test.ts'],
  },
  {
    name: 'a database is never again thought to have room',
    file: 'api/guard/readiness.ts',
    find: 'if (this.#fullTimes === times) this.#fullTimes = 0;',
    replace: 'if (this.#fullTimes < times) this.#fullTimes = 0;',
    tests: ['test/faults/disk-full.test.ts'],
  },
  {
    name: 'uploads at the same moment do not see one another',
    file: 'core/files/upload.ts',
    find: 'Math.min(announced, this.#bytesPerDay)',
    replace: 'Math.min(announced, 0)',
    tests: ['test/access/quotas.test.ts'],
  },
  {
    name: 'a file in a bucket has a checksum among its bytes',
    file: 'core/files/storage.ts',
    find: 'forcePathStyle: true, ...PLAIN_BODIES',
    replace: 'forcePathStyle: true',
    tests: ['test/files/bucket-storage.test.ts'],
  },
];
