import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { UNDO_STEPS } from '../../../core/learning/learning-limits.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import {
  clearSessionCache,
  dropOldSessions,
  packPast,
  readSessionCache,
  undoCacheName,
  unpackPast,
  writeSessionCache,
} from '../../../web/learning/session/session-cache.ts';
import { clearSession } from '../../../web/lib/kept/stored-session.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { answerId, NOON, newCards, opened, play, reviewCards, times } from './session-cards.ts';

const HOURS_24 = 86_400_000;
const deck = { id: 1, title: 'Everyday nouns' } as Deck;
const settings = { new_cards_per_day: 20, max_cards_per_day: 200 };
/** The clock of the ratings that `play` gives. */
const RATED = NOON + 4_000;
let now = RATED;

t.beforeEach((t) => {
  now = RATED;
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'window', { value: new EventTarget(), configurable: true });
  t.intercept(Date, 'now', { value: () => now });
  localStorage.setItem('user_id', '7');
});

const write = (state: SessionState) => writeSessionCache({ timestamp: now, state, deck, settings });
const reloaded = (deckId = 1): SessionState | undefined => readSessionCache(deckId)?.state;
const keys = () => [...Array(localStorage.length).keys()].map((index) => localStorage.key(index) ?? '');
const undoKeys = () => keys().filter((key) => key.endsWith(undoCacheName(1)));

t.test('whatever was answered, a reload leaves everything that can be taken back', async () => {
  const rating = fc.constantFrom<Rating>(0, 1, 2);
  fc.assert(
    fc.property(fc.array(rating, { minLength: 1, maxLength: UNDO_STEPS + 10 }), (ratings) => {
      let state = opened([...newCards(12), ...reviewCards(8)], {
        counts: { newCardsToday: 30, reviewCardsToday: 8 },
      });
      for (const rating of ratings) {
        if (!currentCard(state)) break;
        state = play(state, [rating]).state;
      }
      const past = JSON.parse(JSON.stringify(packPast(state.past)));
      return isDeepStrictEqual(unpackPast(past), state.past);
    }),
  );
});

t.test('LRN-46 after a reload the last answer is taken back: the session is as it was before', async (t) => {
  const { state } = play(opened([...newCards(3), ...reviewCards(2)]), [2, 0, 1, 2]);
  write(state);
  let [live, stored] = [state, reloaded()!];
  t.same(stored, state);
  for (let count = 0; count < 4; count += 1) {
    const [one, other] = [live, stored].map((each) => sessionReducer(each, { type: 'undo' }));
    t.same(other, one);
    [live, stored] = [one!.state, other!.state];
    write(stored);
    t.same(reloaded(), live, 'and after another reload as well');
  }
  t.same(stored.past, []);
  t.same(undoKeys(), []);
});

t.test('each card is stored once, though it is in most of the steps', async (t) => {
  const { state } = play(opened(newCards(20)), times(20, 2));
  const text = JSON.stringify(packPast(state.past));
  t.equal(packPast(state.past).cards.length, 20);
  t.ok(text.length < 60_000, `${text.length} characters`);
});

t.test(`no more than the last ${UNDO_STEPS} steps are kept`, async (t) => {
  const { state } = play(opened(newCards(2)), times(UNDO_STEPS + 10, 0));
  write(state);
  t.equal(reloaded()?.past.length, UNDO_STEPS);
});

t.test('what a day has passed over is no longer taken back', async (t) => {
  const { state: early } = play(opened(newCards(4)), [2, 2]);
  const revealed = sessionReducer(early, { type: 'revealed', now }).state;
  const rated = { type: 'rated', rating: 2, now: RATED + 60_000, answerId: answerId(9) } as const;
  const { state } = sessionReducer(revealed, rated);
  now += 60_000;
  write(state);
  now = RATED + HOURS_24 - 1;
  t.equal(reloaded()?.past.length, 3);
  now += 1;
  t.same(column(reloaded()!.past!, 'id'), [answerId(9)]);
});

t.test('steps are of their student and their deck alone', async (t) => {
  const { state } = play(opened(newCards(3)), [2]);
  write(state);
  write({ ...opened(newCards(3)), source: 2 });
  t.same(reloaded(2)?.past, []);
  t.equal(reloaded()?.past.length, 1);
  localStorage.setItem('user_id', '8');
  t.equal(reloaded(), undefined);
  write(opened(newCards(3)));
  t.same(reloaded()?.past, []);
  localStorage.setItem('user_id', '7');
  t.equal(reloaded()?.past.length, 1);
});

t.test('steps that another tab has stored do not belong to this session', async (t) => {
  const start = opened(newCards(4));
  const mine = play(start, [2]).state;
  write(mine);
  const [undone] = undoKeys();
  const steps = localStorage.getItem(undone!)!;
  const { state: theirs } = play(start, [0]);
  write({ ...theirs, past: theirs.past.map((step) => ({ ...step, id: answerId(77) })) });
  t.equal(reloaded()?.past[0]?.id, answerId(77));
  localStorage.setItem(undone!, steps);
  t.same(reloaded()?.past, [], 'steps of one tab, a session of the other: nothing is taken back');
});

t.test('LRN-38 with the session goes what can be taken back; so it does with the login', async (t) => {
  write(play(opened(newCards(3)), [2]).state);
  clearSessionCache(1);
  t.same(undoKeys(), []);
  write(play(opened(newCards(3)), [2]).state);
  t.equal(undoKeys().length, 1);
  clearSession();
  t.same(undoKeys(), []);
});

t.test('without room for it, the session itself is stored', async (t) => {
  const { setItem } = localStorage;
  localStorage.setItem = (key, value) => {
    if (key.endsWith(undoCacheName(1))) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(localStorage, key, value);
  };
  const { state } = play(opened(newCards(3)), [2]);
  write(state);
  t.same(reloaded(), { ...state, past: [] });
});

t.test('a session for which there is no room takes the room of what can be taken back', async (t) => {
  const { setItem } = localStorage;
  write(play(opened(newCards(3)), [2]).state);
  localStorage.setItem = (key, value) => {
    if (undoKeys().length > 0) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(localStorage, key, value);
  };
  const { state } = play(opened(newCards(3)), [2, 0]);
  write(state);
  t.same(reloaded(), { ...state, past: [] });
});

t.test('sessions that are over leave no steps behind, of whatever deck', async (t) => {
  write(play(opened(newCards(3)), [2]).state);
  now += HOURS_24;
  dropOldSessions();
  t.same(
    keys().filter((key) => key.includes('learning:')),
    [],
  );
  write(play(opened(newCards(3)), [2]).state);
  dropOldSessions();
  t.equal(undoKeys().length, 1);
});
