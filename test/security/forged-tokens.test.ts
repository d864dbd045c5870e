import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { JWT_SECRET, startApi } from '../harness/api-harness.ts';

const api = await startApi(t);
const account = await api.register('student');
const claims = JSON.parse(Buffer.from(account.token.split('.')[1]!, 'base64url').toString());
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (header: object, payload: object = claims, secret = JWT_SECRET): string => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };

const status = async (token: string): Promise<number> => (await api.raw('GET', '/api/me', { token })).status;

t.test('a key of the sender’s own choice is never used, and what must be understood is', async (t) => {
  t.equal(await status(signed(HS256)), 200, 'so that the others fail for their one fault');
  const rsText = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const rs256 = `${rsText}.${createSign('RSA-SHA256').update(rsText).sign(privateKey, 'base64url')}`;
  const own = 'a secret of the sender, of more than thirty-two letters';
  const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') };
  const forged = {
    'RS256 by a key of their own': rs256,
    'HS256 with a public key as its secret': signed(HS256, claims, publicPem),
    'a key in the header': signed({ ...HS256, jwk }, claims, own),
    'the address of keys': signed({ ...HS256, jku: 'https://evil.example/keys' }, claims, own),
    'the address of a certificate': signed({ ...HS256, x5u: 'https://evil.example/c.pem' }, claims, own),
    'a certificate': signed({ ...HS256, x5c: ['MIIB'] }, claims, own),
    'the name of a file as the key': signed({ ...HS256, kid: '/dev/null' }, claims, ''),
    'an extension that must be understood': signed({ ...HS256, crit: ['b64'], b64: false }),
    'an unknown extension': signed({ ...HS256, crit: ['x'], x: 1 }),
    'no algorithm in capitals': `${part({ alg: 'NONE' })}.${part(claims)}.`,
    'white space before it': ` ${signed(HS256, claims, own)}`,
    'five parts': `${signed(HS256)}.a.b`,
  };
  for (const [name, token] of Object.entries(forged)) t.equal(await status(token), 401, name);
});

t.test('each claim that is wrong alone is refused', async (t) => {
  const now = Math.floor(Date.now() / 1_000);
  const wrong = {
    'another audience': { aud: 'elsewhere' },
    'our audience among others': { aud: ['nho api', 'elsewhere'] },
    'another issuer': { iss: 'elsewhere' },
    'an end before now': { exp: now - 1 },
    'an end that is text': { exp: String(now + 60) },
    'an end without end': { exp: now + 10 ** 9 },
    'a beginning after now': { nbf: now + 60 },
    'a making after now': { iat: now + 3_600 },
    'an account of another type': { sub: account.id },
    'a version that is text': { version: '0' },
  };
  for (const [name, claim] of Object.entries(wrong))
    t.equal(await status(signed(HS256, { ...claims, ...claim })), 401, name);
});

t.test('a secret that is short, or stands in the documents, does not start the product', async (t) => {
  const { loadConfig } = await import('../../core/process/config.ts');
  const config = (JWT_SECRET: string) =>
    loadConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://a/b', JWT_SECRET });
  t.throws(() => config('short'), /JWT_SECRET/);
});
