import fc from 'fast-check';
import t from 'tap';
import type { StudyCard } from '../../core/card/card.schema.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { sessionReducer } from '../../web/learning/session.reducer.ts';
import {
  cardsLeft,
  currentCard,
  type ProgressItem,
  type SessionState,
} from '../../web/learning/session.state.ts';
import { moreLimit, startSession } from '../../web/learning/session-loading.ts';
import { DAY, NOON, newCards, reviewCards } from './session-cards.ts';

interface Course {
  fresh: number;
  due: number;
  /** What the server's counts say beyond the truth. */
  tooMany: number;
  /** Failures of each card before it is known, by card. */
  failures: number[];
  /** Which fetches fail. */
  outages: boolean[];
}

const course: fc.Arbitrary<Course> = fc.record({
  fresh: fc.nat(50),
  due: fc.nat(50),
  tooMany: fc.nat(5),
  failures: fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }),
  outages: fc.array(fc.boolean(), { maxLength: 5 }),
});

/** The server: due cards first, then new ones; a card leaves when its answer has arrived. */
function server({ fresh, due, tooMany }: Course) {
  let cards: StudyCard[] = [...reviewCards(due), ...newCards(fresh)];
  return {
    counts: { newCardsToday: fresh + tooMany, reviewCardsToday: due + tooMany },
    set: (limit: number) => cards.slice(0, limit),
    hear: (items: ProgressItem[]) => {
      cards = cards.filter((card) => !items.some((item) => item.cardId === card.id));
    },
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
  sent: ProgressItem[];
  shown: Set<number>;
  steps: number;
}

/** A student who fails each card as often as the course says and then knows it. */
function run(plan: Course): Run {
  const api = server(plan);
  let state = startSession({ deckId: 1, day: DAY, cards: api.set(20), counts: api.counts, completed: false });
  const left = new Map<number, number>();
  const outages = [...plan.outages];
  const result: Run = { state, sent: [], shown: new Set(), steps: 0 };
  const failuresOf = (id: number) => plan.failures[id % plan.failures.length] ?? 0;
  for (; state.phase === 'studying' || state.phase === 'needs-more'; result.steps += 1) {
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
    const remaining = left.get(id) ?? failuresOf(id);
    const rating: Rating = remaining === 0 ? 2 : remaining % 2 === 0 ? 1 : 0;
    left.set(id, remaining - 1);
    const before = cardsLeft(state);
    state = sessionReducer(state, { type: 'revealed', now: NOON }).state;
    const step = sessionReducer(state, { type: 'rated', rating, now: NOON + 1_000 });
    const gone = before - cardsLeft(step.state);
    if (gone !== (rating === 2 ? 1 : 0))
      throw new Error(`the counters fell by ${gone} for a rating of ${rating}`);
    api.hear(step.send);
    result.sent.push(...step.send);
    state = step.state;
  }
  check(state);
  result.state = state;
  return result;
}

t.test('LRN-33 LRN-34 LRN-35 every session ends, with sound counters and pools at each step', async (t) => {
  fc.assert(
    fc.property(course, (plan) => {
      const { state, shown } = run(plan);
      return shown.size === plan.fresh + plan.due && cardsLeft(state) === 0;
    }),
  );
  t.pass();
});

t.test(
  'LRN-30 LRN-31 LRN-32 CX-15 every card is sent exactly once, with its type and its first answer',
  async (t) => {
    fc.assert(
      fc.property(course, (plan) => {
        const { sent } = run(plan);
        const ids = sent.map((item) => item.cardId);
        return (
          new Set(ids).size === ids.length &&
          ids.length === plan.fresh + plan.due &&
          sent.every(({ cardId, body }) => {
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
  },
);

const event = fc.oneof(
  fc.record({ type: fc.constant('revealed' as const), now: fc.nat() }),
  fc.record({
    type: fc.constant('rated' as const),
    rating: fc.constantFrom(0, 1, 2) as fc.Arbitrary<Rating>,
    now: fc.nat(),
  }),
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

t.test('whatever happens in whatever order, the state stays sound and nothing is sent twice', async (t) => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), fc.array(event, { maxLength: 200 }), (fresh, due, events) => {
      const cards = [...reviewCards(due), ...newCards(fresh)].slice(0, 20);
      const counts = { newCardsToday: fresh, reviewCardsToday: due };
      let state = startSession({ deckId: 1, day: DAY, cards, counts, completed: false });
      const sent: number[] = [];
      for (const each of events) {
        const step = sessionReducer(state, each);
        state = step.state;
        check(state);
        sent.push(...step.send.map((item) => item.cardId));
      }
      return new Set(sent).size === sent.length;
    }),
  );
  t.pass();
});
