import fc from 'fast-check';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const CARDS = 12;
const deck = await api.addDeck(teacher.id, CARDS, { official: true });

type Step =
  | { do: 'answer'; card: number; status: 0 | 1 | 2; first: 0 | 1 | 2 }
  | { do: 'wait'; days: number }
  | { do: 'settings'; news: number; more: number };

const status = fc.constantFrom<0 | 1 | 2>(0, 1, 2, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      card: fc.nat(CARDS - 1),
      status,
      first: status,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('settings' as const), news: fc.nat(1), more: fc.nat(8) }),
  },
);

t.test('LRN-45 API-43 SL-33 SL-35 SL-36 counts and cards/set agree whatever a student does', async (t) => {
  const follow = async (steps: Step[]) => {
    api.clock.stopAt('2026-03-10T09:00:00+07:00');
    const student = studyCalls(await api.register());
    let settings = { new_cards_per_day: 20, max_cards_per_day: 200 };
    const learnt = new Set<number>();
    let today = new Set<number>();

    for (const next of steps) {
      if (next.do === 'answer') {
        await student.answer(deck.cards[next.card]!, { status: next.status, first_status: next.first });
        today.add(next.card);
        if (next.status === 2) learnt.add(next.card);
      } else if (next.do === 'wait') {
        api.clock.advance(next.days * 86_400_000);
        today = new Set();
      } else {
        settings = { new_cards_per_day: next.news, max_cards_per_day: next.news * 10 + next.more };
        await student.settings(deck.id, settings);
      }

      const counts = await student.counts(deck.id);
      const { status, body } = await student.set(deck.id, '?limit=100');
      t.same(counts.settings, settings);
      const room = Math.max(0, settings.max_cards_per_day - today.size);
      if (status === 422) {
        t.equal(body.code, 'daily_limit_reached');
        t.same([counts.newCardsToday, counts.reviewCardsToday, room], [0, 0, 0]);
        continue;
      }
      t.equal(status, 200);
      t.equal(body.day, counts.day);
      const reviews = body.data.filter(({ progresses }) => progresses.length > 0);
      t.same(
        [body.data.length - reviews.length, reviews.length],
        [counts.newCardsToday, counts.reviewCardsToday],
      );
      t.ok(body.data.length <= room, 'within the maximum');
      t.equal(new Set(body.data.map(({ id }) => id)).size, body.data.length, 'no card twice');
      t.ok(reviews.every(({ id }) => learnt.has(deck.cards.indexOf(id))));
      t.ok(reviews.every(({ progresses }) => progresses[0]!.due_day <= body.day));
      if (body.session_completed) t.same([body.data.length, today.size > 0], [0, true]);
      t.equal((await student.stats(deck.id)).cards_studied, learnt.size);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), follow), {
    numRuns: 12,
    endOnFailure: true,
  });
});
