import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { canUndo, sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import {
  cardsLeft,
  currentCard,
  type ProgressItem,
  type SessionState,
  type Step,
} from '../../../web/learning/session/session.state.ts';
import { moreLimit, startSession } from '../../../web/learning/session/session-loading.ts';
import { answerId, DAY, NOON, newCards, reviewCards } from './session-cards.ts';

interface Course {
  fresh: number;
  due: number;
  /** What the server's counts say beyond the truth. */
  tooMany: number;
  /** Failures of each card before it is known, by card. */
  failures: number[];
  /** Which fetches fail. */
  outages: boolean[];
  /** Ratings taken back, one entry after each rating, or at the end. */
  undos: number[];
}

const course: fc.Arbitrary<Course> = fc.record({
  fresh: fc.nat(50),
  due: fc.nat(50),
  tooMany: fc.nat(5),
  failures: fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }),
  outages: fc.array(fc.boolean(), { maxLength: 5 }),
  undos: fc.array(fc.oneof(fc.constant(0), fc.nat(8)), { maxLength: 60 }),
});

/** The answers that stand: one a card, and only what stands can be taken back. */
function standingAnswers() {
  const standing = new Map<number, ProgressItem>();
  return {
    standing,
    hear({ send, undo: undone }: Step): void {
      for (const item of send) {
        if (standing.has(item.cardId)) throw new Error('a card is sent while its answer stands');
        standing.set(item.cardId, item);
      }
      if (!undone) return;
      if (standing.get(undone.cardId)?.id !== undone.id)
        throw new Error('an answer is taken back that does not stand');
      standing.delete(undone.cardId);
    },
  };
}

/** The server: due cards first, then new ones; a card is away while its answer stands. */
function server({ fresh, due, tooMany }: Course) {
  const cards: StudyCard[] = [...reviewCards(due), ...newCards(fresh)];
  const { standing, hear } = standingAnswers();
  return {
    counts: { newCardsToday: fresh + tooMany, reviewCardsToday: due + tooMany },
    set: (limit: number) => cards.filter((card) => !standing.has(card.id)).slice(0, limit),
    standing,
    hear,
  };
}

function check(state: SessionState): void {
  const { counters, newIds, reviewIds, learning, cards, round } = state;
  const pools = [...newIds, ...reviewIds, ...learning.map((card) => card.originalId)];
  const ids = cards.map((card) => card.id);
  if (Math.min(counters.new, counters.learning, counters.review) < 0)
    throw new Error('a counter is negative');
  if (new Set(pools).size !== pools.length) throw new Error('a card is in two pools');
  if ([...pools].sort().join() !== [...ids].sort().join()) throw new Error('the pools are not all cards');
  if (round.length > 20) throw new Error('a round is longer than 20');
  if (new Set(round).size !== round.length) throw new Error('a card is twice in a round');
  if (learning.length > 20) throw new Error('more than 20 cards are being learnt');
  if (counters.learning !== learning.length) throw new Error('the learning counter is not its list');
  if (counters.new < newIds.length || counters.review < reviewIds.length)
    throw new Error('a counter is too low');
  const ended = state.phase === 'completed' || state.phase === 'empty';
  if (ended !== (cardsLeft(state) === 0)) throw new Error('the end is not where the counters are 0');
  if (state.phase === 'studying' && !currentCard(state)) throw new Error('no card is on the screen');
}

interface Run {
  state: SessionState;
  /** What the server has in the end. */
  standing: ProgressItem[];
  shown: Set<number>;
  steps: number;
}

