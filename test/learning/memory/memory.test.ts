import fc from 'fast-check';
import t, { type Test as Tap } from 'tap';
import { default_w, FSRSAlgorithm, Rating as Grade, generatorParameters } from 'ts-fsrs';
import { type Answer, type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { RecallEvaluation, type RecallPrediction } from '../../../core/learning/memory/recall-evaluation.ts';

const scheduler = new Scheduler();
const confident = (day: number): Answer => ({ rating: 2, firstStatus: 2, tries: 1, day });

/** The intervals of a card that is answered as `first` says, and then with 2 on each due day. */
function intervals(first: Answer, count: number, using = scheduler): number[] {
  let memory = using.review(null, first)!;
  const found = [memory.dueDay - memory.anchorDay];
  while (found.length < count) {
    memory = using.review(memory, confident(memory.dueDay))!;
    found.push(memory.dueDay - memory.anchorDay);
  }
  return found;
}

/** The library itself, told what the scheduler should tell it. */
const fsrs = new FSRSAlgorithm(
  generatorParameters({ w: default_w, request_retention: 0.9, enable_fuzz: false }),
);
const state = (memory: Memory) => ({ stability: memory.stability, difficulty: memory.difficulty });

// Known answers: FSRS-6 with the default weights of its authors (github.com/open-spaced-repetition/ts-fsrs 5.4.2).
t.test('SL-32 confident whenever due: 2, 11, 46, 163 days, then the maximum of 365', async (t) => {
  t.same(intervals(confident(100), 6), [2, 11, 46, 163, 365, 365]);
  t.same(intervals(confident(100), 5, new Scheduler({ maximumInterval: 36_500 })), [2, 11, 46, 163, 497]);
});

t.test('SL-32 forgotten at first, then confident whenever due: 1, 2, 6, 18, 45, 105 days', async (t) => {
  for (const firstStatus of [0, 1] as const)
    t.same(intervals({ rating: 2, firstStatus, tries: 2, day: 100 }, 6), [1, 2, 6, 18, 45, 105]);
});

t.test('SL-32 a new card that is known is one Good of the library', async (t) => {
  t.match(scheduler.review(null, confident(20_000)), {
    ...fsrs.next_state(null, 0, Grade.Good),
    introducedDay: 20_000,
    anchorDay: 20_000,
    dueDay: 20_002,
    reviews: 1,
    lapses: 0,
  });
});

t.test('SL-32 a new card forgotten at first is an Again a failure, four at most, and a Good', async (t) => {
  for (const [tries, agains] of Object.entries({ 1: 1, 2: 1, 3: 2, 5: 4, 6: 4, 1000: 4 })) {
    let expected = fsrs.next_state(null, 0, Grade.Again);
    for (let again = 1; again < agains; again++) expected = fsrs.next_state(expected, 0, Grade.Again);
    expected = fsrs.next_state(expected, 0, Grade.Good);
    const memory = scheduler.review(null, { rating: 2, firstStatus: 0, tries: Number(tries), day: 7 })!;
    t.same(state(memory), expected, `known at try ${tries}`);
    t.same([memory.reviews, memory.lapses], [1, 0], 'not knowing a new card is no lapse');
  }
});

t.test('LRN-31 an unseen card stays unseen until it is rated 2', async (t) => {
  for (const rating of [0, 1] as const)
    for (const firstStatus of [0, 1, 2] as const)
      t.equal(scheduler.review(null, { rating, firstStatus, tries: 3, day: 5 }), null);
});

t.test('SL-32 a review is the library’s step over the days since the last one', async (t) => {
  const memory = scheduler.review(null, confident(100))!;
  for (const elapsed of [0, 1, 2, 3, 30, 400]) {
    const next = scheduler.review(memory, confident(100 + elapsed))!;
    t.same(state(next), fsrs.next_state(state(memory), elapsed, Grade.Good));
    t.match(next, { introducedDay: 100, anchorDay: 100 + elapsed, reviews: 2, lapses: 0 });
  }
});

t.test('SL-32 a lapse is an Again and the Good with which the session has it relearnt', async (t) => {
  let memory = scheduler.review(null, confident(100))!;
  for (const day of [102, 113]) memory = scheduler.review(memory, confident(day))!;
  t.equal(memory.dueDay, 159);
  for (const firstStatus of [0, 1] as const) {
    const lapsed = scheduler.review(memory, { rating: firstStatus, firstStatus, tries: 1, day: 159 })!;
    const forgotten = fsrs.next_state(state(memory), 46, Grade.Again);
    t.same(state(lapsed), fsrs.next_state(forgotten, 0, Grade.Good));
    t.match(lapsed, { introducedDay: 100, anchorDay: 159, reviews: 4, lapses: 1 });
    t.ok(lapsed.dueDay > 159, 'not on the same day again');
    t.ok(lapsed.dueDay - 159 < 46 / 2, 'much sooner than before');
  }
});

t.test('CX-15 a review that arrives as 2 although its first answer was wrong is a lapse', async (t) => {
  const memory = scheduler.review(null, confident(100))!;
  const late = scheduler.review(memory, { rating: 2, firstStatus: 0, tries: 4, day: 102 })!;
  t.same(late, scheduler.review(memory, { rating: 0, firstStatus: 0, tries: 1, day: 102 }));
  t.equal(late.lapses, 1);
});

t.test('SL-31 a clock that goes back neither throws nor inflates: days are never below 0', async (t) => {
  const memory = scheduler.review(null, confident(100))!;
  const early = scheduler.review(memory, confident(40))!;
  t.equal(early.anchorDay, 100);
  t.equal(early.introducedDay, 100);
  t.same(state(early), fsrs.next_state(state(memory), 0, Grade.Good));
  t.ok(early.dueDay >= 101);
});

t.test('SL-32 the chance of recall falls from 1 on the last day of review; before, it is 1', async (t) => {
  const memory = scheduler.review(null, confident(100))!;
  for (const day of [-5, 0, 97, 99, 100]) t.equal(scheduler.recall(memory, day), 1, `day ${day}`);
  t.equal(Math.round(scheduler.recall(memory, 102) * 10), 9, 'about 90 % when it is due');
  for (const day of [101, 102, 110, 400, 10_000]) {
    const [before, then] = [scheduler.recall(memory, day - 1), scheduler.recall(memory, day)];
    t.ok(then > 0 && then < before, `day ${day}: ${then} after ${before}`);
  }
});

const answer = fc.record({
  rating: fc.constantFrom(0, 1, 2),
  firstStatus: fc.constantFrom(0, 1, 2),
  tries: fc.integer({ min: 1, max: 1_000 }),
  day: fc.integer({ min: -10, max: 60_000 }),
});

t.test('SL-32 whatever is answered whenever: in range, due after the last review, bounded', async () => {
  fc.assert(
    fc.property(
      fc.array(answer as fc.Arbitrary<Answer>, { maxLength: 30 }),
      fc.constantFrom(1, 30, 365, 36_500),
      (answers, maximumInterval) => {
        const limited = new Scheduler({ maximumInterval });
        let memory: Memory | null = null;
        for (const given of answers) {
          const before: Memory | null = memory && { ...memory };
          const after = limited.review(memory, given);
          if (memory) for (const key of Object.keys(memory)) if (!(key in before!)) return false;
          memory = after;
          if (!memory) continue;
          const interval = memory.dueDay - memory.anchorDay;
          if (!(Number.isInteger(interval) && interval >= 1 && interval <= maximumInterval)) return false;
          if (!(memory.stability > 0 && memory.difficulty >= 1 && memory.difficulty <= 10)) return false;
          if (memory.anchorDay < given.day || (before && memory.anchorDay < before.anchorDay)) return false;
          if (memory.lapses > memory.reviews || (before && memory.reviews !== before.reviews + 1))
            return false;
        }
        return true;
      },
    ),
  );
});

t.test('SL-32 an answer changes no memory in place, and the same answers give the same memory', async () => {
  fc.assert(
    fc.property(fc.array(answer as fc.Arbitrary<Answer>, { minLength: 1, maxLength: 10 }), (answers) => {
      const fold = () =>
        answers.reduce<Memory | null>(
          (memory, one) => scheduler.review(memory && Object.freeze(memory), one),
          null,
        );
      const [once, again] = [fold(), fold()].map((memory) => JSON.stringify(memory));
      return once === again;
    }),
  );
});

t.test('SL-32 more retention means sooner', async (t) => {
  const first = (retention: number) => intervals(confident(0), 3, new Scheduler({ retention }))[2]!;
  t.ok(first(0.95) < first(0.9) && first(0.9) < first(0.8));
});

t.test('options out of range are refused: the library would replace them without a word', async (t) => {
  const refused = (options: object) =>
    t.throws(() => new Scheduler(options), RangeError, JSON.stringify(options));
  for (const retention of [0, 0.79, 0.96, 1, Number.NaN, -1, Number.POSITIVE_INFINITY])
    refused({ retention });
  for (const maximumInterval of [0, -1, 1.5, 36_501, Number.NaN, Number.POSITIVE_INFINITY])
    refused({ maximumInterval });
  refused({ weights: [] });
  refused({ weights: default_w.slice(0, 19) });
  refused({ weights: [...default_w, 1] });
  refused({ weights: default_w.with(3, Number.NaN) });
  for (const [index, weight] of Object.entries({ 0: -1, 4: 100, 20: 5 }))
    refused({ weights: default_w.with(Number(index), weight) });
  t.doesNotThrow(() => new Scheduler({ weights: default_w, retention: 0.8, maximumInterval: 1 }));
});

const at = (predicted: number, recalled: boolean, others: Partial<RecallPrediction> = {}) => ({
  predicted,
  recalled,
  elapsed: 3,
  reviews: 2,
  lapses: 0,
  ...others,
});

const near = (t: Tap, found: number | null | undefined, expected: number): void =>
  void t.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-9, `${found} is ${expected}`);

