import t from 'tap';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard } from '../../../web/learning/session/session.state.ts';
import { column } from '../../harness/columns.ts';
import {
  answerId,
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

t.test('LRN-25 SL-37 rating 0 or 1 moves a new card into the learning list and its counter', async (t) => {
  for (const rating of [0, 1] as const) {
    const { state } = play(opened(newCards(3)), [rating]);
    t.same(state.newIds, [2, 3]);
    t.same(column(state.learning, 'originalId'), [1]);
    t.same(state.counters, { new: 2, learning: 1, review: 0 });
  }
});

t.test('LRN-26 LRN-27 rating 0 or 1 moves a review card from the review list to learning', async (t) => {
  for (const rating of [0, 1] as const) {
    const { state } = play(opened(reviewCards(3)), [rating]);
    t.same(state.reviewIds, [102, 103]);
    t.same(state.counters, { new: 0, learning: 1, review: 2 });
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

t.test('LRN-30 CX-15 a review card is sent once per session, whatever the rating', async (t) => {
  for (const rating of [0, 1, 2] as const) {
    const { sent } = play(opened(reviewCards(2)), [rating]);
    t.same(
      sent.map(({ cardId, body }) => [cardId, body.status, body.card_type]),
      [[101, rating, 'review']],
    );
  }
  const { sent } = play(opened([reviewCard(101)]), [0, 1, 2]);
  t.same(
    sent.map(({ cardId, body }) => [cardId, body.status]),
    [[101, 0]],
  );
});

t.test('LRN-31 a new card is sent only when it is rated 2', async (t) => {
  const { sent } = play(opened(newCards(3)), [0, 1, 2]);
  t.same(
    sent.map(({ cardId, body }) => [cardId, body.status, body.card_type]),
    [[3, 2, 'new']],
  );
});

t.test('LRN-32 a learning card is sent only when rated 2, with its original type', async (t) => {
  const { sent } = play(opened([newCard(1)]), [0, 1, 0, 2]);
  t.same(
    sent.map(({ cardId, body }) => [cardId, body.status, body.card_type]),
    [[1, 2, 'new']],
  );
});

t.test('CX-15 a review card in learning that was never sent is sent when rated 2', async (t) => {
  const lost = { ...play(opened([reviewCard(101), newCard(2)]), [0]).state, sentIds: [] };
  const { sent } = play({ ...lost, round: [101], position: 0 }, [2]);
  t.same(
    sent.map(({ cardId, body }) => [cardId, body.status, body.card_type, body.first_status]),
    [[101, 2, 'review', 0]],
  );
});

t.test('CX-14 what is sent tells the type, the first answer, the tries and when', async (t) => {
  const { sent } = play(opened([newCard(1)]), [1, 0, 2]);
  t.same(sent, [
    {
      id: answerId(3),
      cardId: 1,
      body: {
        status: 2,
        time_spent: 4,
        card_type: 'new',
        first_status: 1,
        tries: 3,
        answered_at: NOON + 4_000,
      },
    },
  ]);
  t.same(play(opened([newCard(1)]), [2]).sent[0]?.body, {
    status: 2,
    time_spent: 4,
    card_type: 'new',
    first_status: 2,
    tries: 1,
    answered_at: NOON + 4_000,
  });
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

t.test('LRN-34 a round has at most 20 cards', async (t) => {
  t.equal(opened(newCards(30)).round.length, 20);
  const { state } = play(opened(newCards(30)), times(20, 0));
  t.equal(state.round.length, 20);
});

t.test('LRN-35 with all counters 0 the session is completed', async (t) => {
  const { state } = play(opened([newCard(1), reviewCard(101)]), [2, 0, 2]);
  t.equal(state.phase, 'completed');
  t.same(state.counters, { new: 0, learning: 0, review: 0 });
  t.equal(currentCard(state), undefined);
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

  // As a session is that was stored, its card revealed, before the client knew of this.
  const { turned: _, ...stored } = sessionReducer(rated.state, { type: 'revealed', now: NOON }).state;
  const second = sessionReducer(stored, { ...answer, answerId: answerId(2) });
  const [said] = second.send;
  t.equal(said?.cardId, 2);
  for (const field of ['typed', 'asked', 'mode', 'think_ms', 'card_version'])
    t.notOk(said && field in said.body, field);
});

t.test('LRN-30 a card whose answer was taken back is asked anew', async (t) => {
  const revealed = sessionReducer(opened([newCard(1)]), {
    type: 'revealed',
    now: NOON,
    turned: TURNED,
  }).state;
  const rated = sessionReducer(revealed, {
    type: 'rated',
    rating: 2,
    now: NOON,
    answerId: answerId(1),
  }).state;
  const back = sessionReducer(rated, { type: 'undo' }).state;
  t.same([back.revealedAt, back.turned], [null, null]);
});
