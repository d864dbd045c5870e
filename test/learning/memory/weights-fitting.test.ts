import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { readLabelledReviews } from '../../../core/learning/memory/labelled-reviews.ts';
import { Scheduler, WEIGHT_LIMITS } from '../../../core/learning/memory/memory.ts';
import {
  type FittingOptions,
  fitWeights,
  schedulerWeightsSet,
} from '../../../core/learning/memory/weights-fitting.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { given, review } from '../../log/given-events.ts';
import { undo } from '../answering/given-undo.ts';
import { FORGETFUL, givenMany, simulatedReviews } from './simulated-reviews.ts';

const { pool } = await createTestDatabase(t);
t.beforeEach(() => pool.query('truncate events; update log_partitions set head = 0'));

async function labelled(studentId: number | undefined, limit = 100, includesOwnFitted = true) {
  const client = await pool.connect();
  try {
    return await readLabelledReviews(client, eventRegister, { studentId }, { limit, includesOwnFitted });
  } finally {
    client.release();
  }
}

const fitted = (options: Omit<FittingOptions, 'register'>) =>
  fitWeights(pool, { ...options, register: eventRegister });

const eventIds = (events: { eventId: string }[]): string[] => events.map(({ eventId }) => eventId);
const ids = (...events: NewEvent[]): string[] => events.map(({ id }) => id);

t.test('labelled is a review of a card learnt on an earlier day, unless it was taken back', async (t) => {
  const learnt = review(1, { day: '2026-03-01' });
  const sameDay = review(1, { day: '2026-03-01' });
  const takenBack = review(1, { day: '2026-03-02', rating: 0, first_status: 0 });
  const first = review(1, { day: '2026-03-03', rating: 1, first_status: 1 });
  const notLearnt = review(1, { card_id: 2, day: '2026-03-03', rating: 0, first_status: 0 });
  const learntLater = review(1, { card_id: 2, day: '2026-03-04' });
  const second = review(1, { day: '2026-03-09' });
  const another = review(2, { day: '2026-03-09' });
  const taken = [takenBack, undo(1, takenBack)];
  await given(pool, [learnt, sameDay, ...taken, first, notLearnt, learntLater, second, another]);
  const { reviews, students } = await labelled(1);
  t.same(students, [1]);
  t.same(eventIds(reviews), ids(first, second));
  t.equal(reviews[0]!.history, reviews[1]!.history);
  const answers = [{ tries: 1 }, {}, { rating: 1 as const, firstStatus: 1 as const }, {}].map((one) => ({
    ...{ firstStatus: 2 as const },
    ...one,
  }));
  t.match(reviews[1], { at: second.occurredAt.getTime(), index: 3, history: { studentId: 1, answers } });
});

t.test('the last ones in time are kept, whoever gave them, with their cards’ whole history', async (t) => {
  const days = ['2026-03-01', '2026-03-03', '2026-03-06', '2026-03-10'];
  const events = [1, 2, 3, 4].flatMap((student) => days.map((day) => review(student, { day })));
  await given(pool, events);
  const { reviews, students } = await labelled(undefined, 5);
  t.same(students.sort(), [1, 2, 3, 4]);
  t.same(column(reviews, 'index'), [2, 3, 3, 3, 3]);
  t.ok(reviews.every(({ history }) => history.answers.length === 4));
});

t.test('weights are fitted to how a student really forgets, and predict better what comes', async (t) => {
  await givenMany(pool, simulatedReviews({ studentId: 1, truth: FORGETFUL, days: 70, newCardsADay: 8 }));
  const fitting = await fitted({ studentId: 1 });
  const { before, after, weights } = fitting;
  t.match(fitting, { outcome: 'better', students: [1], keepOwn: [] });
  t.ok(after!.log_loss < before!.log_loss * 0.98, `${before!.log_loss} → ${after!.log_loss}`);
  t.ok(after!.rmse_bins < before!.rmse_bins, `${before!.rmse_bins} → ${after!.rmse_bins}`);
  t.equal(after!.reviews, Math.round(fitting.reviews / 5), 'the last fifth judges');
  t.equal(weights!.length, 21);
  for (const [index, [low, high]] of WEIGHT_LIMITS.entries())
    t.ok(weights![index]! >= low && weights![index]! <= high, `weight ${index}: ${weights![index]}`);
  t.ok(weights!.slice(0, 4).every((stability) => stability >= 0.1));
  t.doesNotThrow(() => new Scheduler({ weights: weights! }));
  t.same(await fitted({ studentId: 1 }), fitting, 'the same reviews, the same weights');
  t.ok((await fitted({})).outcome === 'better', 'and so for everybody');
});

