import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { UNDO_STEPS } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import type { Waiting } from '../../../web/learning/queue/waiting-answers.ts';
import { noteSent } from '../../../web/learning/session/kept-decks.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import {
  clearSessionCache,
  dropHandedCards,
  dropOldSessions,
  dropOverlappingSessions,
  type KeptSession,
  packPast,
  readHandedCards,
  readLearnedCards,
  readSessionCache,
  undoCacheName,
  unpackPast,
  writeSessionCache,
} from '../../../web/learning/session/session-cache.ts';
import { takeOver } from '../../../web/learning/session/session-loading.ts';
import { deferredWrites } from '../../../web/learning/session/use-learning-session.ts';
import { clearSession } from '../../../web/lib/kept/stored-session.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import {
  answerId,
  DAY,
  NOON,
  newCards,
  opened,
  play,
  reviewCard,
  reviewCards,
  times,
} from './session-cards.ts';

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

t.test('LRN-46 a session is resumed from its cache exactly as it was left', async (t) => {
  const { state } = play(opened([...newCards(3), reviewCard(101)]), [0, 2, 1]);
  write(state);
  t.same(readSessionCache(1), { timestamp: RATED, state, deck, settings });
  const { state: done } = play(opened(newCards(1)), [2]);
  write(done);
  t.same(reloaded(), done, 'also one that is completed');
});

t.test('LRN-46 LRN-47 what the two caches hold', async (t) => {
  const { state } = play(opened([...newCards(2), reviewCard(101)]), [0]);
  write(state);
  const values = keys()
    .filter((key) => key.includes('learning:1:'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '').value);
  const session = values.find((value) => 'allCards' in value);
  t.match(session, {
    allCards: state.cards,
    newCards: [2],
    reviewCards: [101],
    learningCards: [{ originalId: 1, originalType: 'new', status: 0 }],
    sessionCompleted: false,
    counts: { new: 1, learning: 1, review: 1 },
    timestamp: RATED,
  });
  const learned = values.find((value) => 'day' in value && 'cards' in value);
  t.match(learned, { cards: newCards(1), timestamp: RATED });
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
  for (const key of keys().filter((each) => each.includes('learning:1:')))
    localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('"1.1"', '"0.9"'));
  t.equal(readSessionCache(1), null);
  t.notOk(keys().some((key) => key.endsWith(':session')));
});

t.test('CX-21 learning cards of another day are discarded', async (t) => {
  write(play(opened(newCards(2)), [0]).state);
  t.same(readLearnedCards(1, DAY), newCards(1));
  t.same(readLearnedCards(1, '2026-11-22'), []);
  t.same(readLearnedCards(1, DAY), [], 'for good');
});

t.test('LRN-38 ERR-49 clearing forgets this deck’s two caches alone; a failure is told', async (t) => {
  write(play(opened(newCards(2)), [0]).state);
  writeSessionCache({ timestamp: now, state: { ...opened(newCards(1)), source: 12 }, deck, settings });
  clearSessionCache(1);
  t.equal(readSessionCache(1), null);
  t.same(readLearnedCards(1, DAY), []);
  t.ok(readSessionCache(12), 'deck 12 is not deck 1');
  write(opened(newCards(2)));
  localStorage.removeItem = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  t.throws(() => clearSessionCache(1));
});

t.test(
  'TDY-06 CON-08 (document 2 §3, §9) what forgotten sessions were teaching is handed over, and back',
  async (t) => {
    const language = { ...deck, title: 'Động vật', display_back_first: true, lenient_typing: true } as Deck;
    const of = (source: number) => (cards: StudyCard[]) =>
      cards.map((card) => ({ ...card, deck_id: source }));
    const first = play(opened(of(1)([...newCards(2), reviewCard(101)])), [0, 1, 0]).state;
    writeSessionCache({
      timestamp: now,
      state: first,
      deck: language,
      settings: { ...settings, way: 'typing' },
    });
    const second = play(opened(of(12)(newCards(1, 7)), { source: 12 }), [1]).state;
    writeSessionCache({ timestamp: now, state: second, deck, settings });
    dropOverlappingSessions('today');
    const handed = readHandedCards('today', DAY);
    t.same(
      handed.map(({ card, learning, isSent, answers }) => [card.id, learning.originalType, isSent, answers]),
      [
        [1, 'new', false, { first: 0, tries: 1 }],
        [2, 'new', false, { first: 1, tries: 1 }],
        [101, 'review', true, { first: 0, tries: 1 }],
        [7, 'new', false, { first: 1, tries: 1 }],
      ],
    );
    t.same(
      handed[0]?.card.deck,
      { id: 1, title: 'Động vật', display_back_first: true, lenient_typing: true, way: 'typing' },
      'over several decks a card says which is its own',
    );

    const today = takeOver({ ...opened([]), source: 'today' }, handed);
    dropHandedCards(
      DAY,
      column(
        handed.map(({ card }) => card),
        'id',
      ),
    );
    t.same(readHandedCards('today', DAY), [], 'one session has them');
    writeSessionCache({ timestamp: now, state: today, deck: null, settings: null });
    dropOverlappingSessions(12);
    t.same(
      [1, 12].map((source) => readHandedCards(source, DAY).map(({ card }) => [card.id, card.deck])),
      [
        [
          [1, undefined],
          [2, undefined],
          [101, undefined],
        ],
        [[7, undefined]],
      ],
      'each card goes back to its deck',
    );
    t.same(readHandedCards(1, '2026-11-22'), [], 'CX-21 not on another day');
    noteSent({ deckId: 1, cardId: 2 } as Waiting, now + 1);
    t.same(
      readHandedCards(1, DAY).map(({ card }) => card.id),
      [1, 101],
      'nor what was answered elsewhere since',
    );
    now += HOURS_24;
    t.same(readHandedCards(12, DAY), [], 'nor after 24 hours');
  },
);

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

