import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import t from 'tap';
import { errors } from '../../api/plugins/error-handler.ts';
import { ERRORS, type ErrorCode } from '../../core/contract/error-codes.ts';
import { AppError } from '../../core/contract/errors.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';

const api = await startApi(t);
const [teacher, student] = [await api.register('teacher'), await api.register()];

t.test('ERR-01 every code has a status, a text, and a body of its own shape', async (t) => {
  for (const [code, [status, text]] of Object.entries(ERRORS)) {
    t.match(code, /^[a-z]+(_[a-z]+)*$/);
    t.ok(status >= 400 && status < 600, `${code} ${status}`);
    t.ok(text.length > 5);
    const placeholders = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const params = Object.fromEntries(placeholders.map((name) => [name, `<${name}>`]));
    const error = new AppError(code as ErrorCode, { params, retryAfter: 7, cause: new Error('internal') });
    const body = error.toBody();
    t.same(body, { success: false, message: error.message, code, params });
    t.notMatch(body.message, /[{}]/, 'nothing is left to fill in');
    t.equal(error.status, status);
  }
});

const quoted: [ErrorCode, number, string][] = [
  ['daily_limit_reached', 422, 'Daily card limit reached for this deck.'],
  ['deck_not_accessible', 403, 'This deck is not official or owned by you'],
  ['deck_not_found', 404, 'Deck not found'],
  ['max_cards_too_low', 422, 'Maximum cards per day must be at least 10× new cards per day'],
  ['teacher_cannot_learn', 403, 'Teachers cannot access student learning features'],
  ['too_many_requests', 429, 'Too many requests, please try again later'],
  ['unauthenticated', 401, 'Invalid or expired session, please log in again'],
];
for (const [code, status, message] of quoted)
  t.test(`ERR-39 ERR-40 ERR-42 ERR-44 ERR-45 LRN-05 LRN-48 ${code} has its text`, async (t) => {
    t.same(ERRORS[code], [status, message]);
  });

t.test('SL-03 what does not exist is 404, as JSON', async (t) => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/me'],
    ['PUT', '/api/me'],
    ['GET', '/api/login'],
    ['GET', '/storage/cards/nothing.mp3'],
    ['GET', '/storage/../config.json'],
    ['GET', '/assets/missing.js'],
    ['POST', '/'],
    ['GET', `/api/decks/${'1'.repeat(500)}`],
  ] as const) {
    const { status, body, headers } = await api.raw(method, path);
    refused(t, { status, body }, 'route_not_found', `${method} ${path.slice(0, 60)}`);
    t.match(headers['content-type'], /^application\/json/);
  }
});

t.test('SL-65 every address that is the client’s own answers its page', async (t) => {
  for (const path of ['/', '/learn/3', '/no/such/page', '/teacher?deckId=1']) {
    const { status, headers } = await api.raw('GET', path);
    t.same([status, headers['cache-control']], [200, 'no-cache'], path);
    t.match(headers['content-type'], /^text\/html/);
  }
});

t.test('SL-01 an address that cannot be read is 400, as JSON of our own', async (t) => {
  for (const path of ['/api/decks/%', '/api/decks/%zz', '/api/%c3%28']) {
    const { status, body, headers } = await student.raw('GET', path);
    t.equal(status, 400, path);
    t.match(body, { success: false, code: 'malformed_request', message: String });
    t.equal(headers['x-content-type-options'], 'nosniff');
  }
});

