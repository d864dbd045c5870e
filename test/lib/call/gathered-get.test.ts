import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import type { Address, Read } from '../../../core/api.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import type { BatchEntry } from '../../../web/lib/call/batch.ts';
import { type Get, gatheredGet, getTogether } from '../../../web/lib/call/gathered-get.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../kept/memory-storage.ts';
import { fakeNetwork } from '../live/fake-network.ts';

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
  globalThis.localStorage = memoryStorage();
  globalThis.sessionStorage = memoryStorage();
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
