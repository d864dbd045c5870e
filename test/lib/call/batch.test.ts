import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import type { Address, Read } from '../../../core/api.ts';
import { getAll, getAllPages } from '../../../web/lib/call/all-pages.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import {
  type BatchEntry,
  entryBody,
  fetchBatch,
  loadAll,
  onBatchFailed,
} from '../../../web/lib/call/batch.ts';
import { type Get, gatheredGet, getTogether } from '../../../web/lib/call/gathered-get.ts';
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

t.test(
  'ERR-34 SL-99 (document 1 §7) of batches that fail one after the other one is told, until one is answered',
  async (t) => {
    let answer: () => Response = () => Response.json({}, { status: 503 });
    fakeNetwork(t, ({ url }) => (url === '/api/batch' ? answer() : Response.json(body([]))));
    let told = 0;
    t.teardown(onBatchFailed(() => (told += 1)));
    await loadAll(requests);
    await loadAll(requests);
    t.equal(told, 1);
    let late = 0;
    onBatchFailed(() => (late += 1))();
    t.equal(late, 1, 'also who listens later');
    answer = () => Response.json(body([{ status: 500, data: null }]));
    await loadAll([addressOf('GET /api/decks')]);
    answer = () => Response.json({}, { status: 503 });
    await loadAll(requests);
    t.equal(told, 2);
    answer = () => Response.json(body([{ status: 200, data: body([]) }]));
    await loadAll([addressOf('GET /api/decks')]);
    answer = () => Response.json({ code: 'unauthenticated' }, { status: 401 });
    await loadAll(requests).catch(() => {});
    answer = () => Response.error();
    await loadAll(requests).catch(() => {});
    t.equal(told, 2, 'without a login or a network something else is told');
  },
);

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

const decks = addressOf('GET /api/decks');
const officialDecks = addressOf('GET /api/official-decks');
const recentDeck = addressOf('GET /api/recent-deck');

/** A `Get` over a batch that answers with `entries`, and what was asked of the server. */
function given(entries: (requests: Address<Read>[]) => Promise<BatchEntry[]>) {
  const batches: string[][] = [];
  const alone: string[] = [];
  const get = gatheredGet(
    (requests) => {
      batches.push([...requests]);
      return entries(requests);
    },
    (async (url: string): Promise<unknown> => {
      alone.push(url);
      return { from: url };
    }) as Get,
  );
  return { get, batches, alone };
}

const echo = async (requests: Address<Read>[]) =>
  requests.map((url) => ({ status: 200, data: { from: url } }));

t.test('API-02 what a screen reads at once is one batch, and each gets its own answer', async (t) => {
  const { get, batches, alone } = given(echo);
  const bodies = await Promise.all([get(decks), get(officialDecks), get(recentDeck)]);
  t.same(batches, [['/api/decks', '/api/official-decks', '/api/recent-deck']]);
  t.same(alone, []);
  t.same(bodies, [{ from: '/api/decks' }, { from: '/api/official-decks' }, { from: '/api/recent-deck' }]);
});

t.test('API-02 a single read needs no batch', async (t) => {
  const { get, batches, alone } = given(echo);
  t.same(await get(decks), { from: '/api/decks' });
  t.same(await get(decks), { from: '/api/decks' });
  t.same(alone, ['/api/decks', '/api/decks']);
  t.same(batches, []);
});

t.test('API-02 SL-54 what is more than a batch may have goes in several', async (t) => {
  const { get, batches, alone } = given(echo);
  const urls = Array.from({ length: 41 }, (_, index) =>
    addressOf('GET /api/decks/:deckId', { params: { deckId: index } }),
  );
  const bodies = await Promise.all(urls.map((url) => get(url)));
  t.same(
    bodies,
    urls.map((from) => ({ from })),
  );
  t.same(column(batches, 'length'), [20, 20]);
  t.same(alone, ['/api/decks/40']);
});

