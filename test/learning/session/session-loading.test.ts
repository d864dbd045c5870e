import t from 'tap';
import { LEARNING_MAX, ROUND_SIZE } from '../../../core/learning/learning-limits.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import type { SessionState } from '../../../web/learning/session/session.state.ts';
import { moreLimit, resumeSession } from '../../../web/learning/session/session-loading.ts';
import {
  DAY,
  NOON,
  newCard,
  newCards,
  opened,
  play,
  reviewCard,
  reviewCards,
  times,
} from './session-cards.ts';

const more = (state: SessionState, cards = newCards(0)) =>
  sessionReducer(state, { type: 'moreLoaded', cards }).state;

t.test('LRN-43 LRN-45 a session opens with the cards in order and the counts of the server', async (t) => {
  const state = opened([reviewCard(101), newCard(1)], { counts: { newCardsToday: 9, reviewCardsToday: 30 } });
  t.same(state.round, [101, 1]);
  t.same(state.counters, { new: 9, learning: 0, review: 30 });
  t.same([state.newIds, state.reviewIds], [[1], [101]]);
  t.equal(state.phase, 'studying');
});

t.test('LRN-44 session_completed opens the completed state', async (t) => {
  const state = opened([], { completed: true });
  t.equal(state.phase, 'completed');
  t.equal(state.day, DAY);
});

t.test('LRN-39 nothing to study and not completed is the no-cards screen', async (t) => {
  t.equal(opened([]).phase, 'empty');
  t.equal(opened([], { counts: { newCardsToday: 5, reviewCardsToday: 5 } }).phase, 'empty');
});

t.test('a card that the server gives twice is one card', async (t) => {
  t.same(opened([newCard(1), newCard(1)]).round, [1]);
});

t.test('cards whose answers still wait in the queue are not asked again', async (t) => {
  const state = opened([reviewCard(101), newCard(1), newCard(2)], { unsentIds: [101, 1] });
  t.same(state.round, [2]);
  t.same(state.counters, { new: 1, learning: 0, review: 0 });
  const all = opened([newCard(1)], { unsentIds: [1], counts: { newCardsToday: 3, reviewCardsToday: 0 } });
  t.equal(all.phase, 'needs-more', 'the others are asked for once the queue is empty');
  t.same(more(all, [newCard(1), newCard(2)]).round, [2]);
});

t.test('SL-34 when the loaded cards run out and a counter is above 0 the session needs more', async (t) => {
  const start = opened(newCards(20), { counts: { newCardsToday: 23, reviewCardsToday: 0 } });
  const { state } = play(start, times(20, 2));
  t.equal(state.phase, 'needs-more');
  t.same(state.counters, { new: 3, learning: 0, review: 0 });
  const next = more(state, newCards(3, 21));
  t.equal(next.phase, 'studying');
  t.same(next.round, [21, 22, 23]);
  t.equal(play(next, times(3, 2)).state.phase, 'completed');
});

t.test('SL-34 cards that are done or being learnt are dropped from the next ones', async (t) => {
  const start = opened(newCards(20), { counts: { newCardsToday: 22, reviewCardsToday: 0 } });
  const { state } = play(start, [0, ...times(19, 2)]);
  t.equal(state.phase, 'needs-more');
  const next = more(state, [newCard(1), newCard(2), newCard(21), newCard(22)]);
  t.same(next.round, [1, 21, 22], 'learning first, the done card not at all');
  t.same(next.counters, { new: 2, learning: 1, review: 0 });
});

t.test('SL-34 when nothing is left the counters are 0 and the session ends', async (t) => {
  const start = opened(newCards(20), { counts: { newCardsToday: 23, reviewCardsToday: 4 } });
  const done = play(start, times(20, 2)).state;
  t.equal(more(done, newCards(20)).phase, 'completed');
  const learning = more(play(start, [0, ...times(19, 2)]).state, newCards(1));
  t.equal(learning.phase, 'studying');
  t.same(learning.counters, { new: 0, learning: 1, review: 0 });
});

t.test('SL-34 the next load asks for a round beyond the learning cards not heard of yet', async (t) => {
  const counts = { newCardsToday: 99, reviewCardsToday: 99 };
  t.equal(moreLimit(play(opened(newCards(20), { counts }), times(20, 2)).state), ROUND_SIZE);
  t.equal(moreLimit(play(opened(newCards(20), { counts }), times(20, 0)).state), ROUND_SIZE + LEARNING_MAX);
  t.equal(
    moreLimit(play(opened(reviewCards(20), { counts }), times(20, 0)).state),
    ROUND_SIZE,
    'sent already',
  );
});

t.test('without the server the session goes on with the learning cards, and asks afterwards', async (t) => {
  const start = opened(newCards(2), { counts: { newCardsToday: 5, reviewCardsToday: 0 } });
  const offline = sessionReducer(play(start, [0, 2]).state, { type: 'moreFailed' }).state;
  t.equal(offline.phase, 'studying');
  t.same(offline.round, [1]);
  t.equal(play(offline, [2]).state.phase, 'needs-more');
  const nothing = play(start, [2, 2]).state;
  t.equal(sessionReducer(nothing, { type: 'moreFailed' }).state, nothing, 'nothing to go on with');
});

