import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import t from 'tap';
import { batchRoutes, PARTS_AT_ONCE } from '../../api/routes/system/batch.routes.ts';
import { type Access, allows } from '../../core/contract/endpoint.ts';
import { ROLE_NAMES } from '../../core/contract/roles.ts';
import { formOf } from '../card/card-form.ts';
import { importCalls, jsonOf } from '../deck-import/import-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin } from '../harness/within.ts';
import { contracts } from './all-contracts.ts';

const api = await startApi(t);
const [teacher, student] = [await api.register('teacher'), await api.register('student')];
const deck = await api.addDeck(teacher.id, 3, { official: true, title: 'Official' });
const foreign = await api.addDeck(teacher.id, 1, { title: 'Of a teacher' });

interface Batch {
  success: boolean;
  data: { status: number; data: { success?: boolean; code?: string; message?: string; data?: unknown } }[];
  errors?: object;
}

const send = (
  requests: unknown,
  token: string | undefined = student.token,
  headers: Record<string, string> = {},
) => api.raw<Batch>('POST', '/api/batch', { token, body: { requests }, headers });

const get = (url: string, rest: object = {}) => ({ method: 'GET', url, ...rest });

t.test('API-03 LRN-43 the three reads of a session in one answer, in order, each as by itself', async (t) => {
  const urls = [`/api/decks/${deck.id}`, `/api/decks/${deck.id}/cards/set`, `/api/decks/${deck.id}/counts`];
  const { status, body } = await send([
    get(urls[0]!),
    get(urls[1]!, { params: { limit: 2 } }),
    get(urls[2]!),
  ]);
  t.equal(status, 200);
  t.equal(body.success, true);
  const alone = [
    await student.raw<object>('GET', urls[0]!),
    await student.raw<object>('GET', `${urls[1]}?limit=2`),
    await student.raw<object>('GET', urls[2]!),
  ];
  t.same(
    body.data,
    alone.map(({ status, body }) => ({ status, data: body })),
  );
});

t.test('API-03 the order is that of the requests, however long each takes', async (t) => {
  const ids = Array.from({ length: 20 }, (_, index) => (index % 3 ? deck.id : 2_000_000_000 + index));
  const { body } = await send(ids.map((id) => get(`/api/decks/${id}`)));
  t.same(
    body.data.map(({ status, data }) => [status, (data.data as { id: number } | undefined)?.id]),
    ids.map((id) => (id === deck.id ? [200, id] : [404, undefined])),
  );
});

