import t from 'tap';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { SessionState } from '../../../web/learning/session/session.state.ts';
import {
  clearSessionCache,
  dropOverlappingSessions,
  readLearnedCards,
  readSessionCache,
  writeSessionCache,
} from '../../../web/learning/session/session-cache.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { DAY, NOON, newCards, opened, play, reviewCard } from './session-cards.ts';

const HOURS_24 = 86_400_000;
const deck = { id: 1, title: 'Everyday nouns' } as Deck;
const settings = { new_cards_per_day: 20, max_cards_per_day: 200 };
let now = NOON;

t.beforeEach((t) => {
  now = NOON;
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(Date, 'now', { value: () => now });
  localStorage.setItem('user_id', '7');
});

const write = (state: SessionState) => writeSessionCache({ timestamp: now, state, deck, settings });
const stored = () => [...Array(localStorage.length).keys()].map((index) => localStorage.key(index) ?? '');

t.test('LRN-46 a session is resumed from its cache exactly as it was left', async (t) => {
  const { state } = play(opened([...newCards(3), reviewCard(101)]), [0, 2, 1]);
  write(state);
  t.same(readSessionCache(1), { timestamp: NOON, state, deck, settings });
});

t.test('LRN-46 LRN-47 what the two caches hold', async (t) => {
  const { state } = play(opened([...newCards(2), reviewCard(101)]), [0]);
  write(state);
  const values = column(
    stored()
      .filter((key) => key.includes('learning:1:'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '')),
    'value',
  );
  const session = values.find((value) => 'allCards' in value);
  t.match(session, {
    allCards: state.cards,
    newCards: [2],
    reviewCards: [101],
    learningCards: [{ originalId: 1, originalType: 'new', status: 0 }],
    sessionCompleted: false,
    counts: { new: 1, learning: 1, review: 1 },
    timestamp: NOON,
  });
  const learned = values.find((value) => 'day' in value && 'cards' in value);
  t.match(learned, { cards: newCards(1), timestamp: NOON });
});

t.test('LRN-46 a completed session is stored as completed', async (t) => {
  write(play(opened(newCards(1)), [2]).state);
  t.equal(readSessionCache(1)?.state.phase, 'completed');
});

t.test('CON-08 CX-21 the learning cache expires after 24 hours', async (t) => {
  write(opened(newCards(2)));
  now += HOURS_24 - 1;
  t.ok(readSessionCache(1));
  now += 1;
  t.equal(readSessionCache(1), null);
  t.same(readLearnedCards(1, DAY), []);
});

t.test('CON-06 CON-07 a cache of another version is discarded', async (t) => {
  write(opened(newCards(2)));
  for (const key of stored().filter((each) => each.includes('learning:1:'))) {
    localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('"1.1"', '"0.9"'));
  }
  t.equal(readSessionCache(1), null);
  t.notOk(stored().some((key) => key.endsWith(':session')));
});

t.test('CX-21 learning cards of another day are discarded', async (t) => {
  write(play(opened(newCards(2)), [0]).state);
  t.same(readLearnedCards(1, DAY), newCards(1));
  t.same(readLearnedCards(1, '2026-11-22'), []);
  t.same(readLearnedCards(1, DAY), [], 'for good');
});

t.test('a session belongs to its student and its deck', async (t) => {
  write(opened(newCards(2)));
  localStorage.setItem('user_id', '8');
  t.equal(readSessionCache(1), null);
  localStorage.setItem('user_id', '7');
  t.equal(readSessionCache(2), null);
  t.ok(readSessionCache(1));
});

t.test("LRN-38 clearing forgets this deck's two caches and no other's", async (t) => {
  write(play(opened(newCards(2)), [0]).state);
  writeSessionCache({ timestamp: now, state: { ...opened(newCards(1)), source: 12 }, deck, settings });
  clearSessionCache(1);
  t.equal(readSessionCache(1), null);
  t.same(readLearnedCards(1, DAY), []);
  t.ok(readSessionCache(12), 'deck 12 is not deck 1');
});

t.test('ERR-49 clearing that fails is told', async (t) => {
  write(opened(newCards(2)));
  localStorage.removeItem = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  t.throws(() => clearSessionCache(1));
});

t.test('TDY-06 a session over all decks forgets those of the decks, and one of a deck that', async (t) => {
  for (const source of [1, 12] as const) write({ ...play(opened(newCards(2)), [0]).state, source });
  dropOverlappingSessions('today');
  t.same([readSessionCache(1), readSessionCache(12)], [null, null]);
  t.same(readLearnedCards(1, DAY), newCards(1), 'what can be practised again is kept');
  writeSessionCache({
    timestamp: now,
    state: { ...opened(newCards(3)), source: 'today' },
    deck: null,
    settings: null,
  });
  write(opened(newCards(2)));
  dropOverlappingSessions('today');
  t.equal(readSessionCache('today')?.state.source, 'today');
  write(opened(newCards(2)));
  dropOverlappingSessions(2);
  t.equal(readSessionCache('today'), null);
  t.ok(readSessionCache(1), 'another deck has no card in common');
});