t.test('API-02 ERR-34 when the batch fails, the parts go alone', async (t) => {
  const sent = fakeNetwork(t, ({ url }) =>
    url === '/api/batch' ? Response.json({}, { status: 503 }) : Response.json({ data: url }),
  );
  const read = () => Promise.all([getTogether(decks), getTogether(addressOf('GET /api/classes'))]);
  t.same(await read(), [{ data: '/api/decks' }, { data: '/api/classes' }]);
  t.same(column(sent, 'url'), ['/api/batch', '/api/decks', '/api/classes']);
});

t.test('API-04 an entry that is not 200 fails alone, with its own error', async (t) => {
  const { get } = given(async () => [
    { status: 200, data: { from: 'a' } },
    { status: 404, data: { success: false, code: 'deck_not_found', message: 'Deck not found' } },
    { status: 201, data: { from: 'c' } },
  ]);
  const [a, b, c] = await Promise.allSettled([get(decks), get(officialDecks), get(recentDeck)]);
  t.match(a, { status: 'fulfilled', value: { from: 'a' } });
  t.match(b, { status: 'rejected', reason: { status: 404, code: 'deck_not_found' } });
  t.match(c, { status: 'rejected', reason: { status: 201 } }, 'only 200 counts as success');
  t.ok(b.status === 'rejected' && b.reason instanceof ApiError);
});

t.test('API-04 an entry that is missing is a failure', async (t) => {
  const { get } = given(async () => [{ status: 200, data: { from: 'a' } }]);
  const [a, b] = await Promise.allSettled([get(decks), get(officialDecks)]);
  t.equal(a.status, 'fulfilled');
  t.equal(b.status, 'rejected');
});

const found = addressOf('GET /api/decks/:deckId/cards', { params: { deckId: 1 }, query: { search: 'a' } });

/** A server that gives a list of numbers, so many at a time, and what it was asked. */
function listOf(length: () => number, most: number) {
  const asked: string[] = [];
  const get = (async (url: string) => {
    asked.push(url);
    const offset = Number(new URL(url, 'http://here').searchParams.get('offset') ?? 0);
    const data = Array.from({ length: length() }, (_, index) => index).slice(offset, offset + most);
    return { success: true, data, total: length(), more: asked.length };
  }) as Get;
  return { get, asked };
}

t.test('a list is read to its end, with what the first answer says beside it', async (t) => {
  const { get, asked } = listOf(() => 7, 3);
  t.same(await getAllPages(found, get), { success: true, data: [0, 1, 2, 3, 4, 5, 6], total: 7, more: 1 });
  t.same(asked, [
    '/api/decks/1/cards?search=a',
    '/api/decks/1/cards?search=a&offset=3',
    '/api/decks/1/cards?search=a&offset=6',
  ]);
});

t.test('a short list is one call', async (t) => {
  for (const length of [0, 3]) {
    const { get, asked } = listOf(() => length, 3);
    t.equal((await getAll(decks, get)).length, length);
    t.same(asked, ['/api/decks']);
  }
});

t.test('a list that becomes shorter while it is read comes to an end', async (t) => {
  let length = 9;
  const { get, asked } = listOf(() => length--, 3);
  t.same(await getAll(decks, get), [0, 1, 2, 3, 4, 5]);
  t.same(asked.slice(1), ['/api/decks?offset=3', '/api/decks?offset=6']);
});

t.test('a list that grows at its beginning while it is read has no row twice', async (t) => {
  let newest = 6;
  const get = (async (url: string) => {
    const offset = Number(new URL(url, 'http://here').searchParams.get('offset') ?? 0);
    const rows = Array.from({ length: newest }, (_, index) => ({ student_id: newest - index }));
    newest++;
    return { success: true, data: rows.slice(offset, offset + 3), total: rows.length };
  }) as Get;
  const rows: unknown[] = await getAll(decks, get);
  t.same(
    rows,
    [6, 5, 4, 3, 2, 1].map((student_id) => ({ student_id })),
  );
});
