import { setupI18n } from '@lingui/core';
import t from 'tap';
import { nextCards } from '../../../web/learning/screen/what-comes.tsx';
import { nextDaysOf, nextDayText } from '../../../web/learning/session/next-day.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import { hardestWords } from '../../../web/learning/session/session-summary.ts';
import { answerId, NOON, newCards, opened, play, reviewCard, reviewCards, times } from './session-cards.ts';

const summaryOf = ({ summary }: SessionState) => summary;
const { seconds: _, ...NOTHING } = { cards: 0, right: 0, seconds: 0, misses: {}, isRelearning: false };

/** One answer that is thought about for so long, and rated so long after. */
function answered(state: SessionState, think_ms: number, spentMs: number): SessionState {
  const turned = { typed: 'none', asked: 'front', think_ms } as const;
  const revealed = sessionReducer(state, { type: 'revealed', now: NOON, turned }).state;
  return sessionReducer(revealed, { type: 'rated', rating: 2, now: NOON + spentMs, answerId: answerId(1) })
    .state;
}

t.test('ACT-04 ACT-07 a card counts when it is known, and as right when it was at once', async (t) => {
  t.match(summaryOf(opened(newCards(1))), NOTHING);
  const begun = play(opened([...newCards(2), reviewCard(101)]), [2, 0, 1]).state;
  t.match(summaryOf(begun), { cards: 1, right: 1, misses: {} });
  const { state } = play(begun, [0, 2, 2]);
  t.equal(state.phase, 'completed');
  t.match(summaryOf(state), { cards: 3, right: 1, misses: { 2: 2, 101: 1 }, isRelearning: false });
  t.same(
    hardestWords(state).map(({ card, misses }) => [card.front, card.back, misses]),
    [
      ['front 2', 'back 2', 0],
      ['front 101', 'back 101', 1],
    ],
    'a new word cannot be forgotten before it was known',
  );
});

t.test(
  'ACT-08 what was typed wrongly was not right at the first try, whatever rating it was given',
  async (t) => {
    for (const [typed, right] of [
      ['none', 1],
      ['right', 1],
      ['accent', 1],
      ['wrong', 0],
    ] as const) {
      const turned = { typed, asked: 'front', think_ms: 1_000 } as const;
      const { state } = sessionReducer(opened(newCards(1)), { type: 'revealed', now: NOON, turned });
      const rated = sessionReducer(state, {
        type: 'rated',
        rating: 2,
        now: NOON,
        answerId: answerId(1),
      }).state;
      t.match(summaryOf(rated), { cards: 1, right }, typed);
    }
  },
);

t.test('ACT-04 five words at most, those missed most first', async (t) => {
  let { state } = play(opened(newCards(7)), [0, 0, 0, 0, 0, 0, 2]);
  state = play(state, [2, 0, 2, 0, 0, 0]).state;
  state = play(state, [2, 2, 2, 2]).state;
  t.equal(state.phase, 'completed');
  t.same(
    hardestWords(state).map(({ card }) => card.id),
    [2, 4, 5, 6, 1],
  );
});

t.test('ACT-04 what is taken back was never answered', async (t) => {
  const before = play(opened(newCards(2)), [0]).state;
  const { state } = sessionReducer(play(before, [2]).state, { type: 'undo' });
  t.same(summaryOf(state), summaryOf(before));
});

t.test('ACT-04 relearning has a summary of its own', async (t) => {
  const { state } = play(opened(newCards(2)), [0, 2, 2]);
  const again = sessionReducer(state, { type: 'relearn', now: NOON }).state;
  t.match(summaryOf(again), { ...NOTHING, isRelearning: true });
  t.match(summaryOf(play(again, [2]).state), { cards: 1, right: 1, misses: {}, isRelearning: true });
});

t.test('ACT-04 a session that was stored before there was a summary gets one', async (t) => {
  const { summary: _, ...old } = opened(newCards(2));
  t.match(summaryOf(play(old, [2]).state), { cards: 1, right: 1 });
  t.same(hardestWords(old), []);
});

t.test('ACT-05 thinking and rating count, a minute of each at most', async (t) => {
  const seconds = (think: number, spent: number) =>
    summaryOf(answered(opened(newCards(2)), think, spent))?.seconds;
  t.equal(seconds(4_500, 2_000), 6.5);
  t.equal(seconds(3_600_000, 2_000), 62);
  t.equal(seconds(1_000, 900_000), 61);
  t.equal(seconds(1_000, -5_000), 1, 'a clock that was set back counts as none');
});

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

const nextDays = (state: SessionState) => nextDaysOf(state, currentCard(state)!);

t.test('TDY-05 a card that is not known comes again today, a known one by its tries', async (t) => {
  const [card] = newCards(1);
  const start = opened([{ ...card!, next_days: [5, 4, 3, 2, 1] }]);
  t.same(nextDays(start), { 0: 0, 1: 0, 2: 5 });
  const shown = [1, 2, 3, 4, 5, 6].map((failed) => nextDays(play(start, times(failed, 0)).state)?.[2]);
  t.same(shown, [4, 3, 2, 1, 1, 1]);
});

t.test('TDY-05 of a review card the first answer says the day, also when known after all', async (t) => {
  const start = opened(reviewCards(1));
  t.same(nextDays(start), { 0: 0, 1: 0, 2: 9 });
  t.equal(nextDays(play(start, [1]).state)?.[2], 1);
  t.equal(nextDays(play(start, [1, 0, 0]).state)?.[2], 1);
});

t.test('TDY-05 practice after the end promises no day', async (t) => {
  const { state } = play(opened(newCards(1)), [0, 2]);
  t.equal(nextDays(sessionReducer(state, { type: 'relearn', now: NOON }).state), null);
});

t.test('TDY-05 days are said as people do', async (t) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const said = [0, 1, 2, 29, 30, 60, 163, 349, 350, 365, 730].map((days) => nextDayText(i18n, days));
  t.same(said, [
    ...['today', 'tomorrow', '2 days', '29 days', '1 month', '2 months', '5 months', '11 months'],
    ...['1 year', '1 year', '2 years'],
  ]);
});
