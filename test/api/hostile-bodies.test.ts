import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 2, { official: true });
const JSON_TYPE = { 'content-type': 'application/json' };

const registration = (overrides: object = {}) => ({
  name: 'Mai',
  email: `${randomUUID()}@example.org`,
  password: 'long enough',
  password_confirmation: 'long enough',
  role: 'student',
  ...overrides,
});

const register = (body: object | string | Buffer, headers = JSON_TYPE) =>
  api.unchecked('POST /api/register', { body, headers });

/** The JSON of a registration, with more before its end. */
const registrationWith = (more: string) => `${JSON.stringify(registration()).slice(0, -1)},${more}}`;

t.test('SL-01 JSON that cannot be read is 400', async (t) => {
  for (const body of [
    '{',
    '{"name":}',
    "{'name': 1}",
    '{"name": NaN}',
    'name=Mai',
    '\u{feff}{',
    '{"a":1}{"b":2}',
    '"\u0000"',
  ]) {
    const { status, body: answer } = await register(body);
    t.same([status, answer.success, answer.code], [400, false, 'malformed_request'], body);
    t.match(answer.message, /^The request could not be read: /);
  }
});

t.test('SL-01 JSON that is no object, or nothing at all, is refused', async (t) => {
  for (const body of ['[]', '1', 'null', '"text"', 'true', '[{"name":"Mai"}]']) {
    const { status, body: answer } = await register(body);
    t.same([status, answer.code], [422, 'validation_failed'], body);
    t.ok(Object.keys(answer.errors ?? {}).length, 'and says of what');
  }
  t.equal((await register('')).status, 400, 'an empty body');
  t.equal((await api.unchecked('POST /api/register')).status, 422, 'no body');
});

t.test('SL-01 a body of another type is 415', async (t) => {
  const body = JSON.stringify(registration());
  for (const type of [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ]) {
    const { status, body: answer } = await register(body, { 'content-type': type });
    t.same(
      [status, answer.code, answer.message],
      [415, 'unsupported_media_type', 'Send the body as application/json'],
      type,
    );
  }
  t.equal((await register(body, { 'content-type': 'text/plain' })).status >= 415, true, 'text is no JSON');
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON'])
    t.equal((await register(JSON.stringify(registration()), { 'content-type': type })).status, 201, type);
});

t.test('SL-03 a body cannot reach an object’s prototype', async (t) => {
  for (const key of ['__proto__', '\\u005f\\u005fproto\\u005f\\u005f'])
    t.equal((await register(registrationWith(`"${key}":{"role":"admin"}`))).status, 400, key);
  t.equal((await register(registrationWith('"constructor":{"prototype":{"role":"admin"}}'))).status, 400);
  t.equal((await register(registrationWith('"time_zone":{"__proto__":{"x":1}}'))).status, 400, 'so deep');
  for (const key of ['toString', 'hasOwnProperty', 'valueOf', 'constructor'])
    t.equal((await register(registrationWith(`"${key}":1`))).status, 201, `${key} is a name like any other`);
  t.equal(({} as { role?: string }).role, undefined);
});

t.test('SL-01 numbers beyond all bounds are refused like any other wrong value', async (t) => {
  const student = await api.register();
  for (const number of ['1e400', '-1e400', '9'.repeat(400), '1e-400', '0.1e1', '-0', '2.0000000000000001'])
    for (const field of ['status', 'time_spent', 'answered_at', 'tries']) {
      const body = `{"status":2,"time_spent":1,"${field}":${number}}`;
      const { status } = await student.raw('POST', `/api/cards/${deck.cards[0]}/progress`, {
        body,
        headers: JSON_TYPE,
      });
      t.ok(status === 200 || status === 422, `${field} ${number.slice(0, 10)}: ${status}`);
      if (number.includes('e400')) t.equal(status, 422);
    }
});

t.test('SL-01 a NUL character, which the database cannot keep, is refused and its field named', async (t) => {
  const refused = async (field: string, answer: ReturnType<typeof register>) => {
    const { status, body } = await answer;
    t.same([status, body.code, Object.keys(body.errors ?? {})], [422, 'validation_failed', [field]], field);
  };
  const nul = 'long enough\0';
  await refused('name', register(registration({ name: 'M\0ai' })));
  await refused('email', register(registration({ email: `m\0${randomUUID()}@example.org` })));
  await refused('time_zone', register(registration({ time_zone: 'Asia\0' })));
  await refused('password', register(registration({ password: nul, password_confirmation: 'long enough' })));
  await refused(
    'email',
    api.unchecked('POST /api/login', { body: { email: 'a\0@example.org', password: 'x' } }),
  );
  await refused(
    'password',
    api.unchecked('POST /api/login', { body: { email: 'a@example.org', password: nul } }),
  );
  await refused('search', teacher.raw('GET', `/api/decks/${deck.id}/cards?search=a%00b`));
  const requests = [{ method: 'GET', url: '/api/decks', params: { search: '\0' } }];
  await refused('requests.0.params.search', api.raw('POST', '/api/batch', { body: { requests } }));
});

