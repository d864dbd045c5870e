import t from 'tap';
import { type Caller, startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { beginEverything } from '../begun-account.ts';
import { claimsOf } from '../signed-token.ts';
import { startSchool, wayThrough } from './test-school.ts';

const school = await startSchool(t);
const letters = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'school@example.org' };
const api = await startApi(t, {
  env: { ...school.env, PUBLIC_URL: 'http://nho.test', OIDC_LOGOUT: '1', ...letters },
});

const { person, follow, visit, enter } = wayThrough(school, api);

const visitToConnect = async (account: TestAccount, login: string) =>
  follow(
    await account.call('POST /api/me/school-login/begin', { body: { password: account.password } }),
    login,
  );

const connect = (account: TestAccount, { code, cookie }: { code: string; cookie: string }) =>
  account.call('POST /api/me/school-login', { body: { code }, headers: { cookie } });

const disconnect = (account: TestAccount, password = account.password) =>
  account.call('POST /api/me/school-login/disconnect', { body: { password } });

const own = (account: Caller) => account.data('GET /api/me/school-login');

/** As a teacher's list makes them: a user name, and no address. */
async function listed(): Promise<TestAccount> {
  const account = await api.register();
  await api.sql`update users set email = null, user_name = ${`mai.${account.id}`} where id = ${account.id}`;
  return account;
}

t.test('OID-14 an account of a teacher’s list is connected, logs in so, and is disconnected', async (t) => {
  const account = await listed();
  const mai = person();
  t.same(await own(account), { connected: null, has_password: true });
  const visited = await visitToConnect(account, mai.sub);
  t.equal(visited.page.pathname, '/account');
  const { body } = await connect(account, visited);
  t.match(body.data, { connected: { email: mai.email }, has_password: true });
  t.equal((await connect(account, visited)).body.code, 'school_login_gone', 'once');

  const entered = await enter(await visit(mai.sub));
  t.equal(entered.body.data.login?.user.id, account.id);
  const rows = await api.sql`select email from users where id = ${account.id}`;
  t.equal(rows[0].email, null, 'the account stays as it was');

  t.equal((await disconnect(account)).status, 200);
  t.equal((await own(account)).connected, null);
  t.equal((await disconnect(account)).status, 200, 'twice is as good');
  const acts = await api.sql`select act from acts where person_id = ${account.id} order by id`;
  t.same(column(acts, 'act'), ['person.school_connected', 'person.school_disconnected']);
  t.equal((await enter(await visit(mai.sub))).body.data.question?.wanted, 'role');
});

t.test('OID-14 OID-18 a session alone connects and disconnects nobody, and replaces nothing', async (t) => {
  const account = await listed();
  const [mai, thief] = [person(), person()];
  const begin = (password: string) => account.call('POST /api/me/school-login/begin', { body: { password } });
  t.match(await begin('not this one'), { status: 422, body: { code: 'wrong_current_password' } });
  // Begun before another one was connected.
  const visited = await visitToConnect(account, thief.sub);
  await connect(account, await visitToConnect(account, mai.sub));
  refused(t, await begin(account.password), 'school_login_connected');
  refused(t, await connect(account, visited), 'school_login_connected');
  t.match(await disconnect(account, 'not this one'), {
    status: 422,
    body: { code: 'wrong_current_password' },
  });
  t.equal((await own(account)).connected?.email, mai.email);
  t.equal((await enter(await visit(mai.sub))).body.data.login?.user.id, account.id);
});

