import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { startSchool, throughSchool } from './test-school.ts';

const school = await startSchool(t);
const api = await startApi(t, { env: { ...school.env, PUBLIC_URL: 'http://nho.test' } });

const person = () =>
  school.knows({
    sub: randomUUID(),
    name: 'Mai',
    email: `${randomUUID()}@school.edu.vn`,
    email_verified: true,
  });

async function follow(
  { body, headers }: { body: { data: { url: string } }; headers: object },
  login: string,
) {
  const cookie = String((headers as Record<string, unknown>)['set-cookie']).split(';')[0]!;
  const address = await throughSchool(body.data.url, login);
  const back = await api.raw('GET', address.pathname + address.search, { headers: { cookie } });
  const page = new URL(String(back.headers.location));
  const said = Object.fromEntries(new URLSearchParams(page.hash.slice(1)));
  return { page: page.pathname, said, cookie, began: new URL(body.data.url).searchParams };
}
type Visit = Awaited<ReturnType<typeof follow>>;

const toLogIn = async (login: string) =>
  follow(await api.call('POST /api/login/school/begin', { body: {} }), login);
const toConfirm = async (token: string, login: string) =>
  follow(await api.call('POST /api/me/school-login/confirm', { token }), login);
const remove = (token: string, { said, cookie }: Visit) =>
  api.call('POST /api/me/deletion/by-school', {
    token,
    body: { code: said.proof ?? said.code! },
    headers: { cookie },
  });
const deleteAt = async (token: string) =>
  (await api.call('GET /api/me/deletion', { token })).body.data.delete_at;

/** Somebody new, who has no password. */
async function entered() {
  const mai = person();
  const { said, cookie } = await toLogIn(mai.sub);
  const data = await api.data('POST /api/login/school', {
    body: { code: said.code!, role: 'student' },
    headers: { cookie },
  });
  return { mai, token: data.login!.token, id: data.login!.user.id };
}

t.test('OID-17 who has no password deletes the account by logging in at the school again', async (t) => {
  const { mai, token, id } = await entered();
  const refused = await api.call('POST /api/me/deletion', { token, body: { password: 'anything' } });
  t.equal(refused.body.code, 'no_password');
  const visit = await toConfirm(token, mai.sub);
  t.match(visit, { page: '/account', said: { proof: /^[\w-]{43}$/ } });
  t.same([visit.began.get('prompt'), visit.began.get('max_age')], ['login', '0']);
  const asked = await remove(token, visit);
  t.match(asked, { status: 200, body: { data: { reason: 'own', delete_at: String } } });
  t.equal((await remove(token, visit)).body.code, 'school_login_gone', 'once');
  const { rows } = await api.pool.query('select act, actor_id from acts where person_id = $1', [id]);
  t.same(rows, [{ act: 'person.deletion_asked', actor_id: id }]);
});

t.test('OID-17 another person of the school, account or browser proves nothing', async (t) => {
  const { mai, token } = await entered();
  const other = await entered();
  const othersLogin = await remove(token, await toConfirm(token, person().sub));
  t.match(othersLogin, { status: 403, body: { code: 'school_login_other' } });
  const visit = await toConfirm(token, mai.sub);
  t.equal((await remove(other.token, visit)).body.code, 'school_login_gone');
  t.equal((await remove(token, { ...visit, cookie: '' })).body.code, 'school_login_gone');
  t.same([await deleteAt(token), await deleteAt(other.token)], [null, null]);
});

t.test('OID-17 a login is no proof, and a proof neither login nor connection', async (t) => {
  const { mai, token } = await entered();
  t.equal((await remove(token, await toLogIn(mai.sub))).body.code, 'school_login_gone');
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
    school.forge = (body) => {
      const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1]!, 'base64url').toString());
      return { ...body, id_token: school.sign({ ...claims, auth_time }) };
    };
    const { page, said } = await toConfirm(token, mai.sub);
    t.same([page, said.proof], ['/account', undefined]);
    t.match(said.disproof, /^school_login_(not_again|failed)$/, String(auth_time));
    if (auth_time !== 'now') t.equal(said.disproof, 'school_login_not_again');
  }
  t.equal(await deleteAt(token), null);
});
