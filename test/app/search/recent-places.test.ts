import t from 'tap';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';

globalThis.localStorage = memoryStorage();
const { keepRecentPlace, recentPlaces } = await import('../../../web/app/search/search.modal.tsx');
const { writeCache } = await import('../../../web/lib/kept/expiring-cache.ts');

const deck = (id: number) => ({ kind: 'deck' as const, to: `/learn/${id}`, label: `Deck ${id}` });

t.beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user_id', '7');
});

t.test('the last five places are kept, the last first, each once, for this user alone', async (t) => {
  for (const id of [1, 2, 3, 4, 5, 6, 4]) keepRecentPlace(deck(id));
  t.same(recentPlaces(), [4, 6, 5, 3, 2].map(deck));
  localStorage.setItem('user_id', '8');
  t.same(recentPlaces(), []);
});

t.test('what is no place of this site is left out', async (t) => {
  for (const stored of [
    'text',
    [null, 3, {}, { ...deck(1), to: 'https://evil.test' }, { ...deck(1), kind: 'x' }],
  ]) {
    writeCache('recent-places', stored, { version: '1' });
    t.same(recentPlaces(), []);
  }
});
