import t from 'tap';
import { default_w } from 'ts-fsrs';
import { type Answer, Scheduler } from '../../../core/learning/memory/memory.ts';
import {
  type SimulationRules,
  type StudiedDeck,
  simulateDeck,
} from '../../../core/learning/what-if/comparison.ts';
import { StudyTally } from '../../../core/learning/what-if/study-tally.ts';

const scheduler = new Scheduler();
const LIVE: SimulationRules = {
  scheduler,
  truth: scheduler,
  differ: false,
  newPerDay: null,
  maxPerDay: 200,
  seed: 1,
};
const FIRST = 20_000;
const met = (day: number): Answer => ({ rating: 2, firstStatus: 2, tries: 1, day });

/** Cards of which so many are met each day, and study on every day. */
const deck = (cards: number, perDay: number, days = 60): StudiedDeck => ({
  studentId: 1,
  days: Array.from({ length: days }, (_, index) => FIRST + index),
  cards: Array.from({ length: cards }, (_, index) => ({
    cardId: index + 1,
    met: met(FIRST + Math.floor(index / perDay)),
  })),
});

function figuresOf(studied: StudiedDeck, rules: Partial<SimulationRules> = {}) {
  const last = studied.days.at(-1)!;
  const tally = new StudyTally(null);
  simulateDeck(studied, { ...LIVE, ...rules }, tally, last);
  return tally.figures(FIRST, last);
}

t.test('new cards are met when they were met; reviews come when they are due', async (t) => {
  // Met on day 0, due on day 2: on the days 0 and 1 there is no review.
  t.match(figuresOf(deck(5, 5, 2)), { reviews: 0, new_cards: 5, retention: null, cards: 5 });
  t.match(figuresOf(deck(5, 5, 3)), { reviews: 5, new_cards: 5, cards: 5 });
});

t.test('nobody studies on a day on which they did not study, and what was due waits', async (t) => {
  const whole = deck(5, 5, 40);
  const pause = { ...whole, days: [FIRST, FIRST + 39] };
  t.match(figuresOf(pause), { reviews: 5, new_cards: 5 });
});

t.test('the daily maximum holds, and reviews come first', async (t) => {
  // Ten new ones on each of two days; on the third the first ten are due, and there is no room for new ones.
  t.match(figuresOf(deck(100, 100, 3), { maxPerDay: 10 }), { reviews: 10, new_cards: 20 });
  const { reviews, new_cards } = figuresOf(deck(100, 100, 30), { maxPerDay: 10 });
  t.ok(reviews + new_cards <= 300);
  t.match(figuresOf(deck(10, 10), { maxPerDay: 0 }), { reviews: 0, new_cards: 0, cards: 0, recall: null });
});

t.test('a limit of new cards spreads them over the days', async (t) => {
  t.equal(figuresOf(deck(30, 30, 10), { newPerDay: 2 }).new_cards, 20);
  t.equal(figuresOf(deck(30, 1, 10), { newPerDay: 30 }).new_cards, 30, 'or lets them come sooner');
});

t.test('the same seed draws the same, another one another', async (t) => {
  t.same(figuresOf(deck(100, 5)), figuresOf(deck(100, 5)));
  t.notSame(figuresOf(deck(100, 5)), figuresOf(deck(100, 5), { seed: 2 }));
});

t.test('things are recalled as often as the truth says', async (t) => {
  const { reviews, retention } = figuresOf(deck(2_000, 20, 200));
  t.ok(reviews > 5_000);
  t.ok(Math.abs(retention! - 0.9) < 0.02, `${retention}`);
});

t.test('with the weights of the truth a scheduler is the same, counted as other or not', async (t) => {
  const copy = new Scheduler({ weights: [...default_w] });
  t.same(figuresOf(deck(100, 5), { scheduler: copy, differ: true }), figuresOf(deck(100, 5)));
});

t.test('weights that overrate memories are found out: longer intervals, lower retention', async (t) => {
  const rash = new Scheduler({
    weights: default_w.map((weight, index) => (index < 4 ? weight * 5 : weight)),
  });
  const live = figuresOf(deck(300, 5, 150));
  const other = figuresOf(deck(300, 5, 150), { scheduler: rash, differ: true });
  t.ok(other.reviews < live.reviews);
  t.ok(other.retention! < live.retention! - 0.02);
});
