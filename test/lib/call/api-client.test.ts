import t from 'tap';
import type { NewCardBody } from '../../../core/card/card.schema.ts';
import { ApiError, callApi, requestHeaders } from '../../../web/lib/call/api-client.ts';
import { formOf } from '../../../web/lib/call/form-of.ts';
import { beginPage } from '../../../web/lib/kept/storage-key.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../kept/memory-storage.ts';
import { fakeNetwork, headerOf } from '../live/fake-network.ts';

const passwords = { current_password: 'old', new_password: 'new', new_password_confirmation: 'new' };
const answer = { params: { cardId: 1 }, body: { status: 2, time_spent: 5 } } as const;
const ofDeck = { params: { deckId: 1 } };
const nothing = { body: { requests: [] } };

const ok = (data: unknown = null) => Response.json({ success: true, data });

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

t.test('API-01 SL-70 the token is sent if there is one, the administrator’s to the admin area', async (t) => {
  const sent = fakeNetwork(t, () => ok());
  await callApi('GET /api/official-decks');
  localStorage.setItem('token', 'user');
  await callApi('GET /api/decks');
  await callApi('GET /api/admin/decks');
  localStorage.setItem('admin_token', 'admin');
  await callApi('GET /api/decks');
  await callApi('GET /api/admin/decks');
  localStorage.removeItem('token');
  await callApi('POST /api/change-password', { body: passwords });
  t.same(
    sent.map((one) => headerOf(one, 'Authorization')),
    [null, 'Bearer user', null, 'Bearer user', 'Bearer admin', 'Bearer admin'],
  );
});

t.test('API-01 the whole body is answered; query and body are sent as they are', async (t) => {
  const sent = fakeNetwork(t, () => ok([1]));
  t.same(
    await callApi('GET /api/decks/:deckId/cards', {
      params: { deckId: 7 },
      query: { limit: 20, search: 'a b', offset: undefined },
    }),
    { success: true, data: [1] },
  );
  await callApi('POST /api/cards/:cardId/progress', { ...answer, headers: { 'Idempotency-Key': 'k' } });
  t.equal(sent[0]?.url, '/api/decks/7/cards?limit=20&search=a+b');
  t.equal(headerOf(sent[0], 'Content-Type'), null);
  t.match(sent[1], {
    url: '/api/cards/1/progress',
    init: { method: 'POST', body: '{"status":2,"time_spent":5}' },
  });
  t.equal(headerOf(sent[1], 'Content-Type'), 'application/json');
  t.equal(headerOf(sent[1], 'Idempotency-Key'), 'k');
});

t.test('CRD-07 a form with a file is sent as it is: the browser writes its type', async (t) => {
  const sent = fakeNetwork(t, () => ok());
  const body = formOf<NewCardBody>({ front: 'a' }, {});
  await callApi('POST /api/decks/:deckId/cards', { ...ofDeck, body });
  t.equal(sent[0]?.init.body, body);
  t.equal(headerOf(sent[0], 'Content-Type'), null);
});

t.test('API-44 a read after an own write waits for it: the newest position of each partition', async (t) => {
  const positions = ['3-99', '3-120', '3-100', '11-7', 'broken'];
  const sent = fakeNetwork(t, ({ init }) =>
    init.method === 'POST' ? ok({ position: positions.shift() }) : ok({ position: '5-5' }),
  );
  await callApi('GET /api/decks/:deckId/counts', ofDeck);
  for (let left = positions.length; left > 0; left--)
    await callApi('POST /api/cards/:cardId/progress', answer);
  await callApi('GET /api/decks/:deckId/counts', ofDeck);
  await callApi('POST /api/batch', nothing);
  t.equal(headerOf(sent[0], 'After-Position'), null);
  t.equal(headerOf(sent[5], 'After-Position'), null, 'a write waits for nothing');
  t.equal(headerOf(sent[6], 'After-Position'), '3-120,11-7');
  t.equal(headerOf(sent[7], 'After-Position'), '3-120,11-7', 'a batch reads');
});

t.test('API-44 a position carries its log’s epoch, and of another log the newest write counts', async (t) => {
  const positions = ['3-120-5f0c2a91', '3-7-77777777', '11-7', '3-6-77777777', '3-5-NONE'];
  const sent = fakeNetwork(t, ({ init }) =>
    init.method === 'POST' ? ok({ position: positions.shift() }) : ok(),
  );
  await callApi('POST /api/cards/:cardId/progress', answer);
  await callApi('GET /api/decks');
  while (positions.length) await callApi('POST /api/cards/:cardId/progress', answer);
  await callApi('GET /api/decks');
  t.equal(headerOf(sent[1], 'After-Position'), '3-120-5f0c2a91');
  t.equal(headerOf(sent.at(-1), 'After-Position'), '3-7-77777777,11-7');
});

