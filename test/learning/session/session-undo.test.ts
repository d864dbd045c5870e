import t from 'tap';
import { UNDO_STEPS } from '../../../core/learning/learning-limits.ts';
import { canUndo, sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import { until } from '../../harness/until.ts';
import { failure } from '../queue/queue-bench.ts';
import { openedSession, sessionBench } from './session-bench.ts';
import { answerId, NOON, newCard, newCards, opened, play, reviewCard, reviewCards } from './session-cards.ts';

const undo = (state: SessionState) => sessionReducer(state, { type: 'undo' });

/** All but what can be taken back. */
const now = ({ past: _, ...state }: SessionState) => state;

t.test('several steps lead back to the start, and no further', async (t) => {
  const start = opened([reviewCard(101), newCard(1), newCard(2)]);
  let { state } = play(start, [0, 2, 1, 0]);
  for (let count = 0; count < 4; count += 1) {
    t.ok(canUndo(state));
    state = undo(state).state;
    t.equal(state.revealedAt, null, 'the answer side is hidden');
  }
  t.same(state, start);
  t.notOk(canUndo(state));
  t.same(undo(state), { state: start, send: [], undo: null });
});

t.test('only an answer that was sent is taken back on the server', async (t) => {
  const { state } = play(opened([reviewCard(101), newCard(1)]), [0, 0, 2]);
  const known = undo(state);
  t.equal(known.undo, null, 'a review card is sent with its first answer only');
  const fresh = undo(known.state);
  t.equal(fresh.undo, null, 'a new card that is not known is not sent');
  t.same(undo(fresh.state).undo, { id: answerId(1), cardId: 101 });
});

t.test('LRN-30 after an undo the card is sent again, as a new answer', async (t) => {
  const { state } = undo(play(opened(reviewCards(2)), [0]).state);
  const revealed = sessionReducer(state, { type: 'revealed', now: NOON }).state;
  const answer = { rating: 2, now: NOON + 2_000, answerId: answerId(9) } as const;
  const { send } = sessionReducer(revealed, { type: 'rated', ...answer });
  t.match(send, [{ id: answerId(9), cardId: 101, body: { status: 2, first_status: 2, tries: 1 } }]);
  t.equal(send.length, 1);
});

t.test('an undo goes back over the end of a round, of the session, and of Relearn', async (t) => {
  const round = play(opened(newCards(2)), [0, 2]).state;
  t.same([round.round, undo(round).state.round], [[1], [1, 2]]);
  const ended = play(round, [2]).state;
  t.equal(ended.phase, 'completed');
  const again = undo(ended);
  t.same([again.state.phase, currentCard(again.state)?.id], ['studying', 1]);
  t.same(again.state.counters, { new: 0, learning: 1, review: 0 });
  t.same(again.undo, { id: answerId(1), cardId: 1 });
  const relearnt = sessionReducer(ended, { type: 'relearn', now: NOON }).state;
  const practised = play(relearnt, [0]).state;
  t.same(undo(practised).undo, null);
  t.ok(undo(practised).state.relearning);
  t.same(undo(undo(practised).state).state, again.state);
});

t.test(
  'while more cards are waited for, and once they are there, the last answer is taken back',
  async (t) => {
    const start = opened(newCards(1), { counts: { newCardsToday: 2, reviewCardsToday: 0 } });
    const { state } = play(start, [2]);
    t.equal(state.phase, 'needs-more');
    t.same(undo(state).state, start);
    const more = sessionReducer(state, { type: 'moreLoaded', cards: newCards(1, 2) });
    t.equal(currentCard(more.state)?.id, 2);
    const back = undo(more.state).state;
    t.same(back, start);
    t.equal(play(back, [2]).state.phase, 'needs-more');
  },
);

t.test(`the last ${UNDO_STEPS} ratings can be taken back`, async (t) => {
  let { state } = play(
    opened(newCards(2)),
    Array.from({ length: UNDO_STEPS + 10 }, () => 0 as const),
  );
  let steps = 0;
  for (; canUndo(state); steps += 1) state = undo(state).state;
  t.equal(steps, UNDO_STEPS);
});

t.test('an undo goes to the server behind its answer, and the card is answered anew', async (t) => {
  const { bench, page } = await openedSession(newCards(3));
  page.answer(2, 2);
  page.controller.undo();
  t.equal(page.card(), 2);
  page.answer(2);
  await until(() => page.queue.snapshot().pending === 0);
  t.same(bench.browser.triedKinds(), ['answer 1', 'answer 2', 'undo 2', 'answer 2']);
  t.same(bench.browser.takenCards(), [1, 2]);
});

t.test('without the network an undo waits, also over a reload, and nothing is lost', async (t) => {
  const { bench, page: first } = await openedSession(newCards(3));
  bench.browser.replies.push(failure(0));
  first.answer(2);
  await first.waiting();
  first.answer(2);
  first.controller.undo();
  first.controller.undo();
  t.equal(first.card(), 1);
  t.same(first.queue.snapshot(), { pending: 4, undos: 2, state: 'waiting' });
  const again = await bench.openPage();
  t.equal(again.card(), 1);
  t.notOk(canUndo(again.controller.view().session!), 'what was taken back is not taken back twice');
  again.queue.wakeNow();
  await until(() => again.queue.snapshot().pending === 0 && bench.browser.tried.length === 5);
  t.same(bench.browser.triedKinds().slice(1), ['answer 1', 'answer 2', 'undo 2', 'undo 1']);
  t.same(bench.browser.takenCards(), []);
});

t.test('after a reload the last answer is taken back, once, and the session goes on', async (t) => {
  const { bench, page: first } = await openedSession(newCards(3));
  first.answer(2, 2);
  await until(() => first.queue.snapshot().pending === 0);
  const again = await bench.openPage();
  t.equal(again.card(), 3);
  again.controller.undo();
  t.equal(again.card(), 2);
  t.same(again.controller.view().session?.counters, { new: 2, learning: 0, review: 0 });
  const third = await bench.openPage();
  t.equal(third.card(), 2);
  third.answer(2);
  await until(() => third.queue.snapshot().pending === 0 && again.queue.snapshot().pending === 0);
  await third.idle();
  t.same(bench.browser.triedKinds(), ['answer 1', 'answer 2', 'undo 2', 'answer 2']);
  t.same(bench.browser.takenCards(), [1, 2]);
});

t.test('after a reload an answer that still waits is sent first, and then taken back', async (t) => {
  const { bench, page: first } = await openedSession(newCards(2));
  bench.browser.replies.push(failure(0));
  first.answer(2);
  await first.waiting();
  const again = await bench.openPage();
  again.controller.undo();
  t.equal(again.card(), 1);
  await again.idle();
  t.same(bench.browser.triedKinds(), ['answer 1', 'answer 1', 'undo 1']);
  t.same(bench.browser.takenCards(), []);
});

t.test('from the completion screen: the session is stored as it was before the last answer', async (t) => {
  const { bench, page } = await openedSession(newCards(1));
  page.answer(2);
  t.equal(page.phase(), 'completed');
  page.controller.undo();
  t.equal(page.card(), 1);
  t.match(bench.stored()?.state, { phase: 'studying', counters: { new: 1, learning: 0, review: 0 } });
  page.answer(2);
  t.equal(page.phase(), 'completed');
  await until(() => page.queue.snapshot().pending === 0);
  t.same(bench.browser.takenCards(), [1]);
});

t.test('over a change of the daily limits the counters are those of the new limits', async (t) => {
  const { bench, page } = await openedSession(newCards(5));
  page.answer(2, 2);
  bench.server.counts = { newCardsToday: 1, reviewCardsToday: 0 };
  await page.controller.saveSettings({ new_cards_per_day: 3, max_cards_per_day: 30 });
  t.same(page.controller.view().session?.counters, { new: 1, learning: 0, review: 0 });
  bench.server.counts = { newCardsToday: 2, reviewCardsToday: 0 };
  page.controller.undo();
  t.equal(page.card(), 2);
  await until(() => page.controller.view().session?.counters.new === 2);
  t.same(page.controller.view().session?.newIds, [2, 3]);
});

t.test('counts that the server gave before an undo are asked for again', async (t) => {
  const { bench, page } = await openedSession(newCards(3));
  page.answer(2);
  await until(() => page.queue.snapshot().pending === 0);
  let asked = 0;
  Object.defineProperty(bench.server, 'counts', {
    get() {
      asked += 1;
      if (asked > 1) return undefined;
      page.controller.undo();
      return { newCardsToday: 2, reviewCardsToday: 0 };
    },
  });
  await page.controller.saveSettings({ new_cards_per_day: 20, max_cards_per_day: 200 });
  t.equal(asked, 2);
  t.equal(page.card(), 1);
  t.same(page.controller.view().session?.counters, { new: 3, learning: 0, review: 0 });
  t.same(page.controller.view().session?.newIds, [1, 2, 3]);
});

t.test('what another tab has gone on with cannot be taken back here', async (t) => {
  const bench = sessionBench(newCards(5));
  const [one, two] = [bench.page(), bench.page()];
  await one.controller.open();
  await two.controller.open();
  await bench.browser.time.advance(5_000);
  one.answer(2);
  await bench.browser.time.advance(5_000);
  two.controller.follow();
  two.answer(2);
  await bench.browser.time.advance(5_000);
  one.controller.follow();
  one.controller.undo();
  t.equal(one.card(), 3);
  two.controller.undo();
  t.equal(two.card(), 2);
});

t.test('MYC-01 a card put aside is nothing for the log, does not come again, and is brought back', (t) => {
  const start = opened([reviewCard(101), newCard(1), newCard(2)]);
  const first = currentCard(start)?.id;
  const { state, send } = sessionReducer(start, { type: 'put-aside', now: NOON, id: answerId(1) });
  t.same(send, []);
  t.not(currentCard(state)?.id, first);
  t.notOk(state.cards.some(({ id }) => id === first));
  t.equal(state.past.at(-1)?.aside, first, 'the step says what has to be brought back');
  const back = undo(state);
  t.same(now(back.state), now(start));
  t.equal(back.undo, null, 'no answer is taken back');
  t.end();
});

t.test('MYC-01 the last card that is put aside ends the session', (t) => {
  const { state } = sessionReducer(opened([newCard(1)]), { type: 'put-aside', now: NOON, id: answerId(1) });
  t.equal(state.phase, 'completed');
  t.end();
});
