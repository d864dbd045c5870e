import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi, type TestAccount } from '../../api-harness.ts';
import { startSchool, throughSchool } from './test-school.ts';

const school = await startSchool(t);
const api = await startApi(t, { env: { ...school.env, PUBLIC_URL: 'http://nho.test', OIDC_LOGOUT: '1' } });

const person = (email = `${randomUUID()}@school.edu.vn`) =>
  school.knows({ sub: randomUUID(), name: 'Mai', email, email_verified: true });

async function follow(url: string, cookie: string, login: string) {
  const address = await throughSchool(url, login);
  const { headers } = await api.raw('GET', address.pathname + address.search, { headers: { cookie } });
  const page = new URL(String(headers.location));
  return { page: page.pathname, code: new URLSearchParams(page.hash.slice(1)).get('code') ?? '', cookie };
}

async function visitToConnect({ token }: { token: string }, login: string) {
  const { body, headers } = await api.call('POST /api/me/school-login/begin', { token });
  return follow(body.data.url, String(headers['set-cookie']).split(';')[0]!, login);
}

async function visitToLogIn(login: string) {
  const { body, headers } = await api.call('POST /api/login/school/begin', { body: {} });
  return follow(body.data.url, String(headers['set-cookie']).split(';')[0]!, login);
}

const connect = ({ token }: { token: string }, { code, cookie }: { code: string; cookie: string }) =>
  api.call('POST /api/me/school-login', { token, body: { code }, headers: { cookie } });

const logIn = ({ code, cookie }: { code: string; cookie: string }, role?: 'student') =>
  api.call('POST /api/login/school', { body: { code, ...(role && { role }) }, headers: { cookie } });

const own = async ({ token }: { token: string }) =>
  (await api.call('GET /api/me/school-login', { token })).body.data;

/** As a teacher's list makes them: a user name, and no address. */
async function listed(): Promise<TestAccount> {
  const account = await api.register();
  await api.pool.query('update users set email = null, user_name = $2 where id = $1', [
    account.id,
    `mai.${account.id}`,
  ]);
  return account;
}

t.test(
  'OID-14 an account of a teacher’s list is connected, logs in at the school, and is disconnected',
  async (t) => {
    const account = await listed();
    const mai = person();
    t.same(await own(account), { connected: null, has_password: true });
    const visited = await visitToConnect(account, mai.sub);
    t.equal(visited.page, '/account');
    const { body } = await connect(account, visited);
    t.match(body.data, { connected: { email: mai.email }, has_password: true });
    t.equal((await connect(account, visited)).body.code, 'school_login_gone', 'once');

    const entered = await logIn(await visitToLogIn(mai.sub));
    t.equal(entered.body.data.login?.user.id, account.id);
    const { rows } = await api.pool.query('select email from users where id = $1', [account.id]);
    t.equal(rows[0].email, null, 'the account stays as it was');

    t.equal((await api.call('DELETE /api/me/school-login', account)).status, 200);
    t.equal((await own(account)).connected, null);
    t.equal((await api.call('DELETE /api/me/school-login', account)).status, 200, 'twice is as good');
    t.equal((await logIn(await visitToLogIn(mai.sub))).body.data.question?.wanted, 'role');
  },
);

t.test('OID-14 what one has begun connects nobody else, and is no login', async (t) => {
  const [mine, others] = [await listed(), await listed()];
  const mai = person();
  const visited = await visitToConnect(mine, mai.sub);
  t.equal((await connect(others, visited)).body.code, 'school_login_gone');
  t.equal((await logIn(visited, 'student')).body.code, 'school_login_gone');
  const login = await visitToLogIn(mai.sub);
  t.equal((await connect(mine, login)).body.code, 'school_login_gone', 'nor is a login a connection');
  t.equal((await connect(mine, visited)).status, 200);
});

t.test(
  'OID-14 a school’s account belongs to one account here, and the later connection replaces',
  async (t) => {
    const [mine, others] = [await listed(), await listed()];
    const [first, second] = [person(), person()];
    await connect(mine, await visitToConnect(mine, first.sub));
    const taken = await connect(others, await visitToConnect(others, first.sub));
    t.same([taken.status, taken.body.code], [409, 'school_login_taken']);
    await connect(mine, await visitToConnect(mine, second.sub));
    t.equal((await own(mine)).connected?.email, second.email);
    t.equal((await connect(others, await visitToConnect(others, first.sub))).status, 200);
  },
);

t.test('OID-14 two who connect one account of the school at once: one gets it', async (t) => {
  const accounts = [await listed(), await listed()];
  const mai = person();
  const visits: { code: string; cookie: string }[] = [];
  for (const account of accounts) visits.push(await visitToConnect(account, mai.sub));
  const answers = await Promise.all(accounts.map((account, index) => connect(account, visits[index]!)));
  t.same(answers.map(({ status }) => status).sort(), [200, 409]);
});

t.test('OID-15 without a password the connection stays', async (t) => {
  const { body } = await logIn(await visitToLogIn(person().sub), 'student');
  const { token } = body.data.login!;
  t.match(await own({ token }), { has_password: false });
  const { status, body: refused } = await api.call('DELETE /api/me/school-login', { token });
  t.same([status, refused.code], [409, 'school_login_only_way']);
  t.ok((await own({ token })).connected);
});

t.test('OID-08 an administrator connects nothing', async (t) => {
  const admin = await api.register('admin');
  const visited = await visitToConnect(admin, person().sub);
  t.same((await connect(admin, visited)).body.code, 'school_login_administrator');
});

t.test('OID-16 a login at the school says where the session there is ended', async (t) => {
  const { body } = await logIn(await visitToLogIn(person().sub), 'student');
  const url = new URL(body.data.logout_url!);
  t.equal(url.origin, school.issuer);
  t.same(Object.fromEntries(url.searchParams), {
    client_id: 'nho',
    post_logout_redirect_uri: 'http://nho.test/',
  });
});