/** A student who fails each card as often as the course says and then knows it, and sometimes goes back. */
function run(plan: Course): Run {
  const api = server(plan);
  let state = startSession({ source: 1, day: DAY, cards: api.set(20), counts: api.counts, completed: false });
  const outages = [...plan.outages];
  const undos = [...plan.undos];
  const result: Run = { state, standing: [], shown: new Set(), steps: 0 };
  const failuresOf = (id: number) => plan.failures[id % plan.failures.length] ?? 0;
  /** The states before each rating that was not taken back. */
  const ratedAt: SessionState[] = [];
  const goBack = () => {
    for (let count = undos.shift() ?? 0; count > 0 && canUndo(state); count -= 1) {
      const step = sessionReducer(state, { type: 'undo' });
      api.hear(step);
      state = step.state;
      deepStrictEqual({ ...state, past: [] }, { ...ratedAt.pop(), revealedAt: null, past: [] });
      check(state);
    }
  };
  const goesOn = () => state.phase === 'studying' || state.phase === 'needs-more';
  for (; goesOn(); result.steps += 1) {
    check(state);
    if (result.steps > 10_000) throw new Error('the session does not end');
    if (state.phase === 'needs-more') {
      const failed = outages.shift() ?? false;
      const cards = api.set(moreLimit(state));
      state = sessionReducer(state, failed ? { type: 'moreFailed' } : { type: 'moreLoaded', cards }).state;
      continue;
    }
    const id = currentCard(state)?.id ?? 0;
    result.shown.add(id);
    const remaining = failuresOf(id) - (state.answers[id]?.tries ?? 0);
    const rating: Rating = remaining === 0 ? 2 : remaining % 2 === 0 ? 1 : 0;
    const before = cardsLeft(state);
    state = sessionReducer(state, { type: 'revealed', now: NOON }).state;
    ratedAt.push(state);
    const answer = { rating, now: NOON + 1_000, answerId: answerId(result.steps) };
    const step = sessionReducer(state, { type: 'rated', ...answer });
    const gone = before - cardsLeft(step.state);
    if (gone !== (rating === 2 ? 1 : 0))
      throw new Error(`the counters fell by ${gone} for a rating of ${rating}`);
    api.hear(step);
    state = step.state;
    if (undos.length > 0) goBack();
  }
  check(state);
  return { ...result, state, standing: [...api.standing.values()] };
}

t.test('LRN-33 LRN-34 LRN-35 every session ends, sound at each step, undone or not', async (t) => {
  fc.assert(
    fc.property(course, (plan) => {
      const { state, shown } = run(plan);
      return shown.size === plan.fresh + plan.due && cardsLeft(state) === 0;
    }),
  );
  t.pass();
});

t.test('LRN-30 LRN-31 LRN-32 CX-15 one answer a card stands, with its type and first answer', async (t) => {
  fc.assert(
    fc.property(course, (plan) => {
      const { standing } = run(plan);
      const ids = standing.map((item) => item.cardId);
      return (
        ids.length === plan.fresh + plan.due &&
        standing.every(({ cardId, body }) => {
          const failures = plan.failures[cardId % plan.failures.length] ?? 0;
          const isNew = cardId <= 100;
          return (
            body.card_type === (isNew ? 'new' : 'review') &&
            (body.first_status === 2) === (failures === 0) &&
            (isNew ? body.status === 2 && body.tries === failures + 1 : body.tries === 1)
          );
        })
      );
    }),
  );
  t.pass();
});

const event = fc.oneof(
  fc.record({ type: fc.constant('revealed' as const), now: fc.nat() }),
  fc.record({
    type: fc.constant('rated' as const),
    rating: fc.constantFrom(0, 1, 2) as fc.Arbitrary<Rating>,
    now: fc.nat(),
    answerId: fc.uuid(),
  }),
  fc.constant({ type: 'undo' as const }),
  fc.record({
    type: fc.constant('moreLoaded' as const),
    cards: fc.array(fc.integer({ min: 0, max: 60 })).map((ids) => ids.flatMap((id) => newCards(1, id + 1))),
  }),
  fc.constant({ type: 'moreFailed' as const }),
  fc.record({
    type: fc.constant('refreshed' as const),
    counts: fc.record({ newCardsToday: fc.nat(60), reviewCardsToday: fc.nat(60) }),
  }),
  fc.record({ type: fc.constant('relearn' as const), now: fc.nat() }),
);

t.test('whatever happens in any order, the state stays sound and one answer of a card stands', async (t) => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), fc.array(event, { maxLength: 200 }), (fresh, due, events) => {
      const cards = [...reviewCards(due), ...newCards(fresh)].slice(0, 20);
      const counts = { newCardsToday: fresh, reviewCardsToday: due };
      let state = startSession({ source: 1, day: DAY, cards, counts, completed: false });
      const { hear } = standingAnswers();
      for (const each of events) {
        const step = sessionReducer(state, each);
        state = step.state;
        check(state);
        hear(step);
      }
    }),
  );
  t.pass();
});
