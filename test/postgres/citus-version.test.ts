import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { openDatabase } from '../../core/database.ts';
import { migrate } from '../../core/migrating.ts';
import { asCitusError, citusFault } from '../../core/postgres/citus-version.ts';
import { projections } from '../../core/projections.ts';
import { JWT_SECRET } from '../harness/api-harness.ts';
import { addressesOf, createTestDatabase } from '../harness/database-harness.ts';
import { within } from '../harness/within.ts';

const ROOT = join(import.meta.dirname, '../..');

/** As `nho distribute` leaves it, though nothing of Citus is there. */
const SAYS_SO =
  'create or replace function is_distributed() returns boolean language sql immutable parallel safe return true';

const REFUSED = {
  name: 'CitusError',
  message: /^This database is distributed by Citus, and the extension is not in it \(docs\/citus\.md\)\.$/,
};

t.test(
  'PRO-11 a Citus with another first number is refused, also when one part of it is older',
  async (t) => {
    for (const [extension, loaded, fault] of [
      ['13.2-1', '13.2.2', undefined],
      ['13.9-1', '13.10.0', undefined],
      ['12.1-1', '12.1.6', 'it is Citus 12.1-1; this program works with 13'],
      ['14.0-1', '14.0.0', 'it is Citus 14.0-1; this program works with 13'],
      ['130.1-1', '130.1', 'it is Citus 130.1-1; this program works with 13'],
      ['13.2-1', '12.1.6', 'it is Citus 12.1.6; this program works with 13'],
      [null, null, 'the extension is not in it'],
      [null, '13.2.2', 'the extension is not in it'],
      ['13.2-1', null, 'the server has not loaded it: put citus into its shared_preload_libraries'],
    ] as const)
      t.equal(citusFault({ extension, loaded }), fault, `${extension} ${loaded}`);
  },
);

t.test(
  'PRO-11 what Citus says when it was updated in part becomes a sentence, and nothing else',
  async (t) => {
    const said = Object.assign(
      new Error('loaded Citus library version differs from installed extension version'),
      {
        code: 'XX000',
        detail: 'Loaded library requires 13.2, but the installed extension version is 12.1-1.',
      },
    );
    t.match(asCitusError(said), {
      name: 'CitusError',
      message: /and it was updated in part: loaded Citus library .* 12\.1-1 \(docs\/citus\.md\)\.$/,
    });
    for (const other of [new Error('Citus'), Object.assign(new Error('not in order'), { code: 'XX000' })])
      t.equal(asCitusError(other), other);
  },
);

t.test('PRO-11 a distributed database without Citus is neither opened nor migrated', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await pool.query(SAYS_SO);
  await t.rejects(openDatabase(url, { connections: 2, name: 'test' }), REFUSED);
  await pool.query(`delete from migrations where name like '0084%'`);
  await t.rejects(migrate(url, projections), REFUSED);
  t.same((await pool.query(`select from migrations where name like '0084%'`)).rows, [], 'nothing was done');
});

t.test('PRO-11 every program ends with that sentence, and without a stack', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await pool.query(SAYS_SO);
  const env = {
    ...{ PATH: process.env.PATH, ...addressesOf(url), JWT_SECRET, DATA_DIR: t.testdir() },
    ...{ PORT: '1', LOG_LEVEL: 'silent' },
  };
  for (const [code, ...args] of [
    [1, 'api/server.ts'],
    [1, 'workers/main.ts'],
    [1, 'bin/migrate.ts', '--no-content'],
    [2, 'bin/nho.ts', 'verify'],
    [2, 'bin/nho.ts', 'distribute'],
  ] as const) {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    t.teardown(() => child.kill('SIGKILL'));
    const [said, [ended]] = await within(
      Promise.all([text(child.stderr), once(child, 'close')]),
      `${args.join(' ')} ends`,
    );
    t.equal(ended, code, args.join(' '));
    t.match(said.trim(), REFUSED.message);
  }
});
