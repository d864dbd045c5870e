import t from 'tap';
import { nextCards } from '../../../web/learning/screen/what-comes.tsx';

const LIMITS = { new_cards_per_day: 20, max_cards_per_day: 200 };

const given = (schedule: [days_from_now: number, card_count: number][], unseen = 0, limits = LIMITS) =>
  nextCards(
    {
      review_schedule: schedule.map(([days_from_now, card_count]) => ({ days_from_now, card_count })),
      cards_studied: 10,
      total_cards: 10 + unseen,
    },
    limits,
  );

t.test('ACT-04 tomorrow come the reviews of then and new cards, within the limits', async (t) => {
  t.same(given([[1, 3]]), { days: 1, cards: 3 });
  t.same(given([[1, 3]], 5), { days: 1, cards: 8 });
  t.same(given([[1, 3]], 50), { days: 1, cards: 23 });
  t.same(given([[1, 195]], 50), { days: 1, cards: 200 });
  t.same(given([[1, 300]]), { days: 1, cards: 200 });
});

t.test('ACT-04 what the maximum has left of today comes tomorrow', async (t) => {
  t.same(
    given([
      [0, 7],
      [1, 3],
    ]),
    { days: 1, cards: 10 },
  );
});

t.test('ACT-06 with nothing tomorrow it is the first day with reviews', async (t) => {
  t.same(
    given([
      [2, 4],
      [9, 6],
    ]),
    { days: 2, cards: 4 },
  );
  const none = { new_cards_per_day: 0, max_cards_per_day: 30 };
  t.same(given([[5, 40]], 12, none), { days: 5, cards: 30 });
  t.equal(given([], 12, none), undefined);
  t.equal(given([]), undefined);
});
