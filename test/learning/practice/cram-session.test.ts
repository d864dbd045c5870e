import t from 'tap';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { missedCards, startCram } from '../../../web/learning/practice/cram.queries.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import { hardestWords } from '../../../web/learning/session/session-summary.ts';
import { newCards } from '../session/session-cards.ts';

/** Rates the card in hand and counts what would be sent. */
function rate(state: SessionState, rating: Rating) {
  const turned = sessionReducer(state, { type: 'revealed', now: 0 }).state;
  const step = sessionReducer(turned, { type: 'rated', rating, now: 1_000, answerId: 'x' });
  return { state: step.state, sent: step.send.length };
}

t.test('MYC-09 MYC-10 each card comes until it was known once, and nothing is sent', async (t) => {
  const cards = newCards(50);
  let state = startCram(1, cards);
  const known = new Set<number>();
  let [sent, shown] = [0, 0];
  while (state.phase === 'studying') {
    const { id } = currentCard(state)!;
    const isWrong = !known.has(id) && (state.answers[id]?.tries ?? 0) < id % 3;
    const step = rate(state, isWrong ? 0 : 2);
    if (!isWrong) known.add(id);
    shown++;
    sent += step.sent;
    state = step.state;
    if (shown > 1_000) break;
  }
  t.equal(state.phase, 'completed');
  t.equal(sent, 0);
  t.equal(known.size, 50);
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
  t.same(
    ids(missedCards(state)),
    ids(cards).filter((id) => id % 3 > 0),
  );
  t.match(state.summary, { cards: 50, right: ids(cards).filter((id) => id % 3 === 0).length });
  t.ok(hardestWords(state).every(({ misses }) => misses === 2));
  const again = startCram(1, missedCards(state));
  t.same(again.round, ids(missedCards(state)).slice(0, 20));
  t.equal(again.relearning, true);
});

t.test('MYC-09 the last answer is taken back without a word to the server', async (t) => {
  const begun = startCram(1, newCards(2));
  const { state } = rate(begun, 2);
  const step = sessionReducer(state, { type: 'undo' });
  t.equal(step.undo, null);
  t.equal(currentCard(step.state)?.id, currentCard(begun)?.id);
});