t.test('API-44 a position that the log knows no more is dropped, and the read goes without', async (t) => {
  const sent = fakeNetwork(t, (call) => {
    if (call.init.method === 'POST' && call.url !== '/api/batch') return ok({ position: '3-120-5f0c2a91' });
    if (headerOf(call, 'After-Position') === null) return ok('read');
    return Response.json(
      { success: false, code: 'position_of_another_log', message: 'restored' },
      { status: 409 },
    );
  });
  for (const read of [() => callApi('GET /api/decks'), () => callApi('POST /api/batch', nothing)]) {
    await callApi('POST /api/cards/:cardId/progress', answer);
    t.match(await read(), { data: 'read' });
  }
  await callApi('GET /api/decks');
  t.same(
    sent.map((one) => headerOf(one, 'After-Position')),
    [null, '3-120-5f0c2a91', null, null, '3-120-5f0c2a91', null, null],
  );
});

t.test('ERR-01 a refusal carries status, code, message, fields and when to try again', async (t) => {
  fakeNetwork(t, () =>
    Response.json(
      { success: false, code: 'too_many_requests', message: 'Too many', errors: { email: ['wrong'] } },
      { status: 429, headers: { 'Retry-After': '17' } },
    ),
  );
  const error = await callApi('POST /api/login', { body: { email: 'a@b.example', password: 'x' } }).catch(
    (thrown: unknown) => thrown,
  );
  t.ok(error instanceof ApiError);
  t.match(error, {
    status: 429,
    code: 'too_many_requests',
    message: 'Too many',
    errors: { email: ['wrong'] },
    retryAfter: 17,
  });
});

t.test('ERR-01 an answer that is not ours is a server error', async (t) => {
  fakeNetwork(t, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await t.rejects(callApi('GET /api/decks'), { status: 502, code: 'internal_error', message: '' });
});

t.test('ERR-01 without the network there is no status', async (t) => {
  fakeNetwork(t, () => Promise.reject(new TypeError('Failed to fetch')));
  await t.rejects(callApi('GET /api/decks'), { status: 0, code: 'network_error' });
});

t.test('API-01 a call that was given up is not a failure of the network', async (t) => {
  const controller = new AbortController();
  fakeNetwork(t, ({ init }) => Promise.reject(init.signal?.reason));
  controller.abort();
  await t.rejects(callApi('GET /api/decks', { signal: controller.signal }), { name: 'AbortError' });
});

const ended = () =>
  Response.json(
    { success: false, code: 'unauthenticated', message: 'Invalid or expired session' },
    { status: 401 },
  );
/** Longer than what follows a refusal takes. */
const settled = () => new Promise((done) => setTimeout(done, 5));

t.test('OFF-09 a refusal of the session is asked for once more, and then ends it', async (t) => {
  localStorage.setItem('token', 'old');
  localStorage.setItem('user_name', 'Lan');
  const sent = fakeNetwork(t, () => ended());
  await t.rejects(callApi('GET /api/decks'), { code: 'unauthenticated' });
  await settled();
  t.same(column(sent, 'url'), ['/api/decks', '/api/me']);
  t.same([localStorage.getItem('token'), localStorage.getItem('user_name')], [null, null]);
  await t.rejects(callApi('GET /api/decks'), { code: 'unauthenticated' });
  await settled();
  t.equal(sent.length, 3, 'without a session there is nothing to ask');
});

t.test('OFF-09 a session stays that is good, or another one, or of which nobody can say', async (t) => {
  const says: [string, () => Response | Promise<Response>][] = [
    ['good', () => ok()],
    [
      'changed meanwhile',
      () => {
        localStorage.setItem('token', 'new');
        return ended();
      },
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['no answer of ours', () => new Response('Please log in to the café', { status: 401 })],
  ];
  for (const [name, me] of says) {
    localStorage.setItem('token', 'old');
    fakeNetwork(t, ({ url }) => (url === '/api/me' ? me() : ended()));
    await t.rejects(callApi('GET /api/decks'), { code: 'unauthenticated' });
    await settled();
    t.not(localStorage.getItem('token'), null, name);
  }
});

t.test(
  'OFF-10 nothing is sent from a page in the name of somebody who has logged in beside it',
  async (t) => {
    t.teardown(() => beginPage(undefined));
    const sent = fakeNetwork(t, () => ok());
    const be = (userId: number, token: string) => {
      localStorage.setItem('user_id', String(userId));
      localStorage.setItem('token', token);
    };
    be(7, 'of An');
    beginPage(7);
    await callApi('GET /api/decks');
    be(7, 'of An, again');
    await callApi('GET /api/decks');
    be(8, 'of Bình');
    await t.rejects(callApi('GET /api/decks'), { status: 401, code: 'somebody_else' }, 'no read');
    await t.rejects(callApi('POST /api/cards/:cardId/progress', { ...answer, keepalive: true }), {
      code: 'somebody_else',
    });
    t.throws(() => requestHeaders('GET', '/api/classes/1/live', {}), { code: 'somebody_else' }, 'no stream');
    await settled();
    t.same(
      sent.map((one) => headerOf(one, 'Authorization')),
      ['Bearer of An', 'Bearer of An, again'],
    );
    t.equal(localStorage.getItem('token'), 'of Bình', 'whose session goes on');
    be(7, 'of An, later');
    await callApi('GET /api/decks');
    t.equal(sent.length, 3, 'whose page it is goes on');
  },
);
