import t from 'tap';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import type { SessionState } from '../../../web/learning/session/session.state.ts';
import { hardestWords } from '../../../web/learning/session/session-loading.ts';
import { answerId, NOON, newCards, opened, play, reviewCard } from './session-cards.ts';

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
      ['front 2', 'back 2', 1],
      ['front 101', 'back 101', 1],
    ],
    'a new word cannot be forgotten at its first showing',
  );
});

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