t.test('a student of whom the default is true is told that fitted weights are not better', async (t) => {
  await givenMany(pool, simulatedReviews({ studentId: 1, days: 60, newCardsADay: 8, seed: 4 }));
  const { outcome, before, after } = await fitted({ studentId: 1 });
  t.equal(outcome, 'not_better', `${before?.log_loss} → ${after?.log_loss}`);
});

t.test('fewer than 1,000 labelled reviews are too few', async (t) => {
  const events = simulatedReviews({ studentId: 1, truth: FORGETFUL, days: 40, newCardsADay: 8 });
  await givenMany(pool, events);
  const { reviews } = await labelled(1, 10_000);
  t.ok(reviews.length >= 1_000);
  const last = events.findIndex(({ id }) => id === reviews[999]!.eventId);
  await pool.query('truncate events; update log_partitions set head = 0');
  await givenMany(pool, events.slice(0, last));
  const none = { before: null, after: null, weights: undefined };
  t.match(await fitted({ studentId: 1 }), { outcome: 'too_few_reviews', reviews: 999, ...none });
  await givenMany(pool, events.slice(last, last + 1));
  t.match(await fitted({ studentId: 1 }), { reviews: 1_000, weights: Array });
});

t.test('an event is made for each student without these weights, after the one setting others', async (t) => {
  await givenMany(pool, simulatedReviews({ studentId: 1, truth: FORGETFUL, days: 40, newCardsADay: 8 }));
  await given(pool, [review(2), review(3)]);
  const fitting = await fitted({});
  const now = Date.parse('2026-03-01T00:00:00Z');
  const events = schedulerWeightsSet(fitting, 'all', now);
  t.same(events.map(({ studentId }) => studentId).sort(), [1, 2, 3]);
  t.match(events[0], {
    type: 'SchedulerWeightsSet',
    version: 1,
    data: { weights: fitting.weights!, fitted_to: 'all', reviews: fitting.reviews },
    occurredAt: new Date(now),
  });
  await given(pool, events.slice(0, 1));
  const again = await fitted({});
  const rest = schedulerWeightsSet(again, 'all', now);
  t.same(
    rest.map(({ studentId, id }) => [studentId, id]),
    events.slice(1).map(({ studentId, id }) => [studentId, id]),
    'after an interruption the rest is the same',
  );
  const other = schedulerWeightsSet({ ...again, weights: FORGETFUL }, 'all', now);
  const idOf = (list: NewEvent[], student: number) => list.find(({ studentId }) => studentId === student)!.id;
  const [done] = events;
  t.not(idOf(other, done!.studentId), done!.id, 'later weights are another event');
  const rival = other.find(({ studentId }) => studentId !== done!.studentId)!;
  await given(pool, [rival]);
  const late = events.find(({ studentId }) => studentId === rival.studentId)!;
  await t.rejects(given(pool, [late]), { code: 'idempotency_conflict' });
});

t.test('weights that hold already are not set again, whatever the held-out reviews say', async (t) => {
  await givenMany(pool, simulatedReviews({ studentId: 1, truth: FORGETFUL, days: 40, newCardsADay: 8 }));
  const fitting = await fitted({ studentId: 1 });
  await given(pool, schedulerWeightsSet(fitting, 'student', 0));
  const again = await fitted({ studentId: 1 });
  t.match(again, { outcome: 'held_already', weights: fitting.weights! });
  t.same(schedulerWeightsSet(again, 'student', 0), []);
});

for (const stage of ['Reading', 'Fitting'] as const)
  t.test(`it can be stopped while ${stage.toLowerCase()}`, async (t) => {
    await givenMany(pool, simulatedReviews({ studentId: 1, truth: FORGETFUL, days: 70, newCardsADay: 8 }));
    const stop = new AbortController();
    const reason = new Error('enough');
    const labels: string[] = [];
    const options: Omit<FittingOptions, 'register'> = {
      signal: stop.signal,
      onProgress: (label) => {
        labels.push(label);
        if (label === stage) stop.abort(reason);
      },
    };
    await t.rejects(fitted(options), reason);
    t.equal(labels.at(-1), stage);
  });
