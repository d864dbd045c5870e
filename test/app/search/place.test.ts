import t from 'tap';
import {
  findPlaces,
  firstPlaces,
  keepRecentPlace,
  type Place,
  recentPlaces,
} from '../../../web/app/search/search.modal.tsx';
import { writeCache } from '../../../web/lib/kept/expiring-cache.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';

const place = (kind: Place['kind'], label: string, detail?: string): Place => ({
  kind,
  label,
  to: `/${kind}/${label}`,
  ...(detail && { detail }),
});
const PLACES = [
  place('exam', 'Lớp 10: từ vựng'),
  place('deck', 'Động từ'),
  place('deck', 'Từ đồng nghĩa'),
  place('class', 'Lớp 10A3', 'Cô Hoa'),
  place('page', 'Decks'),
];
const found = (text: string) => findPlaces(PLACES, text).map(({ label }) => label);

t.test('a place is found by its words, with or without accents, and by what tells it apart', async (t) => {
  t.same(found('dong tu'), ['Động từ', 'Từ đồng nghĩa'], 'in the typed order first');
  t.same(found('ĐỒNG'), ['Động từ', 'Từ đồng nghĩa']);
  t.same(found('hoa'), ['Lớp 10A3']);
  t.same(found('hoa 10a'), ['Lớp 10A3']);
  t.same(found('lop 10'), ['Lớp 10A3', 'Lớp 10: từ vựng'], 'classes before exams');
  t.same(found('eck'), ['Decks'], 'also within a word');
  t.same(found('hoa 11'), []);
  t.same(found('  '), []);
});

t.test('no more are shown than one can look through', async (t) => {
  const many = Array.from({ length: 100 }, (_, index) => place('deck', `Deck ${index}`));
  t.equal(findPlaces(many, 'deck').length, 12);
});

t.test('before anything is typed, the last places come first, each once', async (t) => {
  const [exam, deck, , , page] = PLACES as [Place, Place, Place, Place, Place];
  t.same(firstPlaces([deck, page], [page, exam]), [deck, page, exam]);
});

globalThis.localStorage = memoryStorage();

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