t.test('OID-19 an address that nobody has confirmed is connected with the school’s own alone', async (t) => {
  const account = await api.register();
  const stranger = await visitToConnect(account, person().sub);
  refused(t, await connect(account, stranger), 'address_unconfirmed');
  t.equal((await own(account)).connected, null);
  const itself = await visitToConnect(account, person({ email: account.email }).sub);
  t.equal((await connect(account, itself)).status, 200);
  const confirmed = await api.register();
  await api.sql`update users set email_confirmed_at = now() where id = ${confirmed.id}`;
  t.equal((await connect(confirmed, await visitToConnect(confirmed, person().sub))).status, 200);
  t.same(
    await api.sql`select address from letters where kind = 'school_connected'`,
    [{ address: confirmed.email }],
    'OID-18 who reads the letters of the account learns of it',
  );
  t.equal((await disconnect(confirmed)).status, 200);
  t.same(await api.sql`select address from letters where kind = 'school_disconnected'`, [
    { address: confirmed.email },
  ]);
});

t.test('OID-19 an account of a list is its owner’s once the school has confirmed its address', async (t) => {
  const account = await api.register();
  const teacher = await api.register('teacher');
  const [made] = await api.sql<{
    id: number;
  }>`insert into classes (teacher_id, name) values (${teacher.id}, '10A')
    returning id`;
  await api.sql`update users set made_in_class_id = ${made!.id} where id = ${account.id}`;
  await connect(account, await visitToConnect(account, person({ email: account.email }).sub));
  t.same(await api.sql`select made_in_class_id from users where id = ${account.id}`, [
    { made_in_class_id: null },
  ]);
});

