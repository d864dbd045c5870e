import t from 'tap';
import type { CardSet } from '../../../core/learning/learning.schema.ts';
import { startApi } from '../../harness/api-harness.ts';
import { refused } from '../../harness/refused.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const official = (cards: number) => api.addDeck(teacher.id, cards, { official: true });
const student = async (overrides: Record<string, string> = {}) => {
  const account = await api.register('student', { time_zone: 'Asia/Ho_Chi_Minh', ...overrides });
  return Object.assign(account, studyCalls(account));
};
const ids = (set: CardSet) => set.data.map(({ id }) => id);

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('API-42 LRN-34 a new deck answers its first 20 cards, in deck order, each of them new', async (t) => {
  const deck = await official(30);
  await api.pool.query('update cards set ordinal = 1000 - ordinal where deck_id = $1', [deck.id]);
  const { status, body } = await (await student()).set(deck.id);
  t.equal(status, 200);
  t.same(ids(body), deck.cards.toReversed().slice(0, 20));
  t.same([body.success, body.session_completed, body.day], [true, false, '2026-03-10']);
  t.same(body.data[0], {
    id: deck.cards[29],
    deck_id: deck.id,
    meaning: 1,
    front: 'front 30',
    back: 'back 30',
    example_sentence: null,
    definition: null,
    part_of_speech: null,
    level: null,
    audio_file: null,
    front_picture: null,
    back_picture: null,
    flagged: false,
    progresses: [],
    next_days: [2, 1, 1, 1, 1],
  });
});

t.test('API-42 limit is 1 to 100, and 20 without', async (t) => {
  const deck = await official(30);
  const { set } = await student();
  for (const [query, count] of [
    ['?limit=1', 1],
    ['?limit=20', 20],
    ['?limit=100', 20],
    ['', 20],
    ['?other=1', 20],
  ] as const)
    t.equal((await set(deck.id, query)).body.data.length, count, query);
  for (const limit of [
    '0',
    '-1',
    '101',
    '1.5',
    'ten',
    '',
    'true',
    '1e1',
    '99999999999999999999',
    '1&limit=2',
  ]) {
    const { status, body } = await set(deck.id, `?limit=${limit}`);
    t.same([status, Object.keys(body.errors ?? {})], [422, ['limit']], limit);
  }
});

t.test('CRD-02 a card that is due carries its progress', async (t) => {
  const deck = await official(1);
  const { answer, set } = await student();
  await answer(deck.cards[0]!, { first_status: 0, tries: 2 });
  api.clock.stopAt('2026-03-11T09:00:00+07:00');
  const { progresses } = (await set(deck.id)).body.data[0]!;
  t.equal(progresses.length, 1);
  const { stability, difficulty, ...progress } = progresses[0]!;
  t.same(progress, {
    due_day: '2026-03-11',
    interval: 1,
    reviews: 1,
    lapses: 0,
    last_reviewed_at: '2026-03-10T02:00:00.000Z',
  });
  t.ok(stability > 0 && difficulty >= 1 && difficulty <= 10);
});

t.test('API-42 SL-33 due cards come first, the oldest first, then new ones in deck order', async (t) => {
  const deck = await official(8);
  const [a, b, c, d, e, f, g, h] = deck.cards;
  const { answer, set } = await student();
  for (const card of [g, d]) await answer(card!); // Due on the 12th.
  await answer(a!, { first_status: 0 }); // Due on the 11th.
  api.clock.advance(86_400_000);
  await answer(b!); // Due on the 13th.
  await answer(f!, { first_status: 1 }); // Due on the 12th.

  api.clock.stopAt('2026-03-13T09:00:00+07:00');
  t.same(ids((await set(deck.id)).body), [a, d, f, g, b, c, e, h]);
  t.same(ids((await set(deck.id, '?limit=3')).body), [a, d, f]);
  t.same(ids((await set(deck.id, '?limit=6')).body), [a, d, f, g, b, c]);
});

