import t from 'tap';
import { examBody } from '../exam/given-exams.ts';
import { type Answer, startApi, type TestAccount } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';

const api = await startApi(t);
const owner = await api.register('teacher');
const official = await api.addDeck(owner.id, 1, { official: true });

const isWaiting = async (): Promise<boolean> => {
  const { rowCount } = await api.pool.query(
    // Not what writes down that somebody was here, which waits for the row as well.
    `select from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database() and query not like '%seen_at%'`,
  );
  return rowCount !== 0;
};

/** The row is deleted while the call, which was let in, waits for it. */
async function erasedDuring<T>(id: number, call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const eraser = await api.pool.connect();
  try {
    await eraser.query(`begin; select from users where id = ${id} for update`);
    const answer = call();
    await until(isWaiting, 'the call waits for its account');
    await eraser.query(`delete from users where id = ${id}; commit`);
    return await answer;
  } finally {
    eraser.release();
  }
}

const CREATES: Record<string, (caller: TestAccount) => Promise<Answer<unknown>>> = {
  'a deck': (account) => account.call('POST /api/decks', { body: { title: 'Words' } }),
  'a copy of a deck': (account) =>
    account.call('POST /api/decks/:deckId/copy', { params: { deckId: official.id } }),
  'a class': (account) => account.call('POST /api/classes', { body: { name: '10A', deck_id: official.id } }),
  'an exam': (account) => account.call('POST /api/exams', { body: examBody('A') }),
  'a file of the own data': (account) => account.call('POST /api/me/data'),
};

for (const [what, call] of Object.entries(CREATES))
  t.test(`SL-265 who is erased while they make ${what} is logged out, and nothing is made`, async (t) => {
    const caller = await api.register('teacher');
    refused(t, await erasedDuring(caller.id, () => call(caller)), 'unauthenticated');
    const { rows } = await api.pool.query(
      `select (select count(*) from decks where user_id = $1) + (select count(*) from classes where teacher_id = $1)
         + (select count(*) from exams where teacher_id = $1) + (select count(*) from own_data_files where user_id = $1)
         + (select count(*) from acts where actor_id = $1 and act <> 'person.registered') as made`,
      [caller.id],
    );
    t.same(rows, [{ made: 0 }]);
  });

t.test('SL-265 a role that has ended is still said to be the wrong one', async (t) => {
  const caller = await api.register('teacher');
  const holder = await api.pool.connect();
  await holder.query(`begin; update users set role = 'student' where id = ${caller.id}`);
  const answer = CREATES['a class']!(caller);
  await until(isWaiting, 'the call waits for its account');
  await holder.query('commit');
  holder.release();
  t.match(await answer, { status: 403, body: { code: 'wrong_role' } });
});