function evaluateRecall(predictions: RecallPrediction[]) {
  const evaluation = new RecallEvaluation();
  for (const prediction of predictions) evaluation.add(prediction);
  return evaluation.scores();
}

t.test('nothing was predicted: no scores', async (t) => {
  t.equal(evaluateRecall([]), null);
});

t.test('the measures, counted by hand', async (t) => {
  const scores = evaluateRecall([at(0.9, true), at(0.8, true), at(0.7, false), at(0.85, false)])!;
  t.equal(scores.reviews, 4);
  near(t, scores.observed, 0.5);
  near(t, scores.predicted, 0.8125);
  near(t, scores.log_loss, -(Math.log(0.9) + Math.log(0.8) + Math.log(0.3) + Math.log(0.15)) / 4);
  near(t, scores.rmse_bins, 0.3125);
  near(t, scores.auc, 3 / 4);
});

t.test('reviews that differ in elapsed days, reviews or lapses are judged apart', async (t) => {
  // All together the shares agree; apart each is wrong by 0.5.
  for (const others of [{ elapsed: 30 }, { reviews: 9 }, { lapses: 3 }]) {
    const scores = evaluateRecall([at(0.5, true), at(0.5, false, others)])!;
    near(t, scores.rmse_bins, 0.5);
  }
  near(t, evaluateRecall([at(0.5, true), at(0.5, false)])!.rmse_bins, 0);
});

t.test(
  'equal predictions tell nothing apart: AUC 0.5; of one kind, or none, there is no score',
  async (t) => {
    t.equal(evaluateRecall([]), null);
    near(t, evaluateRecall([at(0.9, true), at(0.9, false), at(0.9, true)])!.auc, 0.5);
    t.equal(evaluateRecall([at(0.9, true)])!.auc, null);
  },
);

t.test('one certain miss does not make everything infinite', async (t) => {
  const scores = evaluateRecall([at(1, false), at(0, true)])!;
  t.ok(Number.isFinite(scores.log_loss) && scores.log_loss > 10);
});
