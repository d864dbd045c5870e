import { createSign, generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { JWT_SECRET, startApi } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { claimsOf, signedToken } from './signed-token.ts';

const api = await startApi(t);
const DAY = 86_400;

const forge = (
  claims: object,
  { secret = JWT_SECRET, ...header }: { secret?: string; [name: string]: unknown } = {},
) => signedToken(claims, secret, header);
const seconds = () => Math.floor(Date.now() / 1_000);

const me = (authorization?: string) =>
  api.call('GET /api/me', authorization === undefined ? {} : { headers: { authorization } });

const account = await api.register('student');
const claims = claimsOf(account.token) as { exp: number; iat: number; version: number };

const OWN = 'a secret of the sender, of more than thirty-two letters';
const jwk = { kty: 'oct', k: Buffer.from(OWN).toString('base64url') };
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const unsigned = forge(claims, { alg: 'RS256' });
const rs256 = unsigned + createSign('RSA-SHA256').update(unsigned.slice(0, -1)).sign(privateKey, 'base64url');

t.test('API-01 a token of ours is good, as is one made by hand with our secret', async (t) => {
  t.equal((await me(`Bearer ${account.token}`)).status, 200);
  t.equal((await me(`Bearer ${forge(claims)}`)).status, 200, 'the forgeries below fail for their one fault');
});

t.test('SL-07 a token lasts seven days', async (t) => {
  // Made within a second or two of each other.
  t.ok(Math.abs(claims.exp - claims.iat - 7 * DAY) <= 2);
  t.same(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'sub', 'version'], 'names nobody');
});

t.test('SL-07 a token of staff lasts as many hours as is set', async (t) => {
  const { exp, iat } = claimsOf((await api.register('teacher')).token);
  t.ok(Math.abs(Number(exp) - Number(iat) - DAY / 2) <= 2, '12 of them by default');
});

const faults: Record<string, string> = {
  'no algorithm': forge(claims, { alg: 'none' }),
  'no algorithm, written otherwise': forge(claims, { alg: 'nOnE' }),
  'another HMAC': forge(claims, { alg: 'HS512' }),
  'another secret': forge(claims, { secret: 'another secret of thirty-two characters' }),
  'an empty secret': forge(claims, { secret: '' }),
  'another issuer': forge({ ...claims, iss: 'elsewhere' }),
  'no issuer': forge({ ...claims, iss: undefined }),
  expired: forge({ ...claims, iat: seconds() - 8 * DAY, exp: seconds() - 1 }),
  'not yet valid': forge({ ...claims, nbf: seconds() + DAY }),
  'another audience': forge({ ...claims, aud: 'elsewhere' }),
  'no audience': forge({ ...claims, aud: undefined }),
  'neither audience nor id': forge({ ...claims, jti: undefined, aud: undefined }),
  'no id': forge({ ...claims, jti: undefined }),
  'an expiry later than any that is given': forge({ ...claims, exp: seconds() + 8 * DAY }),
  'an expiry in fifty years': forge({
    ...claims,
    exp: seconds() + 50 * 365 * DAY,
  }),
  'no expiry': forge({ ...claims, exp: undefined }),
  'an earlier token version': forge({ ...claims, version: claims.version - 1 }),
  'a later token version': forge({ ...claims, version: claims.version + 1 }),
  'no token version': forge({ ...claims, version: undefined }),
  'an unknown account': forge({ ...claims, sub: '2000000000' }),
  'no account': forge({ ...claims, sub: undefined }),
  'an id beyond the database': forge({ ...claims, sub: '99999999999999999999' }),
  'an id that is no number': forge({ ...claims, sub: '1 or 1=1' }),
  'an id that is an object': forge({ ...claims, sub: { id: 1 } }),
  'a key of the sender’s own': rs256,
  'a public key as its secret': forge(claims, {
    secret: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }),
  'a key in the header': forge(claims, { secret: OWN, jwk }),
  'the address of keys': forge(claims, { secret: OWN, jku: 'https://evil.example/keys' }),
  'the address of a certificate': forge(claims, { secret: OWN, x5u: 'https://evil.example/c.pem' }),
  'a certificate': forge(claims, { secret: OWN, x5c: ['MIIB'] }),
  'the name of a file as the key': forge(claims, { secret: '', kid: '/dev/null' }),
  'an extension that must be understood': forge(claims, { crit: ['b64'], b64: false }),
  'an unknown extension': forge(claims, { crit: ['x'], x: 1 }),
  'our audience among others': forge({ ...claims, aud: ['nho api', 'elsewhere'] }),
  'an end that is text': forge({ ...claims, exp: String(seconds() + 60) }),
  'a making after now': forge({ ...claims, iat: seconds() + 3_600 }),
  'an account of another type': forge({ ...claims, sub: account.id }),
  'a version that is text': forge({ ...claims, version: '0' }),
  'white space before it': ` ${forge(claims, { secret: OWN })}`,
  'five parts': `${forge(claims)}.a.b`,
  'no payload': `${forge({}).split('.')[0]}..x`,
  'no token': '',
  rubbish: 'rubbish',
  'a cut signature': account.token.slice(0, -3),
};