t.test('API-04 SL-54 one that fails fails alone, with the status and body it has by itself', async (t) => {
  const { status, body } = await send([
    get('/api/decks'),
    get(`/api/decks/${foreign.id}`),
    get('/api/decks/2000000000'),
    get('/api/nothing'),
    get('/api/decks/abc'),
    get(`/api/decks/${deck.id}/cards/set`, { params: { limit: 1_000 } }),
    get('/api/official-decks'),
  ]);
  t.equal(status, 200);
  t.same(
    body.data.map((entry) => [entry.status, entry.data.code]),
    [
      [200, undefined],
      [403, 'deck_not_accessible'],
      [404, 'deck_not_found'],
      [404, 'route_not_found'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [200, undefined],
    ],
  );
  t.equal(body.data[1]?.data.message, 'This deck is not official or owned by you');
});

t.test('SL-54 the parts are called with the caller’s token, and without one as nobody', async (t) => {
  const requests = [get('/api/me'), get(`/api/decks/${foreign.id}`), get('/api/official-decks')];
  const statuses = async (token?: string) => {
    const { body } = await api.raw<Batch>('POST', '/api/batch', { token, body: { requests } });
    return body.data.map(({ status }) => status);
  };
  t.same(await statuses(student.token), [200, 403, 200]);
  t.same(await statuses(teacher.token), [200, 200, 200]);
  t.same(await statuses(), [401, 401, 200]);
  t.same(await statuses('rubbish'), [401, 401, 200]);
});

t.test('SL-54 no part brings a token, header or method of its own', async (t) => {
  const { token } = teacher;
  const own = { headers: { authorization: `Bearer ${token}` }, token, authorization: `Bearer ${token}` };
  const { body } = await send([get('/api/me', own)]);
  t.match(body.data[0]?.data.data, { id: student.id });
  for (const method of ['POST', 'DELETE', 'PATCH', 'PUT', 'HEAD', 'OPTIONS', 'get', '', null, undefined]) {
    const answer = await send([{ ...get('/api/decks'), method }]);
    t.same(
      [answer.status, Object.keys(answer.body.errors ?? {})],
      [422, ['requests.0.method']],
      String(method),
    );
  }
});

t.test('SL-54 a batch has 1 to 20 entries', async (t) => {
  const entries = (count: number) => Array.from({ length: count }, () => get('/api/site-settings'));
  t.equal((await send(entries(20))).body.data.length, 20);
  for (const wrong of [entries(21), entries(0), undefined, null, {}, 'x', [null], ['/api/decks']])
    t.equal((await send(wrong)).status, 422, JSON.stringify(wrong)?.slice(0, 20));
});

const elsewhere = [
  'http://example.org/api/decks',
  'https://127.0.0.1/api/decks',
  '//example.org/api/decks',
  'api/decks',
  '/',
  '/healthz',
  '/metrics',
  '/storage/cards/x.mp3',
  '/apix/decks',
  '/API/decks',
  ' /api/decks',
  '\\api\\decks',
  '',
  // Out of /api/ by the back door.
  '/api/../healthz',
  '/api/../metrics',
  '/api/decks/../../metrics',
  '/api/%2e%2e/metrics',
  '/api/.%2E/metrics',
  '/api/..\\metrics',
  '/api/\\..\\metrics',
  '/api/\t../metrics',
];
const nested = [
  '/api/batch',
  '/api/batch?x=1',
  '/api/batch/',
  '/api/%62atch',
  '/api/b%61tch',
  '/api/./batch',
  '/api/x/../batch',
  '/api/%2e/batch',
  '/api//batch',
  '/api/batch#x',
];

for (const url of elsewhere)
  t.test(`SL-54 an entry leads nowhere but to /api/: ${JSON.stringify(url)}`, async (t) => {
    const { status, body } = await send([get('/api/site-settings'), get(url)]);
    t.same([status, Object.keys(body.errors ?? {})], [422, ['requests.1.url']]);
  });

for (const url of nested)
  t.test(`SL-54 a batch is no part of a batch: ${url}`, async (t) => {
    const { status, body } = await send([get(url)]);
    if (status === 200) t.equal(body.data[0]?.status, 404);
    else t.same([status, Object.keys(body.errors ?? {})], [422, ['requests.0.url']]);
  });

t.test('API-03 params are the query, and join one that the url has', async (t) => {
  const cards = async (url: string, params?: object) => {
    const { body } = await send([get(url, { params })]);
    return (body.data[0]!.data.data as { front: string }[]).map(({ front }) => front);
  };
  const path = `/api/decks/${deck.id}/cards`;
  t.same(await cards(path, { search: 'front 2' }), ['front 2']);
  t.same(await cards(`${path}?search=front%203`), ['front 3']);
  t.same(await cards(path, { search: '&x=1' }), []);
  t.same(await cards(`${path}?search=front%203`, { other: true }), ['front 3']);
  const { body } = await send([get(`/api/decks/${deck.id}/cards/set`, { params: { limit: '1' } })]);
  t.equal((body.data[0]!.data.data as object[]).length, 1);
  for (const params of [{ search: null }, { search: ['a'] }, { search: { a: 1 } }, 'search=a', [1]])
    t.equal((await send([get(path, { params })])).status, 422, JSON.stringify(params));
});

t.test('LRN-43 After-Position counts for the parts as well', async (t) => {
  const body = { status: 2, time_spent: 1 };
  const progress = await student.raw<{ data: { position: string } }>(
    'POST',
    `/api/cards/${deck.cards[0]}/progress`,
    { body },
  );
  const header = { 'After-Position': progress.body.data.position };
  const [answer] = await Promise.all([
    send([get(`/api/decks/${deck.id}/stats`), get(`/api/decks/${deck.id}/counts`)], student.token, header),
    api.project(),
  ]);
  t.match(answer.body.data[0]?.data.data, { cards_studied: 1 });
});

for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/index.html'])
  t.test(`SL-54 a page of the documentation is no part of a batch: ${url}`, async (t) => {
    t.equal((await send([get(url)])).status, 422);
    const { body } = await send([get(url.replace('docs', '%64ocs')), get('/api/me')]);
    t.match(body.data, [{ status: 400, data: { code: 'malformed_request' } }, { status: 200 }]);
  });

t.test('SL-54 all parts together have at most 2 MB; what there is no room for is refused', async (t) => {
  const long = { front: 'x'.repeat(500), back: 'y'.repeat(500), definition: '\x01'.repeat(1_000) };
  const large = await api.addDeck(
    teacher.id,
    Array.from({ length: 100 }, () => long),
    { official: true },
  );
  const path = `/api/decks/${large.id}/cards`;
  const alone = Buffer.byteLength(
    JSON.stringify(
      (await student.call('GET /api/decks/:deckId/cards', { params: { deckId: large.id } })).body,
    ),
  );
  const { status, body } = await send([get('/api/me'), ...Array.from({ length: 19 }, () => get(path))]);
  t.equal(status, 200);
  t.ok(Buffer.byteLength(JSON.stringify(body)) < 2_020_000);
  t.equal(body.data[0]?.status, 200, 'one that is small');
  // Some are made at once: which of them find room is not said, but not how many.
  const whole = body.data.slice(1).filter((part) => part.status === 200);
  t.equal(whole.length, Math.floor((2_000_000 - 1_000) / alone));
  for (const part of body.data.filter((part) => part.status !== 200))
    t.match(part, { status: 413, data: { success: false, code: 'answer_too_large' } });
});

t.test('SL-54 batches of one account are made a few at a time, a few wait, more are refused', async (t) => {
  const many = Array.from({ length: 60 }, () => send([get('/api/decks'), get('/api/me')]));
  const others = await send([get('/api/me')], teacher.token);
  t.equal(others.body.data[0]?.status, 200, 'nobody else waits for them');
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  t.equal(answers.filter(({ status }) => status === 200).length + refused.length, 60);
  t.ok(refused.length > 0 && answers.length - refused.length >= 20);
  for (const { body, headers } of refused) {
    t.match(body, { code: 'too_many_requests' });
    t.equal(headers['retry-after'], '1');
  }
  t.equal((await send([get('/api/me')])).status, 200, 'and all is as before');
});

t.test('API-03 every GET answers within a batch; a file and a stream are refused', async (t) => {
  const api = await startApi(t);
  const [teacher, admin] = [await api.register('teacher'), await api.register('admin')];
  const deck = await api.addDeck(teacher.id);
  const created = await teacher.data('POST /api/classes', { body: { name: '10A', deck_id: deck.id } });
  const { send } = importCalls(api, admin);
  const fields = { title: 'x', json_file: jsonOf([{ front: 'a', back: 'b' }]) };
  const sent = await send(fields);
  const own = await teacher.unchecked('POST /api/imports', { ...formOf(fields) });
  const ids = { deckId: deck.id, cardId: deck.cards[0]!, classId: created.id, importId: sent.body.data.id };
  const student = await api.register();
  const callers: Record<string, typeof student> = { student, teacher, admin };
  const tokenFor = (access: Access): string | undefined => {
    if (access === 'public') return undefined;
    // What is asked for is the teacher's, where a teacher may ask.
    const isTeachers = access === 'any' || allows(access, 'teacher');
    const role = isTeachers ? 'teacher' : ROLE_NAMES.find((name) => allows(access, name));
    return callers[role!]!.token;
  };
  const gets = contracts.filter(({ method }) => method === 'GET');
  for (const { url, access } of gets) {
    const idsOf = url.startsWith('/api/imports') ? { ...ids, importId: own.body.data.id } : ids;
    const path = url.replace(/:(\w+)/g, (_, name: string) => String({ ...idsOf }[name] ?? student.id));
    const answer = api.call('POST /api/batch', {
      token: tokenFor(access),
      body: { requests: [{ method: 'GET', url: path, params: { format: 'csv' } }] },
    });
    // A stream that is taken for a part never answers.
    if (!(await endsWithin(answer, 10_000))) {
      t.fail(`${path} answers within a batch`);
      continue;
    }
    const { status, body } = await answer;
    t.equal(status, 200, path);
    const [part] = body.data;
    t.ok(part!.status < 500 && part!.status !== 401, `${path} ${part!.status}`);
    if (/\/live$/.test(url))
      t.match(
        part,
        { status: 400, data: { code: 'malformed_request', message: /a stream is no part/ } },
        path,
      );
    if (/\/export$/.test(url))
      t.match(part, { status: 400, data: { code: 'malformed_request', message: /a file is no part/ } }, path);
  }
  t.equal(gets.filter(({ url }) => url.endsWith('/live')).length, 3);
});

t.test('API-03 the parts of a caller who has gone are ended', async (t) => {
  const app = Fastify();
  let begun = 0;
  let ended = 0;
  app.get('/api/slow', (incoming, reply) => {
    begun++;
    reply.hijack();
    incoming.raw.once('close', () => ended++);
  });
  app.decorate('accountIdOf', () => undefined);
  let isGone = false;
  app.addHook('onRequest', (incoming, reply, done) => {
    if (incoming.url === '/api/batch')
      reply.raw.once('close', () => {
        isGone = true;
      });
    done();
  });
  await app.register(batchRoutes);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const outer = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/batch',
    headers: { 'content-type': 'application/json' },
  });
  outer.on('error', () => {});
  outer.end(
    JSON.stringify({ requests: Array.from({ length: 20 }, () => ({ method: 'GET', url: '/api/slow' })) }),
  );
  await until(() => begun === PARTS_AT_ONCE, 'parts have begun');
  t.equal(ended, 0);
  outer.destroy();
  await until(() => isGone, 'the server has noticed');
  // What follows from that needs nothing but a few turns of the event loop.
  for (let turns = 0; turns < 100 && ended < PARTS_AT_ONCE; turns++) await turn();
  t.equal(ended, PARTS_AT_ONCE, 'they have ended');
});