t.test('SL-31 a card comes back on its day, from 04:00 of the student’s own time on', async (t) => {
  const deck = await official(2);
  const [known, forgotten] = deck.cards;
  for (const [time_zone, offset] of [
    ['Asia/Ho_Chi_Minh', '+07:00'],
    ['America/New_York', '-04:00'],
    ['Asia/Kathmandu', '+05:45'],
  ] as const) {
    api.clock.stopAt(`2026-03-10T21:00:00${offset}`);
    const { answer, set, settings } = await student({ time_zone });
    await settings(deck.id, { new_cards_per_day: 2, max_cards_per_day: 20 });
    await answer(forgotten!, { first_status: 0 });
    await answer(known!);
    const at = async (moment: string) => {
      api.clock.stopAt(`${moment}${offset}`);
      const { body } = await set(deck.id);
      return [body.day, ids(body)];
    };
    t.same(await at('2026-03-11T03:59:59'), ['2026-03-10', []], time_zone);
    t.same(await at('2026-03-11T04:00:00'), ['2026-03-11', [forgotten]]);
    t.same(await at('2026-03-12T03:59:59'), ['2026-03-11', [forgotten]]);
    t.same(await at('2026-03-12T04:00:00'), ['2026-03-12', [forgotten, known]]);
  }
});

t.test('SL-33 new cards stop at new_cards_per_day, and start again tomorrow', async (t) => {
  const deck = await official(9);
  const { answer, set, counts, settings } = await student();
  await settings(deck.id, { new_cards_per_day: 3, max_cards_per_day: 30 });
  t.same(ids((await set(deck.id)).body), deck.cards.slice(0, 3));
  await answer(deck.cards[0]!);
  t.same(ids((await set(deck.id)).body), deck.cards.slice(1, 3));
  await answer(deck.cards[1]!);
  await answer(deck.cards[2]!);
  const { body } = await set(deck.id);
  t.same([body.data, body.session_completed], [[], true], 'SL-35 something was studied and nothing is left');
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 0 });

  api.clock.advance(86_400_000);
  t.same(ids((await set(deck.id)).body), deck.cards.slice(3, 6));
  t.match(await counts(deck.id), { newCardsToday: 3, reviewCardsToday: 0, day: '2026-03-11' });
});

t.test('SL-35 nothing to study and nothing studied is no completed session', async (t) => {
  const deck = await official(0);
  const { set, settings } = await student();
  t.match((await set(deck.id)).body, { success: true, data: [], session_completed: false });
  const full = await official(3);
  await settings(full.id, { new_cards_per_day: 0, max_cards_per_day: 10 });
  t.match((await set(full.id)).body, { data: [], session_completed: false });
});

t.test('SL-36 with the maximum reached and cards left the answer is 422 with its message', async (t) => {
  const deck = await official(6);
  const { answer, set, counts, settings } = await student();
  for (const card of deck.cards.slice(0, 4)) await answer(card);
  api.clock.stopAt('2026-03-12T09:00:00+07:00');
  await settings(deck.id, { new_cards_per_day: 0, max_cards_per_day: 3 });
  t.same(ids((await set(deck.id)).body), deck.cards.slice(0, 3), 'due cards within the maximum');
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 3 });
  await answer(deck.cards[0]!);
  await answer(deck.cards[1]!, { status: 0 });
  await answer(deck.cards[1]!, { status: 0 });
  t.same((await set(deck.id)).body.data.length, 1, 'the same card twice is one card');
  await answer(deck.cards[2]!);
  refused(t, await set(deck.id), 'daily_limit_reached');
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 0 });

  await answer(deck.cards[3]!);
  t.match(
    (await set(deck.id)).body,
    { data: [], session_completed: true },
    'past the maximum it counts all the same',
  );
});

