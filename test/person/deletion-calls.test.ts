import t from 'tap';
import { eraseAccount } from '../../core/person/erase-account.ts';
import { applyRetention, eraseDue } from '../../core/person/retention.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { column } from '../harness/columns.ts';
import { untilSeen } from './until-seen.ts';

const DAY = 86_400_000;
const YEAR = 366 * DAY;

const api = await startApi(t);
const [admin, teacher] = [await api.register('admin'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 1, { official: true });

const poll = async () => {
  await applyRetention(api.pool);
  await eraseDue(api.pool, async () => {});
};
const isThere = async ({ id }: TestAccount) =>
  (await api.pool.query('select from users where id = $1', [id])).rowCount === 1;
const ask = ({ token, password }: TestAccount, given = password) =>
  api.call('POST /api/me/deletion', { token, body: { password: given } });
const actsOn = async ({ id }: TestAccount) =>
  (
    await api.sql<{ act: string; actor_id: number }>`select act, actor_id from acts where person_id = ${id}
    and act like 'person.%' order by id`
  ).map(({ act, actor_id }) => [act, actor_id]);
const change = (what: 'delete' | 'keep' | 'erase', ...who: TestAccount[]) =>
  admin.call('POST /api/admin/people/changes', {
    body: { change: what, person_ids: column(who, 'id') },
  });

t.test('OWN-03 who changes their mind at the last moment is not erased', async (t) => {
  const student = await api.register();
  const erasure = { personId: student.id, actorId: student.id, reason: 'person', onlyIfDue: true };
  t.equal(await eraseAccount(api.pool, erasure), undefined);
  t.ok(await isThere(student));
});

t.test('OWN-03 a person deletes the own account with the password, and has 14 days to keep it', async (t) => {
  const student = await api.register();
  const { token } = student;
  t.match(await ask(student, 'not this one'), {
    status: 422,
    body: { code: 'wrong_current_password', errors: { password: [String] } },
  });
  t.match((await api.call('GET /api/me/deletion', { token })).body.data, { delete_at: null, reason: null });
  const asked = await ask(student);
  t.equal(asked.status, 200);
  const days = (Date.parse(asked.body.data.delete_at!) - Date.now()) / DAY;
  t.ok(days > 13.9 && days < 14.1, String(days));
  const end = async () => (await api.call('GET /api/me', { token })).headers['account-end'];
  t.match((await api.call('GET /api/me', { token })).body.data, { delete_reason: 'own' });
  await becomes(t, end, `${asked.body.data.delete_at} own`, 'every answer says so');
  const again = await ask(student);
  t.equal(again.body.data.delete_at, asked.body.data.delete_at, 'asking again puts nothing off');
  await poll();
  t.ok(await isThere(student), 'it is not due');
  await api.data('DELETE /api/me/deletion', { token });
  t.equal((await api.call('DELETE /api/me/deletion', { token })).status, 200, 'twice is once');
  t.notOk((await api.call('GET /api/me', { token })).body.data.delete_at);
  await becomes(t, end, undefined);
  await ask(student);
  api.clock.advance(15 * DAY);
  await poll();
  t.ok(await isThere(student), 'SL-220 the clock of a host erases nobody');
  api.clock.advance(-15 * DAY);
  await api.databaseClock.advance(14 * DAY + 1_000);
  await poll();
  await api.databaseClock.advance(-14 * DAY - 1_000);
  t.notOk(await isThere(student), 'SL-220 that of the database does');
  t.same(await actsOn(student), [
    ['person.deletion_asked', student.id],
    ['person.kept', student.id],
    ['person.deletion_asked', student.id],
    ['person.deleted', student.id],
  ]);
  await becomes(t, async () => (await api.call('GET /api/me', { token })).status, 401);
});

t.test('OWN-03 who changes their mind while the account is erased keeps it or has lost it', async (t) => {
  const student = await api.register();
  await ask(student);
  await api.sql`update users set delete_at = now() - interval '1 minute' where id = ${student.id}`;
  const [kept] = await Promise.all([student.call('DELETE /api/me/deletion'), poll()]);
  t.equal(await isThere(student), kept.status === 200);
});

t.test('OWN-05 a teacher with classes hears what is in the way, and the last administrator', async (t) => {
  const leaver = await api.register('teacher');
  const classId = await newClass(leaver, deck.id);
  const refused = await ask(leaver);
  t.match(refused, {
    status: 409,
    body: { code: 'person_has_work', data: { classes: [{ id: classId }], decks: [], exams: [] } },
  });
  t.match(await ask(admin), { status: 409, body: { code: 'last_administrator' } });
  await api.sql`delete from classes where id = ${classId}`;
  t.equal((await ask(leaver)).status, 200);
  await newClass(leaver, deck.id);
  await api.databaseClock.advance(15 * DAY);
  await poll();
  await api.databaseClock.advance(-15 * DAY);
  t.ok(await isThere(leaver), 'what was made since stands in the way as well');
});

t.test('OWN-04 SL-212 the administrator deletes in 14 days, one or many, and takes it back', async (t) => {
  const [first, second, third] = [await api.register(), await api.register(), await api.register()];
  t.match((await change('delete', first, second, admin)).body.data, [
    { id: first.id, refused: null },
    { id: second.id, refused: null },
    { id: admin.id, refused: 'own_account' },
  ]);
  const listed = await admin.data('GET /api/admin/people', { query: { state: 'to_be_deleted' } });
  t.strictSame(
    column(listed, 'id')
      .filter((id) => [first.id, second.id].includes(id))
      .sort(),
    [first.id, second.id].sort(),
  );
  t.equal((await first.call('GET /api/me')).status, 200, 'nothing else changes');
  t.match(await first.call('DELETE /api/me/deletion'), { status: 409, body: { code: 'deletion_not_yours' } });
  t.match((await change('keep', first)).body.data, [{ refused: null }]);
  t.match((await change('erase', third)).body.data, [{ refused: null }]);
  t.match((await change('erase', third)).body.data, [{ refused: 'person_not_found' }]);
  await api.databaseClock.advance(15 * DAY);
  await poll();
  await api.databaseClock.advance(-15 * DAY);
  t.same([await isThere(first), await isThere(second), await isThere(third)], [true, false, false]);
  t.same(await actsOn(first), [
    ['person.deletion_asked', admin.id],
    ['person.kept', admin.id],
  ]);
  t.same(await actsOn(third), [['person.deleted', admin.id]]);
  t.ok(await api.register('teacher', { email: third.email }), 'SL-222 the address is free again');
});

const rules = (delete_unseen_years: number | null, delete_disabled_months: number | null) => ({
  token: admin.token,
  body: { delete_unseen_years, delete_disabled_months },
});

t.test('RET-01 the rules are off at first, say whom they would delete, and go into the book', async (t) => {
  t.match((await api.call('GET /api/site-settings')).body.data, {
    delete_unseen_years: null,
    delete_disabled_months: null,
  });
  const before = (await api.call('POST /api/admin/retention/preview', rules(2, 6))).body.data;
  const [unseen, disabled, seen] = [await api.register(), await api.register(), await api.register()];
  const worker = await api.register('teacher');
  await newClass(worker, deck.id);
  await untilSeen(api.pool, unseen, disabled, seen, worker);
  await api.sql`update users set seen_at = now() - interval '3 years'
    where id = any (${[unseen.id, worker.id]})`;
  await api.sql`update users set disabled_at = now() - interval '7 months' where id = ${disabled.id}`;
  const preview = await api.data('POST /api/admin/retention/preview', rules(2, 6));
  t.same(preview, {
    unseen: before.unseen + 2,
    disabled: before.disabled + 1,
    with_work: before.with_work + 1,
  });
  t.same((await api.call('POST /api/admin/retention/preview', rules(null, null))).body.data, {
    unseen: 0,
    disabled: 0,
    with_work: 0,
  });
  await poll();
  t.equal((await unseen.data('GET /api/me')).delete_at, undefined, 'no rule is on');
  await api.data('POST /api/admin/retention', rules(2, 6));
  const rows = await api.sql`select details from acts where act = 'site.retention_changed'`;
  t.same(rows, [{ details: { delete_unseen_years: 2, delete_disabled_months: 6 } }]);
  const site = await api.data('GET /api/site-settings');
  t.match(site, { delete_unseen_years: 2, delete_disabled_months: 6 });
  await poll();
  const marks = () =>
    api.sql<{ id: number; delete_reason: string }>`select id, delete_reason from users
      where id = any (${[unseen.id, disabled.id, seen.id, worker.id]}) and delete_at is not null order by id`;
  t.same(await marks(), [
    { id: unseen.id, delete_reason: 'unseen' },
    { id: disabled.id, delete_reason: 'disabled' },
  ]);
  await poll();
  t.same((await actsOn(unseen)).length, 1, 'marked once');

  // Whoever is seen again is kept, whatever else happens.
  await api.sql`update users set seen_at = now() where id = ${unseen.id}`;
  await poll();
  t.same(await marks(), [{ id: disabled.id, delete_reason: 'disabled' }]);
  t.match((await change('keep', disabled)).body.data, [{ refused: null }]);
  await poll();
  t.same(await marks(), [], 'SL-219 it counts from today');
});

t.test(
  'SL-221 who was never seen counts from the account’s day, or from that of the migration',
  async (t) => {
    const [long, lately] = [await api.register(), await api.register()];
    await untilSeen(api.pool, long, lately);
    const migrated = await api.sql`select executed_at from migrations where name = '0016-people-list'`;
    const found = async () => (await api.data('POST /api/admin/retention/preview', rules(2, null))).unseen;
    const before = await found();
    for (const { id } of [long, lately])
      await api.sql`update users set seen_at = null, created_at = now() - interval '3 years' where id = ${id}`;
    t.equal(await found(), before, 'the migration was lately');
    await api.sql`update migrations set executed_at = now() - interval '3 years' where name = '0016-people-list'`;
    await api.sql`update users set created_at = now() - interval '1 year' where id = ${lately.id}`;
    t.equal(await found(), before + 1, 'one account is older than both');
    await api.sql`update migrations set executed_at = ${migrated[0].executed_at} where name = '0016-people-list'`;
  },
);

t.test('RET-02 RET-03 the rule erases 30 days after it has marked, and a rule that ends keeps', async (t) => {
  const [first, second] = [await api.register(), await api.register()];
  await untilSeen(api.pool, first, second);
  await api.call('POST /api/admin/retention', rules(1, null));
  await api.sql`update users set seen_at = clock_timestamp() where id <> ${first.id}`;
  await api.sql`update users set seen_at = now() - interval '2 years' where id = ${first.id}`;
  await poll();
  await api.call('POST /api/admin/retention', rules(null, null));
  await api.databaseClock.advance(31 * DAY);
  await poll();
  t.ok(await isThere(first), 'the rule was switched off');
  await api.call('POST /api/admin/retention', rules(1, null));
  await poll();
  await api.databaseClock.advance(31 * DAY);
  await poll();
  t.notOk(await isThere(first));
  t.ok(await isThere(second));
  await api.databaseClock.advance(2 * YEAR);
  await poll();
  t.ok(await isThere(admin), 'SL-218 no administrator is deleted by a rule');
});

t.test('RET-01 rules that are out of range are refused', async (t) => {
  for (const body of [
    { delete_unseen_years: 0, delete_disabled_months: null },
    { delete_unseen_years: 11, delete_disabled_months: null },
    { delete_unseen_years: null, delete_disabled_months: 61 },
    { delete_unseen_years: 1 },
  ])
    t.equal((await admin.unchecked('POST /api/admin/retention', { body })).status, 422);
});
