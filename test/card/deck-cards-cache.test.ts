import { mock } from 'node:test';
import t from 'tap';
import {
  BLOCK_SIZE,
  CACHED_CARDS_MAX,
  DECK_CARDS_MAX_AGE_MS,
  forgetDeckCards,
  loadDeckCards,
} from '../../web/deck/card.queries.ts';
import type { Get } from '../../web/lib/call/gathered-get.ts';
import { countedGet, emptyCache } from '../lib/kept/user-cache.ts';

t.beforeEach(emptyCache);

const countingGet = (count = 1) =>
  countedGet((asked, url) => {
    const offset = Number(new URL(url, 'http://here').searchParams.get('offset') ?? 0);
    const length = Math.max(0, Math.min(BLOCK_SIZE, count - offset));
    return { data: Array.from({ length }, () => ({ id: asked })), total: count };
  });

const idOf = async (deckId: number, get: Get) => (await loadDeckCards(deckId, get)).cards[0]?.id;

t.test("CON-02 CON-07 SL-62 a deck's cards are read anew after five minutes, not before", async (t) => {
  t.equal(DECK_CARDS_MAX_AGE_MS, 300_000);
  const { get, asked } = countingGet();
  t.equal(await idOf(3, get), 1);
  mock.timers.tick(DECK_CARDS_MAX_AGE_MS - 1);
  t.equal(await idOf(3, get), 1);
  t.same(asked, ['/api/decks/3/cards?limit=100']);
  t.equal(await idOf(4, get), 2, 'each deck for itself');
  mock.timers.tick(1);
  t.equal(await idOf(3, get), 3);
});

t.test('SL-62 what was asked for before an own change is not kept after it', async (t) => {
  const held = Promise.withResolvers<void>();
  const slow = (async () => {
    await held.promise;
    return { success: true, data: [{ id: 99 }], total: 1 };
  }) as Get;
  const reading = loadDeckCards(3, slow);
  forgetDeckCards();
  held.resolve();
  await reading;
  t.equal(await idOf(3, countingGet().get), 1);
});

const CACHED = 'nho-cache:7:deck-cards:3:0';

for (const [title, change] of [
  ['CON-02 SL-62 after an own change', forgetDeckCards],
  ['CON-02 SL-62 by another user', () => localStorage.setItem('user_id', '8')],
  [
    'CON-06 of another version',
    () =>
      localStorage.setItem(
        CACHED,
        localStorage.getItem(CACHED)!.replace('"version":"1.0"', '"version":"0.9"'),
      ),
  ],
] as const)
  t.test(`${title} the server is asked for the cards`, async (t) => {
    const { get } = countingGet();
    await loadDeckCards(3, get);
    change();
    t.equal(await idOf(3, get), 2);
  });

t.test('SL-62 a deck of more than a thousand cards takes no room in the browser', async (t) => {
  for (const more of [0, 1]) {
    const { get, asked } = countingGet(CACHED_CARDS_MAX + more);
    for (let time = 0; time < 2; time++) await loadDeckCards(3 + more, get);
    t.equal(asked.length, 1 + more, `${more} cards more`);
  }
});

t.test('SL-62 of a large deck only the part around a card is read, the last part at its end', async (t) => {
  const { get, asked } = countingGet(2_350);
  t.match(await loadDeckCards(3, get, 1_020), { offset: 1_000, total: 2_350, cards: { length: 100 } });
  t.same(asked, ['/api/decks/3/cards?offset=1000&limit=100']);
  const last = await loadDeckCards(3, get, Number.MAX_SAFE_INTEGER);
  t.match(last, { offset: 2_300, cards: { length: 50 } });
  t.same(asked.slice(1), [
    '/api/decks/3/cards?offset=999900&limit=100',
    '/api/decks/3/cards?offset=2300&limit=100',
  ]);
});

t.test('SL-62 a deck that has lost its cards is answered empty', async (t) => {
  t.match(await loadDeckCards(3, countingGet(0).get, 500), { offset: 500, total: 0, cards: { length: 0 } });
});

t.test('CON-07 the cards of other decks go when their time is over', async (t) => {
  const { get } = countingGet();
  await loadDeckCards(3, get);
  await loadDeckCards(30, get);
  mock.timers.tick(DECK_CARDS_MAX_AGE_MS);
  await loadDeckCards(4, get);
  const keys = Object.keys(Array.from({ length: localStorage.length })).map((n) =>
    localStorage.key(Number(n)),
  );
  t.same(keys.sort(), ['nho-cache:7:deck-cards:4:0', 'user_id']);
});

t.test('CON-02 a failed read is not cached', async (t) => {
  const failing = (async () => {
    throw new Error('away');
  }) as Get;
  await t.rejects(loadDeckCards(3, failing), { message: 'away' });
  t.equal(await idOf(3, countingGet().get), 1);
});