for (const [fault, token] of Object.entries(faults))
  t.test(`SL-03 a token with ${fault} is 401`, async (t) => {
    refused(t, await me(`Bearer ${token}`), 'unauthenticated');
  });

t.test('SL-03 without the scheme Bearer a token is none', async (t) => {
  for (const header of [
    undefined,
    '',
    account.token,
    `Basic ${account.token}`,
    `Token ${account.token}`,
    'Bearer',
  ])
    t.equal((await me(header)).status, 401, String(header).slice(0, 10));
  t.equal((await api.raw('GET', `/api/me?token=${account.token}`)).status, 401, 'nor in the address');
  t.equal((await api.call('GET /api/me', { headers: { cookie: `token=${account.token}` } })).status, 401);
});

t.test('SL-03 another one of the claims does not fit the signature', async (t) => {
  const [header, , signature] = account.token.split('.');
  const other = await api.register('teacher');
  const sub = String(other.id);
  const tampered = `${header}.${forge({ ...claims, sub }).split('.')[1]}.${signature}`;
  t.equal((await me(`Bearer ${tampered}`)).status, 401);
});

t.test('SL-03 a role in a token counts for nothing: the database says who is who', async (t) => {
  const token = forge({ ...claims, role: 'admin', is_admin: true });
  const { status, body } = await api.call('GET /api/me', { token });
  t.same([status, body.data.role], [200, 'student']);
  const teacher = await api.register('teacher');
  const pretending = forge({ ...claimsOf(teacher.token), role: 'student' });
  t.equal((await api.call('GET /api/recent-deck', { token: pretending })).status, 403);
});

t.test('ERR-39 a token that has been good is refused once it has expired', async (t) => {
  let exp = 0;
  let token = '';
  // On a busy machine the first answer may come when the token has ended already: the next one lasts longer.
  for (let lifetime = 1; Date.now() >= exp * 1_000; lifetime *= 2) {
    exp = seconds() + lifetime;
    token = forge({ ...claims, exp });
    const { status } = await me(`Bearer ${token}`);
    if (Date.now() < exp * 1_000) t.equal(status, 200);
  }
  await until(async () => (await me(`Bearer ${token}`)).status === 401);
  t.ok(Date.now() >= exp * 1_000, 'not before its time');
});

t.test('SL-03 the token of an account that no longer exists is 401', async (t) => {
  const leaver = await api.register();
  t.equal((await me(`Bearer ${leaver.token}`)).status, 200);
  await api.pool.query('delete from users where id = $1', [leaver.id]);
  await until(async () => (await me(`Bearer ${leaver.token}`)).status === 401);
});