t.test('a session and its steps are of their student and their deck alone', async (t) => {
  const { state } = play(opened(newCards(3)), [2]);
  write(state);
  t.equal(reloaded(2), undefined);
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

for (const [title, isFull] of [
  ['without room for it, the session itself is stored', (key: string) => key.endsWith(undoCacheName(1))],
  ['a session without room takes that of what can be taken back', () => undoKeys().length > 0],
] as const)
  t.test(title, async (t) => {
    const { setItem } = localStorage;
    write(play(opened(newCards(3)), [2]).state);
    localStorage.setItem = (key, value) => {
      if (isFull(key)) throw new DOMException('full', 'QuotaExceededError');
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

const sessionAt = (timestamp: number, answerSeed?: string): KeptSession => ({
  timestamp,
  state: opened(newCards(1), answerSeed ? { answerSeed } : {}),
  deck: null,
  settings: null,
});

/** A storage, and a frame that is drawn when the test says so. */
function deferred() {
  let stored: KeptSession | null = null;
  const written: number[] = [];
  let drawn = () => {};
  const cache = deferredWrites(
    {
      read: () => stored,
      write: (session) => {
        stored = session;
        written.push(session.timestamp);
      },
      readLearned: () => [],
      readHanded: () => [],
      dropHanded: () => {},
      clear: () => {
        stored = null;
      },
    },
    (run) => {
      drawn = run;
      return () => {
        drawn = () => {};
      };
    },
  );
  const fromOtherTab = (timestamp: number) => {
    stored = sessionAt(timestamp);
  };
  return { cache, written, fromOtherTab, frame: () => drawn() };
}

t.test(
  'LRN-46 a session is written once: after the frame of the next card, or as the page goes',
  async (t) => {
    const { cache, written, frame } = deferred();
    cache.write(sessionAt(1));
    cache.write(sessionAt(2));
    t.same(written, [], 'nothing before it');
    frame();
    t.same(written, [2], 'the last state alone');
    cache.flush();
    t.same(written, [2], 'and not again');
    cache.write(sessionAt(3));
    cache.flush();
    frame();
    t.same(written, [2, 3], 'a page that goes writes what waits');
  },
);

t.test('SL-122 a session is written at once when it begins: its ids come from what is kept', async (t) => {
  const { cache, written, frame } = deferred();
  cache.write(sessionAt(1, 'a'));
  t.same(written, [1]);
  cache.write(sessionAt(2, 'a'));
  t.same(written, [1], 'later writes wait for the frame');
  frame();
  cache.write(sessionAt(3, 'b'));
  t.same(written, [1, 2, 3], 'another session begins');
});

t.test('LRN-46 what waits is read, unless another tab went on with the session', async (t) => {
  const { cache, written, fromOtherTab, frame } = deferred();
  fromOtherTab(1);
  cache.write(sessionAt(2));
  t.equal(cache.read()?.timestamp, 2);
  cache.write(sessionAt(3));
  fromOtherTab(4);
  t.equal(cache.read()?.timestamp, 4);
  frame();
  t.same(written, [2], 'the other tab is not overwritten');
});

t.test('LRN-46 a session that is forgotten is not written any more', async (t) => {
  const { cache, written, frame } = deferred();
  cache.write(sessionAt(1));
  cache.clear();
  frame();
  cache.flush();
  t.same(written, []);
  t.equal(cache.read(), null);
});
