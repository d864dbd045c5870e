import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { within } from '../../harness/within.ts';
import { claimsOf } from '../signed-token.ts';
import { startSchool, throughSchool, wayThrough } from './test-school.ts';

const school = await startSchool(t);
const env = { ...school.env, PUBLIC_URL: 'http://nho.test' };
const api = await startApi(t, { env });

const { person, begin, back, visit } = wayThrough(school, api);
const known = person();
const problemOf = async (login: string | null = known.sub) => (await visit(login)).problem;
t.afterEach(() => {
  school.forge = undefined;
  school.instead = undefined;
});

const forgeries: Record<string, (claims: Record<string, unknown>) => object> = {
  'of another issuer': (claims) => ({ ...claims, iss: 'https://other.example.org' }),
  'for another product': (claims) => ({ ...claims, aud: 'another' }),
  'with another nonce': (claims) => ({ ...claims, nonce: 'x'.repeat(43) }),
  'without a nonce': ({ nonce, ...claims }) => claims,
  'that has ended': (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 }),
};
for (const [what, change] of Object.entries(forgeries))
  t.test(`OID-10 a token ${what} lets nobody in`, async (t) => {
    school.forge = (body) => ({ ...body, id_token: school.sign(change(claimsOf(body.id_token))) });
    t.equal(await problemOf(), 'school_login_failed');
  });

t.test('OID-10 a token that another key has signed lets nobody in; the school’s own does', async (t) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const resigned = (token: string) => {
    const text = token.split('.').slice(0, 2).join('.');
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  school.forge = (body) => ({ ...body, id_token: resigned(body.id_token) });
  t.equal(await problemOf(), 'school_login_failed');
  school.forge = (body) => ({ ...body, id_token: school.sign(claimsOf(body.id_token)) });
  t.equal(await problemOf(), null);
});

t.test('OID-10 OID-22 a token of an earlier visit, whose nonce was used, lets nobody in', async (t) => {
  let used = '';
  school.forge = (body) => {
    used ||= body.id_token;
    return { ...body, id_token: used };
  };
  t.equal(await problemOf(), null, 'once');
  t.equal(await problemOf(), 'school_login_failed');
  t.same(await api.sql`select from school_logins`, [], 'nothing was done by halves');
});

t.test('OID-10 a code of another visit is refused, since its challenge is another one', async (t) => {
  const [mine, others] = [await begin(), await begin()];
  const stolen = await throughSchool(others.url, known.sub);
  const address = await throughSchool(mine.url, known.sub);
  address.searchParams.set('code', stolen.searchParams.get('code')!);
  t.equal((await back(address, mine.cookie)).problem, 'school_login_failed');
});

t.test('OID-11 who cancels at the school is told so', async (t) => {
  t.equal(await problemOf(null), 'school_login_cancelled');
});

t.test('OID-12 a school that is away stops nothing, and is asked again', async (t) => {
  school.instead = (request) => request.socket.destroy();
  // It starts while the school is away.
  const late = await startApi(t, { env, databaseUrl: api.databaseUrl });
  const away = await late.call('POST /api/login/school/begin', { body: {} });
  t.same([away.status, away.body.code], [503, 'school_login_unavailable']);
  t.equal(away.headers['set-cookie'], undefined);
  school.instead = (_request, response) => response.writeHead(503).end('<html>away</html>');
  t.equal((await late.call('POST /api/login/school/begin', { body: {} })).status, 503);
  school.instead = undefined;
  const { url, cookie } = await begin(late);
  const address = await throughSchool(url, known.sub);
  school.instead = (request) => request.socket.destroy();
  t.equal((await back(address, cookie, late)).problem, 'school_login_unavailable');
});

t.test('OID-12 a school that does not answer is waited for some seconds, and no longer', async (t) => {
  const slow = await startApi(t, { env, databaseUrl: api.databaseUrl });
  school.instead = () => {};
  const { status } = await within(slow.call('POST /api/login/school/begin', { body: {} }), 'it gives up');
  t.equal(status, 503);
});

t.test('OID-13 where none is set up, nothing is there', async (t) => {
  const without = await startApi(t, { databaseUrl: api.databaseUrl });
  const { token } = await without.register();
  const code = 'x'.repeat(43);
  for (const { status } of [
    await without.call('POST /api/login/school/begin', { body: {} }),
    await without.call('POST /api/login/school', { body: { code } }),
    await without.raw('GET', '/api/login/school/callback?code=x&state=y'),
    await without.call('GET /api/me/school-login', { token }),
    await without.call('POST /api/me/school-login/begin', { token, body: { password: 'x' } }),
    await without.call('POST /api/me/school-login', { token, body: { code } }),
    await without.call('POST /api/me/school-login/disconnect', { token, body: { password: 'x' } }),
  ])
    t.equal(status, 404);
  t.equal((await without.call('GET /api/site-settings')).body.data.school_login, null);
  t.equal((await api.call('GET /api/site-settings')).body.data.school_login, 'Trường Lê Quý Đôn');
});

t.test('OID-04 SL-224 neither code, state, nonce nor verifier is in the database', async (t) => {
  const { url, cookie } = await begin();
  const state = new URL(url).searchParams.get('state')!;
  const { rows } = await api.pool.query('select v::text as row from school_visits v');
  const text = rows.map(({ row }) => row as string).join('\n');
  t.ok(rows.length > 0);
  const nonce = new URL(url).searchParams.get('nonce')!;
  const challenge = new URL(url).searchParams.get('code_challenge')!;
  t.notOk(text.includes(challenge), 'of the verifier not even its digest');
  for (const secret of [state, nonce, cookie.split('=')[1]!]) {
    t.notOk(text.includes(secret));
    t.notOk(text.includes(createHash('sha256').update(secret).digest('hex')));
  }
});
