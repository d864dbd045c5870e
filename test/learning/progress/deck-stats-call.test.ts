import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const student = async () => studyCalls(await api.register());

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('API-17 CHT-01 CHT-02 of a deck not studied yet everything is zero', async (t) => {
  const deck = await api.addDeck(teacher.id, 5, { official: true });
  t.same(await (await student()).stats(deck.id), {
    deck_id: deck.id,
    cards_studied: 0,
    cards_known: 0,
    total_cards: 5,
    completion_percentage: 0,
    today_stats: { cards_studied: 0, time_spent: 0 },
    review_schedule: [],
    overdue: 0,
  });
});

t.test('CHT-01 a deck without cards is 0 percent', async (t) => {
  const deck = await api.addDeck(teacher.id, 0, { official: true });
  t.match(await (await student()).stats(deck.id), { total_cards: 0, completion_percentage: 0 });
});

t.test('CHT-01 stats say what was studied today, how long, and each card’s next review once', async (t) => {
  const deck = await api.addDeck(teacher.id, 6, { official: true });
  const { answer, stats } = await student();
  const [a, b, c] = deck.cards;
  await answer(a!, { time_spent: 7 });
  await answer(b!, { time_spent: 8 });
  await answer(c!, { time_spent: 9, first_status: 0, tries: 2 });
  await answer(c!, { time_spent: 1 });
  t.same(await stats(deck.id), {
    deck_id: deck.id,
    cards_studied: 3,
    cards_known: 0,
    total_cards: 6,
    completion_percentage: 50,
    today_stats: { cards_studied: 3, time_spent: 25 },
    review_schedule: [
      { days_from_now: 1, card_count: 1 },
      { days_from_now: 2, card_count: 2 },
    ],
    overdue: 0,
  });
});

t.test('CHT-01 a card is known once a week or more lies between its reviews', async (t) => {
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  const { answer, stats } = await student();
  const [a, b] = deck.cards;
  for (const day of ['10', '12', '20']) {
    api.clock.stopAt(`2026-03-${day}T09:00:00+07:00`);
    await answer(a!);
  }
  await answer(b!);
  const { cards_studied, cards_known, review_schedule } = await stats(deck.id);
  t.same([cards_studied, cards_known], [2, 1]);
  t.ok((review_schedule.at(-1)?.days_from_now ?? 0) >= 7, 'as its next review says');
});

t.test('SL-30 what is overdue counts with day 0, and apart', async (t) => {
  const deck = await api.addDeck(teacher.id, 4, { official: true });
  const { answer, stats } = await student();
  const [a, b, c, d] = deck.cards;
  await answer(a!, { first_status: 0 }); // Due on the 11th.
  await answer(b!); // On the 12th.
  await answer(c!); // On the 12th.
  api.clock.stopAt('2026-03-11T09:00:00+07:00');
  await answer(d!); // On the 13th.
  api.clock.stopAt('2026-03-12T09:00:00+07:00');
  t.match(await stats(deck.id), {
    today_stats: { cards_studied: 0, time_spent: 0 },
    review_schedule: [
      { days_from_now: 0, card_count: 3 },
      { days_from_now: 1, card_count: 1 },
    ],
    overdue: 1,
  });
  api.clock.stopAt('2026-04-20T09:00:00+07:00');
  t.match(await stats(deck.id), { review_schedule: [{ days_from_now: 0, card_count: 4 }], overdue: 4 });
});

t.test('SL-31 what was answered yesterday and arrives today is yesterday’s', async (t) => {
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  const { answer, stats } = await student();
  await answer(deck.cards[0]!, { answered_at: Date.parse('2026-03-10T03:59:59+07:00') });
  t.match(await stats(deck.id), { cards_studied: 1, today_stats: { cards_studied: 0, time_spent: 0 } });
  await answer(deck.cards[1]!, { answered_at: Date.parse('2026-03-10T04:00:00+07:00') });
  t.match(await stats(deck.id), { cards_studied: 2, today_stats: { cards_studied: 1, time_spent: 5 } });
});

t.test('CHT-01 the percentage is rounded, and 100 is all', async (t) => {
  const deck = await api.addDeck(teacher.id, 3, { official: true });
  const { answer, stats } = await student();
  for (const [index, percentage] of [33, 67, 100].entries()) {
    await answer(deck.cards[index]!);
    t.equal((await stats(deck.id)).completion_percentage, percentage);
  }
});

t.test('CHT-01 deleted cards and other decks do not count', async (t) => {
  const [deck, other] = [
    await api.addDeck(teacher.id, 3, { official: true }),
    await api.addDeck(teacher.id, 3, { official: true }),
  ];
  const { answer, stats } = await student();
  await answer(deck.cards[0]!);
  await answer(deck.cards[1]!);
  await answer(other.cards[0]!);
  await api.pool.query('delete from cards where id = $1', [deck.cards[0]]);
  t.match(await stats(deck.id), {
    cards_studied: 1,
    total_cards: 2,
    completion_percentage: 50,
    review_schedule: [{ days_from_now: 2, card_count: 1 }],
  });
  t.match(await stats(other.id), { cards_studied: 1, total_cards: 3 });
});
