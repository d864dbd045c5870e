import fc from 'fast-check';
import t from 'tap';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { startApi } from '../../harness/api-harness.ts';
import { given } from '../../log/given-events.ts';
import { weightsSet } from '../answering/given-undo.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const DAY_MS = 86_400_000;

interface Review {
  /** Days after the card is due. */
  late: number;
  first: Rating;
  tries: number;
}

const review: fc.Arbitrary<Review> = fc.record({
  late: fc.integer({ min: 0, max: 20 }),
  first: fc.constantFrom<Rating>(0, 1, 2),
  tries: fc.integer({ min: 2, max: 7 }),
});

t.test('TDY-05 the days that a card is given with are those that the projection then gives it', async (t) => {
  const follow = async (reviews: Review[], ownWeights: boolean) => {
    api.clock.stopAt('2026-03-10T09:00:00+07:00');
    const deck = await api.addDeck(teacher.id, 1, { official: true });
    const card = deck.cards[0]!;
    const student = await api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });
    const calls = studyCalls(student);
    if (ownWeights) {
      await given(api.pool, [weightsSet(student.id, { 0: 0.9, 2: 5.5 })]);
      await api.project();
    }
    const dueDay = async (): Promise<number | undefined> => {
      const rows = await api.sql<{ day: string }>`select due_day::text as day from review_schedule
        where card_id = ${card}`;
      return rows[0] && Date.parse(rows[0].day);
    };
    for (const { late, first, tries } of reviews) {
      const due = await dueDay();
      if (due) api.clock.stopAt(new Date(due + late * DAY_MS + 9 * 3_600_000).toISOString());
      const { body } = await calls.set(deck.id);
      const nextDays = body.data[0]!.next_days;
      t.equal(nextDays.length, due ? 2 : 5);
      const tried = first === 2 ? 1 : tries;
      // As the session sends it: a review card with its first answer.
      await calls.answer(card, { status: due ? first : 2, first_status: first, tries: due ? 1 : tried });
      const failed = due ? Number(first !== 2) : Math.min(tried - 1, nextDays.length - 1);
      t.equal((await dueDay())! - Date.parse(body.day), nextDays[failed]! * DAY_MS);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(review, { minLength: 1, maxLength: 5 }), fc.boolean(), follow), {
    numRuns: 12,
    endOnFailure: true,
  });
});