t.test('SL-01 text that is no text is kept as what is left of it, or refused', async (t) => {
  const { status, body } = await api.unchecked('POST /api/register', {
    body: `{"name":"lone \\ud800 half",${JSON.stringify(registration({ name: undefined })).slice(1)}`,
    headers: JSON_TYPE,
  });
  t.equal(status, 201);
  const me = await api.data('GET /api/me', body);
  t.equal(me.name, 'lone \ufffd half');

  const [start, end] = JSON.stringify(registration({ name: '|' })).split('|');
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xc0, 0x80]]) {
    const answer = await register(
      Buffer.concat([Buffer.from(start!), Buffer.from(bytes), Buffer.from(end!)]),
    );
    t.ok(answer.status < 500, `invalid UTF-8 ${Buffer.from(bytes).toString('hex')}: ${answer.status}`);
  }
  for (const query of ['%ff', '%c3%28', '%ed%a0%80', '%', '%2', '%zz', '%u0041'])
    t.ok(
      (
        await teacher.call('GET /api/decks/:deckId/cards', {
          params: { deckId: deck.id },
          query: { search: query },
        })
      ).status < 500,
      query,
    );
});

t.test('ACC-02 letters beyond the first 65,536 are letters: emoji, old scripts, joined ones', async (t) => {
  for (const name of ['😀', '👩🏽‍🚀 Mai', '𓀀𓂀', '𠮷野家', 'a\u{10ffff}', '\u200fשלום', 'a\u0001']) {
    const { status, body } = await api.unchecked('POST /api/register', { body: registration({ name }) });
    t.same([status, body.user?.name], [201, name.trim()], JSON.stringify(name));
  }
});

t.test('ACC-02 a name of letters that nobody sees is none', async (t) => {
  for (const name of ['\u0001', '\u200b', '\u202e\u2066', '\u3164', '\u2800 \ufeff', '\u00ad\u034f']) {
    const { status, body } = await api.unchecked('POST /api/register', { body: registration({ name }) });
    t.same([status, Object.keys(body.errors ?? {})], [422, ['name']], JSON.stringify(name));
    const title = await teacher.call('POST /api/decks', { body: { title: name } });
    t.same([title.status, title.body.code], [422, 'invalid_deck_data'], JSON.stringify(name));
    const body2 = { name, deck_id: deck.id };
    t.equal((await teacher.call('POST /api/classes', { body: body2 })).status, 422);
    const card = { front: name, back: 'b' };
    t.equal(
      (await teacher.call('POST /api/decks/:deckId/cards', { params: { deckId: deck.id }, body: card })).body
        .code,
      'front_back_required',
    );
  }
});

t.test('SL-01 a body may be nested or have names as much as its length allows', async (t) => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  t.equal((await register(registrationWith(`"more":${deep(10_000)}`))).status, 201, 'in an ignored field');
  t.equal((await register(registrationWith(`"more":${deep(30_000)}`))).status, 201);
  const wrong = await register(`{"name":${deep(10_000)}}`);
  t.same([wrong.status, Object.keys(wrong.body.errors ?? {}).includes('name')], [422, true]);
  const objects = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
  const batch = `{"requests":[{"method":"GET","url":"/api/site-settings","data":${objects}}]}`;
  t.equal((await api.raw('POST', '/api/batch', { body: batch, headers: JSON_TYPE })).status, 200);

  const names = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join();
  t.equal((await register(registrationWith(names(5_000)))).status, 201);
  const { status, body } = await register(registrationWith(names(100_000)));
  t.same([status, body.code], [413, 'payload_too_large']);
});

t.test('SL-01 many faults are told, and no more than can be read', async (t) => {
  const requests = Array.from({ length: 3_000 }, () => ({}));
  const { status, body } = await api.raw('POST', '/api/batch', { body: { requests } });
  t.equal(status, 422);
  t.ok(Object.keys(body.errors ?? {}).length <= 50);
  t.ok(JSON.stringify(body).length < 20_000);
});

t.test('SL-01 a query that says a thing twice is refused', async (t) => {
  const student = await api.register();
  for (const [path, field] of [
    [`/api/decks/${deck.id}/cards/set?limit=1&limit=2`, 'limit'],
    [`/api/decks/${deck.id}/cards?search=a&search=b`, 'search'],
  ] as const) {
    const { status, body } = await student.raw('GET', path);
    t.same([status, Object.keys(body.errors ?? {})], [422, [field]], path);
  }
});
