import { sql } from 'kysely';
import t from 'tap';
import type { Account } from '../../core/account/account.entity.ts';
import { openPool } from '../../core/postgres/postgres-client.ts';
import { setShards } from '../../core/postgres/several-servers.ts';
import { type InTransactionOptions, inTransaction } from '../../core/postgres/transaction.ts';
import { tables } from '../../core/postgres/typed-tables.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase, openTestPool } from '../harness/database-harness.ts';

const { url, pool } = await createTestDatabase(t);
const app = openTestPool(t, { connectionString: addressesOf(url).DATABASE_URL, max: 5 });

/**
 * Two transactions that lock two deposits, each the other's second one first, and add 1 to both. Returns how they ended, and
 * what is there then.
 */
async function crossed(options: InTransactionOptions): Promise<{ ends: string[]; amounts: number[] }> {
  await pool.query(
    'drop table if exists deposits; create table deposits (id integer primary key, amount integer); insert into deposits values (1, 0), (2, 0); grant all on deposits to public',
  );
  let [waiting, both] = [0, Promise.withResolvers<void>()];
  const first = [1, 2].map((id) =>
    inTransaction(
      app,
      async (tx) => {
        const add = (to: number) =>
          tx.query('/* deadlocks */ update deposits set amount = amount + 1 where id = $1', [to]);
        await add(id);
        if (++waiting === 2) both.resolve();
        await both.promise;
        await add(3 - id);
      },
      options,
    ),
  );
  const ends = (await Promise.allSettled(first)).map((end) =>
    end.status === 'rejected' ? String(end.reason.code) : 'committed',
  );
  const { rows } = await pool.query<{ amount: number }>('select amount from deposits order by id');
  return { ends: ends.sort(), amounts: column(rows, 'amount') };
}

t.test('PRO-10 on several servers a transaction that is undone by a deadlock is done again', async (t) => {
  setShards([0, 0]);
  t.teardown(() => setShards(undefined));
  t.same(await crossed({}), { ends: ['committed', 'committed'], amounts: [2, 2] });
});

t.test('PRO-10 a statement of its own is sent again as well, plain or typed', async (t) => {
  await pool.query(`
    drop sequence if exists tries; create sequence tries; grant all on tries to public;
    create or replace function meet_deadlock() returns bigint language plpgsql as $$
    declare one constant bigint := nextval('tries');
    begin
      if one % 2 = 1 then raise exception 'undone' using errcode = 'deadlock_detected'; end if;
      return one;
    end $$`);
  const own = openPool({ connectionString: url, max: 1 });
  t.teardown(() => own.end());
  const plain = async () =>
    (await own.query('/* deadlocks */ select meet_deadlock() as tries')).rows[0]?.tries;
  const typed = async () =>
    (await tables<typeof Account>(own).selectNoFrom(sql`meet_deadlock()`.as('tries')).execute())[0]?.tries;
  setShards([0, 0]);
  t.equal(await plain(), '2');
  t.equal(await typed(), '4');
  setShards(undefined);
  await t.rejects(plain(), { code: '40P01' }, 'on one server it is refused');
});

t.test('PRO-10 what can be done only once, or meets a deadlock on one server, is refused', async (t) => {
  const refused = { ends: ['40P01', 'committed'], amounts: [1, 1] };
  t.same(await crossed({}), refused);
  setShards([0, 0]);
  t.teardown(() => setShards(undefined));
  t.same(await crossed({ isOnce: true }), refused);
});
