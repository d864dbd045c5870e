import t from 'tap';
import {
  dropCache,
  hasCache,
  readCache,
  sweepCache,
  writeCache,
} from '../../../web/lib/kept/expiring-cache.ts';
import { memoryStorage } from './memory-storage.ts';

const FIVE_MINUTES = 300_000;
let now = 1_000_000;

t.beforeEach((t) => {
  const storage = memoryStorage();
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  storage.setItem('user_id', '7');
  t.intercept(Date, 'now', { value: () => now });
  now = 1_000_000;
});

t.test('CON-03 CON-07 an entry lives for its age and is then removed', async (t) => {
  writeCache('official-decks', [1]);
  now += FIVE_MINUTES - 1;
  t.same(readCache('official-decks', { maxAgeMs: FIVE_MINUTES }), [1]);
  now += 1;
  t.equal(readCache('official-decks', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(localStorage.length, 1, 'an expired entry is discarded');
});

t.test('CON-07 an entry from the future is discarded, unless a clock may be set back', async (t) => {
  writeCache('decks', [1]);
  now -= 1;
  t.equal(readCache('decks', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(localStorage.length, 1);
  writeCache('exam', 'answers');
  now -= 1_000;
  const options = { maxAgeMs: FIVE_MINUTES, setBackMs: 1_000 };
  t.equal(readCache('exam', options), 'answers');
  now -= 1;
  t.equal(readCache('exam', options), null);
});

t.test('CON-02 a storage that is full is told by no error, and keeps no stale entry', async (t) => {
  t.equal(writeCache('exam', 'answers'), true);
  t.intercept(localStorage, 'setItem', {
    value: () => {
      throw new Error('The quota has been exceeded');
    },
  });
  t.equal(writeCache('exam', 'more answers'), false);
  t.equal(readCache('exam', { maxAgeMs: FIVE_MINUTES }), null, 'what is no longer true is not kept');
});

t.test('SL-62 the key carries the user id: nobody sees what another user cached', async (t) => {
  localStorage.setItem('user_id', '1');
  writeCache('stats', 'of one');
  localStorage.setItem('user_id', '2');
  t.equal(readCache('stats', { maxAgeMs: FIVE_MINUTES }), null);
  writeCache('stats', 'of two');
  dropCache('');
  localStorage.setItem('user_id', '1');
  t.equal(readCache('stats', { maxAgeMs: FIVE_MINUTES }), 'of one', 'one user empties their own only');
});

t.test('OFF-07 what comes back after a logout is kept nowhere', async (t) => {
  localStorage.clear();
  t.equal(writeCache('results', 'names'), false);
  t.equal(localStorage.length, 0);
});

t.test('SL-62 own writes empty what starts with a prefix, and nothing else', async (t) => {
  for (const name of ['stats/1', 'stats/2', 'decks']) writeCache(name, name);
  localStorage.setItem('userLanguage', 'vi');
  dropCache('stats/');
  t.equal(readCache('stats/1', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(readCache('stats/2', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(readCache('decks', { maxAgeMs: FIVE_MINUTES }), 'decks');
  dropCache('');
  t.equal(localStorage.getItem('userLanguage'), 'vi');
  t.equal(localStorage.length, 2);
});

t.test('CON-06 CON-07 an entry of another version, or that cannot be read, is discarded', async (t) => {
  writeCache('cards/3', ['card'], { version: '1.0' });
  t.same(readCache('cards/3', { version: '1.0', maxAgeMs: FIVE_MINUTES }), ['card']);
  t.equal(readCache('cards/3', { version: '1.1', maxAgeMs: FIVE_MINUTES }), null);
  t.equal(localStorage.length, 1);
  localStorage.setItem('nho-cache:7:decks', '{broken');
  t.equal(readCache('decks', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(localStorage.length, 1);
});

t.test('CON-02 LNG-06 a storage that is forbidden is an empty cache', async (t) => {
  t.intercept(globalThis, 'localStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    configurable: true,
  });
  t.equal(readCache('decks', { maxAgeMs: FIVE_MINUTES }), null);
  t.equal(writeCache('decks', [1]), false);
  t.doesNotThrow(() => dropCache('decks'));
  t.doesNotThrow(() => sweepCache('decks', { maxAgeMs: FIVE_MINUTES }));
  t.equal(hasCache('decks'), false);
});