t.test('SL-33 due cards leave only their room to new ones', async (t) => {
  const deck = await official(12);
  const { answer, set, counts, settings } = await student();
  for (const card of deck.cards.slice(0, 8)) await answer(card);
  api.clock.stopAt('2026-03-12T09:00:00+07:00');
  await settings(deck.id, { new_cards_per_day: 1, max_cards_per_day: 10 });
  t.match(await counts(deck.id), { newCardsToday: 1, reviewCardsToday: 8 });
  await settings(deck.id, { new_cards_per_day: 0, max_cards_per_day: 8 });
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 8 });
  t.same(ids((await set(deck.id, '?limit=100')).body), deck.cards.slice(0, 8));
});

t.test('LRN-31 a new card rated 0 or 1 stays new, and counts as a card studied', async (t) => {
  const deck = await official(2);
  const { answer, set, counts, stats } = await student();
  await answer(deck.cards[0]!, { status: 0 });
  await answer(deck.cards[0]!, { status: 1 });
  t.same(ids((await set(deck.id)).body), deck.cards);
  t.match(await counts(deck.id), { newCardsToday: 2, reviewCardsToday: 0 });
  t.match(await stats(deck.id), { cards_studied: 0, today_stats: { cards_studied: 1, time_spent: 10 } });
});

t.test('a card that has been deleted is neither due nor counted', async (t) => {
  const deck = await official(3);
  const { answer, set, counts } = await student();
  for (const card of deck.cards) await answer(card);
  api.clock.stopAt('2026-03-12T09:00:00+07:00');
  await api.pool.query('delete from cards where id = $1', [deck.cards[1]]);
  t.same(ids((await set(deck.id)).body), [deck.cards[0], deck.cards[2]]);
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 2 });
});

t.test('SL-18 what one student studies is nothing to another', async (t) => {
  const deck = await official(4);
  const [one, other] = [await student(), await student()];
  for (const card of deck.cards) await one.answer(card);
  t.same(ids((await other.set(deck.id)).body), deck.cards);
  t.match(await other.counts(deck.id), { newCardsToday: 4, reviewCardsToday: 0 });
});

t.test('DCK-21 ERR-40 ERR-42 another’s deck is 403, an unknown one 404, in each call', async (t) => {
  const foreign = await api.addDeck(teacher.id, 2);
  const account = await student();
  const calls: ['GET' | 'POST', string, object?][] = [
    ['GET', 'cards/set'],
    ['GET', 'counts'],
    ['GET', 'stats'],
    ['POST', 'settings', { new_cards_per_day: 1, max_cards_per_day: 10 }],
  ];
  for (const [method, path, body] of calls) {
    const call = (deck: number) =>
      account.raw(method, `/api/decks/${deck}/${path}`, { ...(body && { body }) });
    const forbidden = await call(foreign.id);
    t.same(
      [forbidden.status, forbidden.body.message],
      [403, 'This deck is not official or owned by you'],
      path,
    );
    const unknown = await call(2_000_000_000);
    t.same([unknown.status, unknown.body.message], [404, 'Deck not found'], path);
  }
});

t.test('LRN-48 a teacher cannot use the learning session, also not with the own deck', async (t) => {
  const own = await api.addDeck(teacher.id, 1);
  const settings = { new_cards_per_day: 1, max_cards_per_day: 10 };
  for (const answer of [
    await teacher.unchecked('GET /api/decks/:deckId/cards/set', { params: { deckId: own.id } }),
    await teacher.call('GET /api/decks/:deckId/counts', { params: { deckId: own.id } }),
    await teacher.call('GET /api/decks/:deckId/stats', { params: { deckId: own.id } }),
    await teacher.call('POST /api/decks/:deckId/settings', { params: { deckId: own.id }, body: settings }),
    await teacher.raw('POST', `/api/cards/${own.cards[0]}/progress`, { body: { status: 2, time_spent: 1 } }),
  ])
    refused(t, answer, 'teacher_cannot_learn');
});
