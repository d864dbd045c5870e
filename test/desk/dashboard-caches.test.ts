import { mock } from 'node:test';
import t from 'tap';
import { loadOfficialDecks } from '../../web/deck/official-deck.queries.ts';
import { loadDeckStats } from '../../web/learning/studied-deck.queries.ts';
import type { Get } from '../../web/lib/call/gathered-get.ts';
import { countedGet, emptyCache } from '../lib/kept/user-cache.ts';

const FIVE_MINUTES_MS = 300_000;

t.beforeEach(emptyCache);

/** Of a list its one row. */
const countingGet = ({ isList = false } = {}) =>
  countedGet((answer) => (isList ? { data: [{ answer }], total: 1 } : { data: { answer } }));

t.test('CON-03 official decks are read anew after five minutes, not before', async (t) => {
  const { get, asked } = countingGet({ isList: true });
  const first = await loadOfficialDecks(get);
  mock.timers.tick(FIVE_MINUTES_MS - 1);
  t.same(await loadOfficialDecks(get), first);
  t.same(asked, ['/api/official-decks']);
  mock.timers.tick(1);
  t.same(await loadOfficialDecks(get), [{ answer: 2 }]);
});

t.test('CON-05 CON-07 SL-62 the stats of a deck are read anew after five minutes, not before', async (t) => {
  const { get, asked } = countingGet();
  await loadDeckStats(3, '', get);
  mock.timers.tick(FIVE_MINUTES_MS - 1);
  t.same(await loadDeckStats(3, '', get), { answer: 1 });
  t.same(asked, ['/api/decks/3/stats']);
  mock.timers.tick(1);
  t.same(await loadDeckStats(3, '', get), { answer: 2 });
  t.same(await loadDeckStats(4, '', get), { answer: 3 }, 'each deck for itself');
});

t.test('SL-62 stats from before an own answer are not shown again', async (t) => {
  const { get } = countingGet();
  await loadDeckStats(3, '5-10', get);
  t.same(await loadDeckStats(3, '5-11', get), { answer: 2 });
  t.same(await loadDeckStats(3, '5-11', get), { answer: 2 });
});

t.test('CON-02 SL-62 another user does not see the stats that one cached', async (t) => {
  const { get } = countingGet();
  await loadDeckStats(3, '', get);
  localStorage.setItem('user_id', '8');
  t.same(await loadDeckStats(3, '', get), { answer: 2 });
});

t.test('CON-03 a failed read is not cached', async (t) => {
  const failing = (async () => {
    throw new Error('away');
  }) as Get;
  await t.rejects(loadOfficialDecks(failing), { message: 'away' });
  const { get } = countingGet({ isList: true });
  t.same(await loadOfficialDecks(get), [{ answer: 1 }]);
});