t.test('LRN-46 a session survives being stored: plain data, the same afterwards', async (t) => {
  const { state } = play(opened([...newCards(3), reviewCard(101)]), [0, 2]);
  t.same(JSON.parse(JSON.stringify(state)), state);
  const revealed = sessionReducer(state, { type: 'revealed', now: NOON }).state;
  const resumed = resumeSession(revealed, NOON + 3_600_000);
  t.equal(resumed.revealedAt, NOON + 3_600_000, 'the time away is not counted');
  t.equal(resumeSession(state, NOON), state);
});

t.test('LRN-37 CX-16 Relearn starts from each card that was learning here, and sends nothing', async (t) => {
  const finished = play(opened([newCard(1), newCard(2), reviewCard(101)]), [0, 2, 1, 2, 2]).state;
  t.equal(finished.phase, 'completed');
  const again = sessionReducer(finished, { type: 'relearn', now: NOON }).state;
  t.same(again.round, [1, 101]);
  t.same(again.counters, { new: 0, learning: 2, review: 0 });
  const { state, sent } = play(again, [0, 2, 1, 2]);
  t.same(sent, []);
  t.equal(state.phase, 'completed');
  t.same(sessionReducer(state, { type: 'relearn', now: NOON }).state.round, [1, 101], 'as often as wanted');
});

t.test('LRN-37 CX-16 Relearn is capped at 20 cards', async (t) => {
  const learned = newCards(25);
  const again = sessionReducer(opened([], { completed: true, learned }), {
    type: 'relearn',
    now: NOON,
  }).state;
  t.equal(again.round.length, 20);
  t.equal(play(again, times(20, 2)).state.phase, 'completed');
});

t.test('CX-16 Relearn sends nothing, even of cards that this session has never sent', async (t) => {
  const learned = [newCard(1), reviewCard(101)];
  const again = sessionReducer(opened([], { completed: true, learned }), {
    type: 'relearn',
    now: NOON,
  }).state;
  t.same(play(again, [2, 2]).sent, []);
});

t.test('CX-16 with no learning cards Relearn takes the session’s first 20 cards, or nothing', async (t) => {
  const start = opened(newCards(20), { counts: { newCardsToday: 22, reviewCardsToday: 0 } });
  const done = play(more(play(start, times(20, 2)).state, newCards(2, 21)), [2, 2]).state;
  const again = sessionReducer(done, { type: 'relearn', now: NOON }).state;
  t.same(again.round, start.round);
  const empty = opened([], { completed: true });
  t.equal(sessionReducer(empty, { type: 'relearn', now: NOON }).state, empty);
});

t.test('new limits cut the lists to what is still allowed', async (t) => {
  const start = play(opened([...newCards(5), ...reviewCards(2)]), [0]).state;
  const { state } = sessionReducer(start, {
    type: 'refreshed',
    counts: { newCardsToday: 3, reviewCardsToday: 2 },
  });
  t.same(state.newIds, [2, 3], 'the server still counts the learning card as new');
  t.same(state.round.slice(state.position), [2, 3, 101, 102]);
  t.same(state.counters, { new: 2, learning: 1, review: 2 });
});

t.test('limits of nothing leave what is being learnt, and a card that is turned over', async (t) => {
  const nothing = { type: 'refreshed', counts: { newCardsToday: 0, reviewCardsToday: 0 } } as const;
  const start = play(opened([...newCards(5), ...reviewCards(2)]), [0]).state;
  const none = sessionReducer(start, nothing).state;
  t.same(none.round, [1], 'the card on the screen was not turned over');
  t.same(none.counters, { new: 0, learning: 1, review: 0 });
  const turned = sessionReducer(start, { type: 'revealed', now: NOON }).state;
  const kept = sessionReducer(turned, nothing).state;
  t.same(kept.round.slice(kept.position), [2]);
  t.same(kept.counters, { new: 1, learning: 1, review: 0 });
  t.same(play(kept, [2]).state.round, [1]);
  const fresh = sessionReducer(opened(newCards(5)), nothing).state;
  t.match(fresh, { phase: 'empty', counters: { new: 0, learning: 0, review: 0 } });
});

t.test('higher limits open a finished session again', async (t) => {
  const finished = play(opened([newCard(1)]), [2]).state;
  const counts = { newCardsToday: 4, reviewCardsToday: 0 };
  const { state } = sessionReducer(finished, { type: 'refreshed', counts });
  t.equal(state.phase, 'needs-more');
  t.equal(more(state, newCards(4, 2)).counters.new, 4);
  const same = sessionReducer(finished, {
    type: 'refreshed',
    counts: { newCardsToday: 0, reviewCardsToday: 0 },
  });
  t.same({ ...same.state, past: [] }, { ...finished, past: [] });
});
