import t from 'tap';
import { announceCommitted, forgetChanges } from '../../core/postgres/changes.ts';
import {
  announce,
  beginPart,
  committedWith,
  inTransaction,
  part,
  transactionOn,
  undone,
  undoPart,
} from '../../core/postgres/transaction.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase, openTestPool } from '../harness/database-harness.ts';

const { url, pool } = await createTestDatabase(t);
/** With the rights of the API and the workers. */
const app = openTestPool(t, { connectionString: addressesOf(url).DATABASE_URL, max: 5 });

/** Returns what has been announced, by their transactions, and forgets it. */
async function announced(): Promise<string[][]> {
  const { rows } = await pool.query<{ what: string[] }>(
    `with gone as (delete from changes returning tx, what)
     select array_agg(what order by what) as what from gone group by tx order by tx`,
  );
  return column(rows, 'what');
}

t.beforeEach(announced);

t.test('PRO-08 what a transaction announces goes with its commit, each once', async (t) => {
  const result = await inTransaction(app, async (tx) => {
    announce(tx, ['decks:1', 'decks:2']);
    announce(tx, []);
    announce(tx, ['decks:1', `it's:3`]);
    const { rows } = await tx.query('select from changes');
    t.same(rows, [], 'not before');
    return 'done';
  });
  t.equal(result, 'done');
  t.same(await announced(), [['decks:1', 'decks:2', `it's:3`]]);
});

t.test(
  'PRO-08 a transaction that ends by a statement announces as well; the next one does not',
  async (t) => {
    const client = await app.connect();
    const deleting = `delete from unused_files where key = 'none'`;
    const result = await transactionOn(client, async (tx) => {
      announce(tx, ['decks:1']);
      return committedWith(deleting, 'done');
    });
    t.equal(result, 'done');
    t.equal(await transactionOn(client, async () => committedWith(deleting, 'done')), 'done');
    await transactionOn(client, async () => {});
    client.release();
    t.same(await announced(), [['decks:1']]);
  },
);

t.test('PRO-08 nothing is announced of what is undone, be it a part', async (t) => {
  const announcing = (what: string, end?: unknown) => async () =>
    inTransaction(app, async (tx) => {
      announce(tx, [what]);
      if (end instanceof Error) throw end;
      return end === undefined ? undone(what) : undefined;
    });
  t.equal(await announcing('decks:1')(), 'decks:1');
  await t.rejects(announcing('decks:2', new Error('no'))(), { message: 'no' });
  t.same(await announced(), []);

  await inTransaction(app, async (tx) => {
    announce(tx, ['decks:3']);
    await part(tx, async () => announce(tx, ['decks:4']));
    await part(tx, async () => {
      announce(tx, ['decks:5']);
      return undone(undefined);
    });
    await part(tx, async () => {
      announce(tx, ['decks:6']);
      throw new Error('no');
    }).catch(() => {});
    announce(tx, ['decks:7']);
  });
  t.same(await announced(), [['decks:3', 'decks:4', 'decks:7']]);

  const client = await app.connect();
  const inParts = async (work: Parameters<typeof transactionOn<void>>[1]) =>
    transactionOn(client, work, { isInParts: true });
  await inParts(async (tx) => {
    announce(tx, ['decks:1']);
    await undoPart(tx);
    announce(tx, ['decks:2']);
    await beginPart(tx);
    announce(tx, ['decks:3']);
    await undoPart(tx);
    announce(tx, ['decks:4']);
  });
  client.release();
  t.same(await announced(), [['decks:2', 'decks:4']]);
});

t.test('PRO-08 changes that were committed by themselves are announced together', async (t) => {
  const each = Array.from({ length: 30 }, (_, n) => announceCommitted(app, [`decks:${n % 10}`]));
  await Promise.all(each);
  const found = await announced();
  t.ok(found.length <= 2, `in ${found.length} transactions`);
  t.equal(new Set(found.flat()).size, 10);
  await announceCommitted(app, []);
  t.same(await announced(), []);

  const closed = openTestPool(t, { connectionString: url });
  await closed.end();
  await t.resolves(announceCommitted(closed, ['decks:1']), 'a change does not fail by it');
});

t.test('PRO-08 announcements go after an hour, and so do those of another server', async (t) => {
  await pool.query(
    `insert into changes (tx, what, at) values
       ('1', 'decks:1', now() - interval '61 minutes'), ('2', 'decks:2', now() - interval '59 minutes'),
       ('1000000000000', 'decks:3', now())`,
  );
  const holding = await app.connect();
  await holding.query(`begin; select pg_advisory_xact_lock(hashtext('nho changes'))`);
  await forgetChanges(app);
  t.equal((await pool.query('select from changes')).rowCount, 3, 'while another process is at it, nothing');
  await holding.query('commit');
  holding.release();
  await forgetChanges(app);
  t.same(await announced(), [['decks:2']]);
});