t.test('no answer is guessed at, framed or run, whatever its status', async (t) => {
  const big = { body: 'x'.repeat(70_000), headers: { 'content-type': 'application/json' } };
  const answers = [
    [200, await api.call('GET /api/official-decks')],
    [200, await api.raw('GET', '/healthz')],
    [200, await api.raw('HEAD', '/api/official-decks')],
    [400, await api.unchecked('POST /api/login', { body: '{', headers: big.headers })],
    [401, await api.call('GET /api/me')],
    [403, await teacher.call('GET /api/recent-deck')],
    [404, await api.raw('GET', '/api/nothing')],
    [413, await api.unchecked('POST /api/login', big)],
    [
      415,
      await api.unchecked('POST /api/login', { body: 'a=b', headers: { 'content-type': 'application/xml' } }),
    ],
    [422, await api.unchecked('POST /api/login', { body: {} })],
  ] as const;
  for (const [status, answer] of answers) {
    t.equal(answer.status, status);
    t.match(answer.headers, {
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
  for (const { headers } of [await api.raw('GET', '/'), await api.raw('GET', '/api/docs/')]) {
    const policy = String(headers['content-security-policy']);
    t.match(policy, /frame-ancestors '(none|self)'/);
    t.match(policy, /default-src 'self'/);
    t.match(policy, /object-src 'none'/);
    t.notMatch(policy, /media-src[^;]*https:/, 'sound from this host only');
    t.equal(headers['x-frame-options'], 'DENY');
    t.notMatch(policy, /script-src[^;]*unsafe/, 'scripts of this host only, none inline');
    t.equal(headers['x-content-type-options'], 'nosniff');
  }
  for (const [, { headers }] of answers) {
    t.equal(headers['x-powered-by'], undefined);
    t.equal(headers['access-control-allow-origin'], undefined, 'no other site reads it');
  }
});

t.test('a fault of ours is 500, and tells a request’s number and nothing else', async (t) => {
  const broken = await startApi(t);
  await broken.sql`delete from site_settings`;
  const { status, body } = await broken.call('GET /api/site-settings', { fault: true });
  t.equal(status, 500);
  t.same(Object.keys(body).sort(), ['code', 'message', 'params', 'success']);
  t.match(body, { success: false, code: 'internal_error', params: { request: String } });
  t.match(body.message, /^Something went wrong on our side; tell us this number: [\w-]+$/);

  await broken.sql`drop table site_settings`;
  const statement = await broken.call('GET /api/site-settings', { fault: true });
  t.equal(statement.status, 500);
  t.notMatch(JSON.stringify(statement.body), /site_settings|select|relation|at /i);
});

t.test('SL-43 with the database away calls are 503 with Retry-After; then all is well again', async (t) => {
  const away = await startApi(t);
  const [owner, learner] = [await away.register('teacher'), await away.register()];
  const words = await away.addDeck(owner.id, 1, { official: true });
  const name = new URL(away.databaseUrl).pathname.slice(1);
  const allow = async (allowed: boolean) => {
    await api.pool.query(`alter database ${name} allow_connections ${allowed}`);
    if (!allowed)
      await api.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  };
  const calls = () =>
    Promise.all([
      away.call('GET /api/official-decks'),
      away.call('GET /api/decks', learner),
      away.call('POST /api/login', { body: { email: 'a@example.org', password: 'x' } }),
      away.raw('POST', `/api/cards/${words.cards[0]}/progress`, {
        token: learner.token,
        body: { status: 2, time_spent: 1 },
      }),
    ]);

  await allow(false);
  for (const { status, body, headers } of await calls()) {
    t.same([status, body.code], [503, 'database_unavailable']);
    t.ok(Number(headers['retry-after']) > 0);
  }
  t.equal((await away.raw('GET', '/healthz')).status, 200, 'the process lives');
  const unready = await away.raw('GET', '/readyz');
  t.equal(unready.status, 503);
  t.match(unready.body, { status: 'not ready', database: 'cannot be reached' });

  await allow(true);
  await until(async () => (await away.raw('GET', '/readyz')).status === 200);
  t.same(column(await calls(), 'status'), [200, 200, 401, 200]);
});

t.test('browsers are told to stay with TLS where they came by TLS, and nowhere else', async (t) => {
  const behind = await startApi(t, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
  for (const path of ['/api/official-decks', '/api/me', '/', '/healthz'])
    for (const [protocol, expected] of [
      ['https', 'max-age=31536000; includeSubDomains'],
      ['http', undefined],
    ] as const) {
      const { headers } = await behind.raw('GET', path, { headers: { 'x-forwarded-proto': protocol } });
      t.equal(headers['strict-transport-security'], expected, `${protocol} ${path}`);
    }
});

t.test('what is no HTTP at all is answered and closed', async (t) => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  const talk = (text: string) => {
    const said = new Promise<string>((resolve, reject) => {
      let said = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => (said += data));
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });
    return within(said, 'the server closes the connection');
  };
  t.match(await talk('nonsense\r\n\r\n'), /^HTTP\/1\.1 400[\s\S]*"code":"malformed_request"/);
  const head = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
  t.match(await talk(head), /^HTTP\/1\.1 400[\s\S]*"code":"malformed_request"/);
  t.match(
    await talk(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n{',
    ),
    /^HTTP\/1\.1 413/,
    'a body too large is refused before it is sent',
  );
  const login = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob(['{"email":"', 'x'.repeat(70_000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  t.equal(login.status, 413, 'and one of unknown length when it has become so');
});

t.test('a disk without room for files is told apart from a fault', async (t) => {
  const app = Fastify();
  await app.register(errors);
  // The device that has no room.
  app.get('/full', () => writeFile('/dev/full', 'sound'));
  t.teardown(() => app.close());
  const answer = await app.inject('/full');
  t.equal(answer.statusCode, 507);
  t.same(answer.json(), {
    success: false,
    message: 'There is no room for files at the moment; please tell the administrator',
    code: 'storage_full',
  });
});

const folder = api.services.storage.folder!;

t.test('a file may run nothing, whatever it is, and no folder is listed', async (t) => {
  mkdirSync(join(folder, 'cards'), { recursive: true });
  for (const name of ['a.html', 'a.svg', 'a.mp3', 'a.png'])
    writeFileSync(join(folder, 'cards', name), '<script>alert(1)</script>');
  for (const name of ['a.html', 'a.svg', 'a.mp3', 'a.png']) {
    const { status, headers } = await api.raw('GET', `/storage/cards/${name}`);
    t.equal(status, 200, name);
    t.match(headers['content-security-policy'], /(^|; ?)sandbox/, `${name} may do nothing`);
    t.match(headers['content-security-policy'], /default-src 'none'/);
    t.equal(headers['x-content-type-options'], 'nosniff');
    const isShown = /mp3|png/.test(name);
    t.equal(headers['content-disposition'], isShown ? undefined : `attachment; filename="${name}"`);
  }
  for (const path of ['/storage/cards/', '/storage/cards', '/storage/']) {
    const { status, body } = await api.raw<string>('GET', path);
    t.ok(status === 404 || status === 400, `${path} is ${status}`);
    t.notMatch(JSON.stringify(body), /a\.mp3/);
  }
});
