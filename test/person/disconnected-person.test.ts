import t from 'tap';
import { startSchool, wayThrough } from '../account/school-login/test-school.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const school = await startSchool(t);
const api = await startApi(t, { env: { ...school.env, PUBLIC_URL: 'http://nho.test' } });
const admin = await api.register('admin');

const { person, visit, enter } = wayThrough(school, api);
const disconnect = (...ids: number[]) =>
  admin.call('POST /api/admin/people/changes', { body: { change: 'disconnect_school', person_ids: ids } });
const onePerson = (personId: number) =>
  admin.data('GET /api/admin/people/:personId', { params: { personId } });
const actsOf = async (personId: number) =>
  column(
    await api.sql<{ act: string }>`select act from acts where person_id = ${personId}
    and actor_id = ${admin.id} order by id`,
    'act',
  );

t.test('PPL-14 who has no password gets one in the step that disconnects them', async (t) => {
  const mai = person();
  const { user, token } = (await enter(await visit(mai.sub), { role: 'student' })).body.data.login!;
  const before = await onePerson(user.id);
  t.match(before, { school_login: { email: mai.email, since: String } });
  const [changed] = (await disconnect(user.id)).body.data;
  t.match(changed, { id: user.id, refused: null, password: /^\S+-\S+-\S+-\d{4}$/ });
  t.equal((await onePerson(user.id)).school_login, null);
  t.equal((await api.call('GET /api/me', { token })).status, 401, 'the sessions have ended');
  const { body } = await api.call('POST /api/login', {
    body: { email: mai.email, password: changed!.password! },
  });
  t.match(body, { user: { id: user.id, must_change_password: true } });
  t.same(await actsOf(user.id), ['person.school_disconnected', 'person.password_given']);
  t.match((await disconnect(user.id)).body.data, [{ refused: 'not_connected', password: null }]);
  t.equal((await actsOf(user.id)).length, 2, 'what is refused is no act, and gives no password');
  const again = await enter(await visit(mai.sub));
  t.match(again.body.data, { login: null, question: { wanted: 'password' } }, 'SL-307 the password is asked');
});

t.test('PPL-14 who has a password keeps it, and of several each has an outcome', async (t) => {
  const mai = person();
  const owner = await api.register('teacher', { email: mai.email });
  await api.sql`update users set email_confirmed_at = now() where id = ${owner.id}`;
  t.equal((await enter(await visit(mai.sub))).body.data.login?.user.id, owner.id);
  const other = await api.register();
  t.same((await disconnect(owner.id, other.id, admin.id)).body.data, [
    { id: owner.id, refused: null, password: null },
    { id: other.id, refused: 'not_connected', password: null },
    { id: admin.id, refused: 'own_account', password: null },
  ]);
  const { email, password } = owner;
  await api.data('POST /api/login', { body: { email, password } });
  t.same(await actsOf(owner.id), ['person.school_disconnected']);
  t.equal((await other.call('GET /api/me')).status, 200, 'who was not connected is left alone');
});
