import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import { entryBody, fetchBatch, loadAll } from '../../../web/lib/call/batch.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../kept/memory-storage.ts';
import { fakeNetwork } from '../live/fake-network.ts';

const requests = [
  addressOf('GET /api/decks'),
  addressOf('GET /api/decks/:deckId/cards', { params: { deckId: 4 }, query: { search: 'nho' } }),
];
const body = (data: unknown) => ({ success: true, data });
const refused = { success: false, code: 'deck_not_found', message: 'Deck not found' };

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

t.test('API-03 several reads go as one call, answered in the order asked', async (t) => {
  const entries = [
    { status: 200, data: body(['deck']) },
    { status: 404, data: refused },
  ];
  const sent = fakeNetwork(t, () => Response.json(body(entries)));
  t.same(await fetchBatch(requests), entries);
  t.match(sent, [{ url: '/api/batch', init: { method: 'POST' } }]);
  t.same(JSON.parse(String(sent[0]?.init.body)), {
    requests: [
      { method: 'GET', url: '/api/decks' },
      { method: 'GET', url: '/api/decks/4/cards?search=nho' },
    ],
  });
});

t.test('API-04 only status 200 counts as success, and fails no other entry', async (t) => {
  t.same(entryBody({ status: 200, data: body([1]) }), body([1]));
  t.throws(() => entryBody({ status: 404, data: refused }), { status: 404, code: 'deck_not_found' });
  t.throws(() => entryBody({ status: 204, data: null }), { name: 'ApiError', status: 204 });
  t.throws(() => entryBody(undefined), { name: 'ApiError' });
});

t.test('API-02 ERR-34 when the batch fails the calls go one by one, and it is told', async (t) => {
  const sent = fakeNetwork(t, ({ url }) => {
    if (url === '/api/batch') return Response.json({}, { status: 503 });
    return url === '/api/decks' ? Response.json(body(['deck'])) : Response.json(refused, { status: 404 });
  });
  const failures: unknown[] = [];
  const entries = await loadAll(requests, (error) => failures.push(error));
  t.same(column(sent, 'url'), ['/api/batch', '/api/decks', '/api/decks/4/cards?search=nho']);
  t.equal(failures.length, 1);
  t.match(failures[0], { status: 503 });
  t.same(entries[0], { status: 200, data: body(['deck']) });
  t.match(entries[1], { status: 404, data: { code: 'deck_not_found' } });
});

t.test('API-02 a batch that answers is not told, whatever its entries say', async (t) => {
  fakeNetwork(t, () => Response.json(body([{ status: 500, data: null }])));
  t.same(await loadAll([addressOf('GET /api/decks')], () => t.fail('the batch did not fail')), [
    { status: 500, data: null },
  ]);
});

t.test('API-03 what there was no room for in a batch is read by itself', async (t) => {
  const leftOut = { success: false, code: 'answer_too_large', message: 'Too much' };
  const sent = fakeNetwork(t, ({ url }) =>
    Response.json(
      url === '/api/batch'
        ? body([
            { status: 200, data: body(['deck']) },
            { status: 413, data: leftOut },
          ])
        : body(['card']),
    ),
  );
  const entries = await loadAll(requests, () => t.fail('the batch did not fail'));
  t.same(entries, [
    { status: 200, data: body(['deck']) },
    { status: 200, data: body(['card']) },
  ]);
  t.same(column(sent, 'url'), ['/api/batch', '/api/decks/4/cards?search=nho']);
});
