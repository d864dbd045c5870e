import t from 'tap';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { LEARNING_MAX, ROUND_SIZE } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import {
  currentCard,
  type ProgressItem,
  type SessionState,
} from '../../../web/learning/session/session.state.ts';
import {
  handOver,
  moreLimit,
  resumeSession,
  takeOver,
} from '../../../web/learning/session/session-loading.ts';
import { column } from '../../harness/columns.ts';
import {
  answerId,
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

t.test('LRN-24 a card without progress is new, with it review, or a temporary learning card', async (t) => {
  const { state } = play(opened([newCard(1), reviewCard(2)]), [0, 1]);
  t.same(state.learning, [
    { originalId: 1, originalType: 'new', status: 0, lastStudied: NOON + 4_000 },
    { originalId: 2, originalType: 'review', status: 1, lastStudied: NOON + 4_000 },
  ]);
});

t.test('LRN-25 LRN-26 LRN-27 SL-37 rated 0 or 1 a card moves from its list to learning', async (t) => {
  for (const rating of [0, 1] as const) {
    const fresh = play(opened(newCards(3)), [rating]).state;
    t.same([fresh.newIds, column(fresh.learning, 'originalId')], [[2, 3], [1]]);
    t.same(fresh.counters, { new: 2, learning: 1, review: 0 });
    const due = play(opened(reviewCards(3)), [rating]).state;
    t.same(due.reviewIds, [102, 103]);
    t.same(due.counters, { new: 0, learning: 1, review: 2 });
  }
});

t.test('SL-38 with 20 cards in learning the 21st stays in its list and comes again later', async (t) => {
  const start = opened([...newCards(20), reviewCard(101)], {
    counts: { newCardsToday: 20, reviewCardsToday: 1 },
  });
  t.equal(start.round.length, 20);
  const full = play(start, times(20, 0)).state;
  t.equal(full.learning.length, 20);
  const known = play(full, [2, ...times(19, 0)]);
  t.same(known.state.round.slice(-1), [101], 'room again: the review card is in the next round');

  const crowded = { ...start, round: [...start.round, 101] };
  const { state, sent, shown } = play(crowded, times(21, 0));
  t.equal(shown.at(-1), 101);
  t.equal(state.learning.length, 20);
  t.same(state.reviewIds, [101], 'it stays in its list');
  t.same(state.counters, { new: 0, learning: 20, review: 1 });
  t.same(column(sent, 'cardId'), [101], 'and was sent all the same');
  const later = play(state, times(20, 2));
  t.same(later.state.round, [101]);
  t.same(play(later.state, [1]).sent, [], 'once');
});

t.test('LRN-28 rating 2 removes a card from its list, its counter and all cards', async (t) => {
  const fresh = play(opened([newCard(1), newCard(2)]), [2]).state;
  t.same(fresh.newIds, [2]);
  t.same(fresh.counters, { new: 1, learning: 0, review: 0 });
  t.same(column(fresh.cards, 'id'), [2]);
  const review = play(opened([reviewCard(101), newCard(2)]), [2]).state;
  t.same(review.reviewIds, []);
  t.same(review.counters, { new: 1, learning: 0, review: 0 });
  const learning = play(opened([newCard(1), newCard(2)]), [0, 0, 2]).state;
  t.same(column(learning.learning, 'originalId'), [2]);
  t.same(learning.counters, { new: 0, learning: 1, review: 0 });
  t.same(column(learning.cards, 'id'), [2]);
});

t.test('LRN-29 a learning card rated 0 or 1 changes only its status and its time', async (t) => {
  const before = play(opened(newCards(2)), [0, 0]).state;
  const revealed = sessionReducer(before, { type: 'revealed', now: NOON }).state;
  const answer = { rating: 1, now: NOON + 60_000, answerId: answerId(3) } as const;
  const { state, send } = sessionReducer(revealed, { type: 'rated', ...answer });
  t.same(send, []);
  t.same(state.counters, before.counters);
  t.same(state.learning, [
    { originalId: 1, originalType: 'new', status: 1, lastStudied: NOON + 60_000 },
    before.learning[1],
  ]);
});

const told = (sent: ProgressItem[]) => sent.map(({ cardId, body }) => [cardId, body.status, body.card_type]);

t.test('LRN-30 LRN-31 LRN-32 CX-15 a review card is sent when first rated, a new one with 2', async (t) => {
  const sent = (cards: StudyCard[], ...ratings: Rating[]) => told(play(opened(cards), ratings).sent);
  for (const rating of [0, 1, 2] as const) t.same(sent(reviewCards(2), rating), [[101, rating, 'review']]);
  t.same(sent(reviewCards(1), 0, 1, 2), [[101, 0, 'review']]);
  t.same(sent(newCards(3), 0, 1, 2), [[3, 2, 'new']]);
  t.same(sent(newCards(1), 0, 1, 0, 2), [[1, 2, 'new']], 'of its original type, though it was learning');
});

t.test('CX-15 a review card in learning that was never sent is sent when rated 2', async (t) => {
  const lost = { ...play(opened([reviewCard(101), newCard(2)]), [0]).state, sentIds: [] };
  const { sent } = play({ ...lost, round: [101], position: 0 }, [2]);
  t.same(told(sent), [[101, 2, 'review']]);
  t.equal(sent[0]?.body.first_status, 0);
});

t.test('CX-14 what is sent tells the type, the first answer, the tries and when', async (t) => {
  const { sent } = play(opened([newCard(1)]), [1, 0, 2]);
  const always = { status: 2, time_spent: 4, card_type: 'new', answered_at: NOON + 4_000 };
  t.same(sent, [{ id: answerId(3), cardId: 1, body: { ...always, first_status: 1, tries: 3 } }]);
  t.same(play(opened([newCard(1)]), [2]).sent[0]?.body, { ...always, first_status: 2, tries: 1 });
});

t.test('LRN-21 a card cannot be rated before it is revealed', async (t) => {
  const start = opened(newCards(2));
  const rated = { type: 'rated', rating: 2, now: NOON, answerId: answerId(1) } as const;
  t.equal(sessionReducer(start, rated).state, start);
});

t.test('LRN-22 SL-39 time spent is whole seconds from reveal, rounded, from 0 to 3600', async (t) => {
  const spent = (ms: number) => {
    const revealed = sessionReducer(opened([newCard(1)]), { type: 'revealed', now: NOON }).state;
    const again = sessionReducer(revealed, { type: 'revealed', now: NOON + 500 }).state;
    const rated = { type: 'rated', rating: 2, now: NOON + ms, answerId: answerId(1) } as const;
    return sessionReducer(again, rated).send[0]?.body.time_spent;
  };
  t.same([0, 1_499, 1_500, 4_200_000, -60_000].map(spent), [0, 1, 2, 3_600, 0]);
});

t.test('SL-69 a round is a fixed list: every rating advances by one and no card is skipped', async (t) => {
  const start = opened(newCards(4));
  const { shown, state } = play(start, [2, 0, 2]);
  t.same(shown, [1, 2, 3]);
  t.same(state.round, [1, 2, 3, 4]);
  t.equal(state.position, 3);
  t.equal(currentCard(state)?.id, 4);
});

t.test('LRN-33 at the end of a round the list is learning cards first, then new and review', async (t) => {
  const start = opened([reviewCard(101), reviewCard(102), newCard(1), newCard(2)]);
  const { state } = play({ ...start, round: [1, 101] }, [0, 0]);
  t.same(state.round, [1, 101, 2, 102]);
  t.equal(state.position, 0);
});

const TURNED = { typed: 'accent', asked: 'back', think_ms: 2_345 } as const;

t.test('LRN-41 the server hears how the card that is rated was asked, and nothing of another', async (t) => {
  const answer = { type: 'rated', rating: 2, now: NOON } as const;
  const start = opened([newCard(1), newCard(2)]);
  const first = sessionReducer(start, { type: 'revealed', now: NOON, turned: TURNED }).state;
  const turnedAgain = { type: 'revealed', now: NOON + 1, turned: { ...TURNED, think_ms: 9 } } as const;
  t.equal(sessionReducer(first, turnedAgain).state, first, 'a card is turned once');
  const rated = sessionReducer(first, { ...answer, answerId: answerId(1) });
  t.match(rated.send, [{ cardId: 1, body: { ...TURNED, mode: 'session' } }]);
  const back = sessionReducer(rated.state, { type: 'undo' }).state;
  t.same([back.revealedAt, back.turned], [null, null], 'what was taken back is asked anew');

  // As a session is that was stored, its card revealed, before the client knew of this.
  const { turned: _, ...stored } = sessionReducer(rated.state, { type: 'revealed', now: NOON }).state;
  const second = sessionReducer(stored, { ...answer, answerId: answerId(2) });
  const [said] = second.send;
  t.equal(said?.cardId, 2);
  for (const field of ['typed', 'asked', 'mode', 'think_ms', 'card_version'])
    t.notOk(said && field in said.body, field);
});

const more = (state: SessionState, cards = newCards(0)) =>
  sessionReducer(state, { type: 'moreLoaded', cards }).state;
const relearn = (state: SessionState) => sessionReducer(state, { type: 'relearn', now: NOON }).state;
const refreshed = (state: SessionState, newCardsToday: number, reviewCardsToday = 0) =>
  sessionReducer(state, { type: 'refreshed', counts: { newCardsToday, reviewCardsToday } }).state;

t.test('LRN-43 LRN-45 a session opens with the cards in order and the counts of the server', async (t) => {
  const state = opened([reviewCard(101), newCard(1)], { counts: { newCardsToday: 9, reviewCardsToday: 30 } });
  t.same(state.round, [101, 1]);
  t.same(state.counters, { new: 9, learning: 0, review: 30 });
  t.same([state.newIds, state.reviewIds], [[1], [101]]);
  t.equal(state.phase, 'studying');
  t.same(opened([newCard(1), newCard(1)]).round, [1], 'one that is given twice is one card');
});

t.test('LRN-39 LRN-44 without a card it is completed when the server says so, else empty', async (t) => {
  t.match(opened([], { completed: true }), { phase: 'completed', day: DAY });
  t.equal(opened([]).phase, 'empty');
  t.equal(opened([], { counts: { newCardsToday: 5, reviewCardsToday: 5 } }).phase, 'empty');
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
  t.equal(moreLimit(play(opened(reviewCards(20), { counts }), times(20, 0)).state), ROUND_SIZE, 'all sent');
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

t.test('LRN-46 of a session that is resumed the time away is not counted', async (t) => {
  const { state } = play(opened([...newCards(3), reviewCard(101)]), [0, 2]);
  const revealed = sessionReducer(state, { type: 'revealed', now: NOON }).state;
  t.equal(resumeSession(revealed, NOON + 3_600_000).revealedAt, NOON + 3_600_000);
  t.equal(resumeSession(state, NOON), state);
});

t.test('TDY-06 CON-08 (document 2 §3) a session goes on with what another one was teaching', async (t) => {
  const taught = play(opened([...newCards(3), reviewCard(101)]), [0, 1, 2, 0]).state;
  const handed = handOver(taught);
  t.same(
    column(
      handed.map(({ card }) => card),
      'id',
    ),
    [1, 2, 101],
  );
  t.same(
    handed.map(({ learning, isSent }) => [learning.status, learning.originalType, isSent]),
    [
      [0, 'new', false],
      [1, 'new', false],
      [0, 'review', true],
    ],
  );

  // The server gives the first again, counts the second as well, and has the answer to the third.
  const cards = [...newCards(1), ...newCards(4, 11)];
  const fresh = opened(cards, { counts: { newCardsToday: 6, reviewCardsToday: 0 } });
  const state = takeOver(fresh, handed);
  t.same(state.counters, { new: 4, learning: 3, review: 0 });
  t.same(state.newIds, [11, 12, 13, 14]);
  t.same(state.learning, taught.learning);
  t.same(state.round, [1, 2, 101, 11, 12, 13, 14], 'they come first, each once');
  t.same(column(state.learned, 'id'), [1, 2, 101], 'and can be practised again');
  t.same(takeOver(state, handed), state, 'nothing is taken twice');

  const { state: after, sent } = play(state, [2, 0, 2]);
  t.match(sent, [{ cardId: 1, body: { card_type: 'new', first_status: 0, tries: 2 } }]);
  t.equal(sent.length, 1, 'what the server has already is not sent again');
  t.same(after.counters, { new: 4, learning: 1, review: 0 });
});

t.test(
  'TDY-06 (document 2 §3) at most 20 cards are taken over, none that is done, and nothing of practice',
  async (t) => {
    const learnt = (cards: StudyCard[]) => handOver(play(opened(cards), times(cards.length, 0)).state);
    const handed = [...learnt(newCards(15)), ...learnt(newCards(15, 31))];
    const state = takeOver(opened([], { completed: true }), handed);
    t.same(
      [state.phase, state.learning.length, state.counters.learning],
      ['studying', LEARNING_MAX, LEARNING_MAX],
    );
    t.equal(state.round.length, ROUND_SIZE);
    const done = { ...opened([]), doneIds: [1] };
    t.same(takeOver(done, handed.slice(0, 1)), done);
    const relearning = sessionReducer(play(opened(newCards(1)), [0, 2]).state, {
      type: 'relearn',
      now: NOON,
    }).state;
    t.equal(relearning.learning.length, 1);
    t.same(handOver(relearning), []);
  },
);

t.test('LRN-37 CX-16 Relearn starts from each card that was learning here, and sends nothing', async (t) => {
  const finished = play(opened([newCard(1), newCard(2), reviewCard(101)]), [0, 2, 1, 2, 2]).state;
  t.equal(finished.phase, 'completed');
  const again = relearn(finished);
  t.same(again.round, [1, 101]);
  t.same(again.counters, { new: 0, learning: 2, review: 0 });
  const { state, sent } = play(again, [0, 2, 1, 2]);
  t.same(sent, []);
  t.equal(state.phase, 'completed');
  t.same(relearn(state).round, [1, 101], 'as often as wanted');
});

t.test('LRN-37 CX-16 Relearn has at most 20 cards, and sends nothing of those never sent', async (t) => {
  const again = relearn(opened([], { completed: true, learned: [reviewCard(101), ...newCards(24)] }));
  t.equal(again.round.length, 20);
  const { state, sent } = play(again, times(20, 2));
  t.same([state.phase, sent], ['completed', []]);
});

t.test('CX-16 with no learning cards Relearn takes the session’s first 20 cards, or nothing', async (t) => {
  const start = opened(newCards(20), { counts: { newCardsToday: 22, reviewCardsToday: 0 } });
  const done = play(more(play(start, times(20, 2)).state, newCards(2, 21)), [2, 2]).state;
  t.same(relearn(done).round, start.round);
  const empty = opened([], { completed: true });
  t.equal(relearn(empty), empty);
});

t.test('new limits cut the lists to what is still allowed', async (t) => {
  const start = play(opened([...newCards(5), ...reviewCards(2)]), [0]).state;
  const state = refreshed(start, 3, 2);
  t.same(state.newIds, [2, 3], 'the server still counts the learning card as new');
  t.same(state.round.slice(state.position), [2, 3, 101, 102]);
  t.same(state.counters, { new: 2, learning: 1, review: 2 });
});

t.test('SL-94 limits of nothing leave what is being learnt, and a card that is turned over', async (t) => {
  const start = play(opened([...newCards(5), ...reviewCards(2)]), [0]).state;
  const none = refreshed(start, 0);
  t.same(none.round, [1], 'the card on the screen was not turned over');
  t.same(none.counters, { new: 0, learning: 1, review: 0 });
  const turned = sessionReducer(start, { type: 'revealed', now: NOON }).state;
  const kept = refreshed(turned, 0);
  t.same(kept.round.slice(kept.position), [2]);
  t.same(kept.counters, { new: 1, learning: 1, review: 0 });
  t.same(play(kept, [2]).state.round, [1]);
  t.match(refreshed(opened(newCards(5)), 0), {
    phase: 'empty',
    counters: { new: 0, learning: 0, review: 0 },
  });
});

t.test('higher limits open a finished session again', async (t) => {
  const finished = play(opened([newCard(1)]), [2]).state;
  const state = refreshed(finished, 4);
  t.equal(state.phase, 'needs-more');
  t.equal(more(state, newCards(4, 2)).counters.new, 4);
  t.same({ ...refreshed(finished, 0), past: [] }, { ...finished, past: [] });
});