const ENDS = 'ends what was begun before';
for (const kind of ['unconfirmed', 'claimed'] as const) {
  /** An account whose address nobody has confirmed, and the person of the school who has it. */
  const given = async () => {
    const account = kind === 'claimed' ? await api.registerByCall() : await api.register();
    return { account, owner: person({ email: account.email.toUpperCase() }) };
  };

  t.test(`OID-22 connecting, the first that confirms an ${kind} address, ${ENDS}`, async (t) => {
    const { account, owner } = await given();
    const begun = await beginEverything(api, account);
    const { status, body } = await connect(account, await visitToConnect(account, owner.sub));
    t.match([status, body.data], [200, { connected: { email: owner.email }, token: String }]);
    await begun.hasEnded(t);
    const caller = api.as(body.data.token!);
    t.match(await caller.data('GET /api/me'), { id: account.id, claims_email: false });
    t.equal((await caller.data('GET /api/me/sessions')).length, 1, 'no other session');
    const entered = await enter(await visit(owner.sub));
    t.equal(entered.body.data.login?.user.id, account.id);
  });

  t.test(`OID-22 OID-06 a login by the school that confirms an ${kind} address ${ENDS}`, async (t) => {
    const { account, owner } = await given();
    const begun = await beginEverything(api, account);
    const visited = await visit(owner.sub);
    t.equal((await enter(visited)).body.data.question?.wanted, 'password');
    t.match(await enter(visited, { password: 'not this one' }), {
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    t.equal((await account.call('GET /api/me')).status, 200, 'nothing has ended yet');
    const { body } = await enter(visited, { password: account.password });
    t.equal(body.data.login?.user.id, account.id);
    await begun.hasEnded(t);
    t.match(await api.data('GET /api/me', { token: body.data.login!.token }), { id: account.id });
  });
}

t.test('OID-22 connecting an account whose address is confirmed ends no session', async (t) => {
  const account = await api.register();
  await api.sql`update users set email_confirmed_at = now() where id = ${account.id}`;
  const { body } = await connect(account, await visitToConnect(account, person().sub));
  t.equal(body.data.token, null);
  t.equal((await account.call('GET /api/me')).status, 200);
});

t.test(
  'OID-22 OID-19 an address that is claimed and has become somebody’s is connected with nobody',
  async (t) => {
    const owner = await api.register();
    const account = await api.registerByCall('student', { email: owner.email });
    const itself = person({ email: account.email });
    t.match(await connect(account, await visitToConnect(account, itself.sub)), {
      status: 409,
      body: { code: 'email_taken' },
    });
    t.same(await own(account), { connected: null, has_password: true }, 'nothing was done by halves');
    t.equal((await account.call('GET /api/me')).status, 200);
    t.equal((await owner.call('GET /api/me')).status, 200);
  },
);

t.test('OID-22 what was begun for an account that is erased meanwhile lets nobody in', async (t) => {
  const account = await listed();
  const mai = person();
  const visited = await visitToConnect(account, mai.sub);
  await api.sql`delete from users where id = ${account.id}`;
  const { body } = await connect(account, visited);
  // Refused as well before this process has heard that the account is gone.
  t.match(body.code, /^(unauthenticated|school_login_gone)$/);
  const other = await listed();
  t.equal((await connect(other, visited)).body.code, 'school_login_gone');
  t.equal((await enter(await visit(mai.sub))).body.data.question?.wanted, 'role', 'as a new person');
});

t.test('OID-14 what one has begun connects nobody else, and is no login', async (t) => {
  const [mine, others] = [await listed(), await listed()];
  const mai = person();
  const visited = await visitToConnect(mine, mai.sub);
  t.equal((await connect(others, visited)).body.code, 'school_login_gone');
  t.equal((await enter(visited, { role: 'student' })).body.code, 'school_login_gone');
  const login = await visit(mai.sub);
  t.equal((await connect(mine, login)).body.code, 'school_login_gone', 'nor is a login a connection');
  t.equal((await connect(mine, visited)).status, 200);
});

t.test('OID-14 a school’s account belongs to one account here, until it is disconnected', async (t) => {
  const [mine, others] = [await listed(), await listed()];
  const [first, second] = [person(), person()];
  await connect(mine, await visitToConnect(mine, first.sub));
  const taken = await connect(others, await visitToConnect(others, first.sub));
  t.same([taken.status, taken.body.code], [409, 'school_login_taken']);
  await disconnect(mine);
  await connect(mine, await visitToConnect(mine, second.sub));
  t.equal((await own(mine)).connected?.email, second.email);
  t.equal((await connect(others, await visitToConnect(others, first.sub))).status, 200);
});

t.test('OID-14 two who connect one account of the school at once: one gets it', async (t) => {
  const accounts = [await listed(), await listed()];
  const mai = person();
  const visits: { code: string; cookie: string }[] = [];
  for (const account of accounts) visits.push(await visitToConnect(account, mai.sub));
  const answers = await Promise.all(accounts.map((account, index) => connect(account, visits[index]!)));
  t.same(answers.map(({ status }) => status).sort(), [200, 409]);
});

t.test('OID-15 without a password the connection stays', async (t) => {
  const { body } = await enter(await visit(person().sub), { role: 'student' });
  const { token } = body.data.login!;
  t.match(await own(api.as(token)), { has_password: false });
  const answer = await api.call('POST /api/me/school-login/disconnect', { token, body: { password: 'x' } });
  refused(t, answer, 'school_login_only_way');
  t.ok((await own(api.as(token))).connected);
});

t.test('OID-15 OID-18 a session alone connects no account without a password', async (t) => {
  const { body } = await enter(await visit(person().sub), { role: 'student' });
  const { token, user } = body.data.login!;
  const begin = () => api.call('POST /api/me/school-login/begin', { token, body: { password: 'x' } });
  refused(t, await begin(), 'school_login_connected');
  // As the administrator disconnects.
  await api.sql`delete from school_logins where user_id = ${user.id}`;
  t.match(await begin(), { status: 409, body: { code: 'no_password' } });
});

t.test('OID-08 an administrator connects nothing', async (t) => {
  const admin = await api.register('admin');
  const visited = await visitToConnect(admin, person().sub);
  t.same((await connect(admin, visited)).body.code, 'school_login_administrator');
});

t.test('OID-16 a login at the school says where the session there is ended', async (t) => {
  const { body } = await enter(await visit(person().sub), { role: 'student' });
  const url = new URL(body.data.logout_url!);
  t.equal(url.origin, school.issuer);
  t.same(Object.fromEntries(url.searchParams), {
    client_id: 'nho',
    post_logout_redirect_uri: 'http://nho.test/',
  });
});

const toConfirm = async (token: string, login: string) => {
  const began = await api.call('POST /api/me/school-login/confirm', { token });
  return { ...(await follow(began, login)), asked: new URL(began.body.data.url).searchParams };
};
type Proof = { said: Record<string, string>; code: string; cookie: string };
const remove = (token: string, { said, code, cookie }: Proof) =>
  api.call('POST /api/me/deletion/by-school', {
    token,
    body: { code: said.proof ?? code },
    headers: { cookie },
  });
const deleteAt = async (token: string) => (await api.data('GET /api/me/deletion', { token })).delete_at;

/** Somebody new, who has no password. */
async function entered() {
  const mai = person();
  const { body } = await enter(await visit(mai.sub), { role: 'student' });
  const { token, user } = body.data.login!;
  return { mai, token, id: user.id };
}

t.test('OID-17 who has no password deletes the account by logging in at the school again', async (t) => {
  const { mai, token, id } = await entered();
  const refused = await api.call('POST /api/me/deletion', { token, body: { password: 'anything' } });
  t.equal(refused.body.code, 'no_password');
  const proof = await toConfirm(token, mai.sub);
  t.match(proof, { page: { pathname: '/account' }, said: { proof: /^[\w-]{43}$/ } });
  t.same([proof.asked.get('prompt'), proof.asked.get('max_age')], ['login', '0']);
  const asked = await remove(token, proof);
  t.match(asked, { status: 200, body: { data: { reason: 'own', delete_at: String } } });
  t.equal((await remove(token, proof)).body.code, 'school_login_gone', 'once');
  const { rows } = await api.pool.query('select act, actor_id from acts where person_id = $1', [id]);
  t.same(rows, [{ act: 'person.deletion_asked', actor_id: id }]);
});

t.test('OID-17 another person of the school, account or browser proves nothing', async (t) => {
  const { mai, token } = await entered();
  const other = await entered();
  const othersLogin = await remove(token, await toConfirm(token, person().sub));
  t.match(othersLogin, { status: 403, body: { code: 'school_login_other' } });
  const proof = await toConfirm(token, mai.sub);
  t.equal((await remove(other.token, proof)).body.code, 'school_login_gone');
  t.equal((await remove(token, { ...proof, cookie: '' })).body.code, 'school_login_gone');
  t.same([await deleteAt(token), await deleteAt(other.token)], [null, null]);
});

t.test('OID-17 a login is no proof, and a proof neither login nor connection', async (t) => {
  const { mai, token } = await entered();
  t.equal((await remove(token, await visit(mai.sub))).body.code, 'school_login_gone');
  const { said, cookie } = await toConfirm(token, mai.sub);
  const wrong = { body: { code: said.proof! }, headers: { cookie } };
  const answers = [
    await api.call('POST /api/me/school-login', { token, ...wrong }),
    await api.call('POST /api/login/school', wrong),
  ];
  t.same(
    answers.map(({ body }) => body.code),
    ['school_login_gone', 'school_login_gone'],
  );
  t.equal(await deleteAt(token), null);
});

t.test('OID-17 SL-308 a school’s login that has not asked again proves nothing', async (t) => {
  const { mai, token } = await entered();
  t.teardown(() => {
    school.forge = undefined;
  });
  const now = Math.floor(Date.now() / 1_000);
  for (const auth_time of [now - 120, undefined, 'now']) {
    school.forge = (body) => ({
      ...body,
      id_token: school.sign({ ...claimsOf(body.id_token), auth_time }),
    });
    const { page, said } = await toConfirm(token, mai.sub);
    t.same([page.pathname, said.proof], ['/account', undefined]);
    t.match(said.disproof, /^school_login_(not_again|failed)$/, String(auth_time));
    if (auth_time !== 'now') t.equal(said.disproof, 'school_login_not_again');
  }
  t.equal(await deleteAt(token), null);
});
