import fc from 'fast-check';
import t from 'tap';
import type { CardSet, Rating } from '../../../core/learning/learning.schema.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { given } from '../../log/given-events.ts';
import { weightsSet } from '../answering/given-undo.ts';
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
    further_files: null,
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
  for (const limit of ['0', '-1', '101', '1.5', 'ten', '', '1e1', '99999999999999999999', '1&limit=2']) {
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
  api.clock.stopAt('2026-03-10T21:00:00+05:45');
  const { answer, set } = await student({ time_zone: 'Asia/Kathmandu' });
  await answer(forgotten!, { first_status: 0 });
  await answer(known!);
  for (const [moment, day, due] of [
    ['2026-03-11T03:59:59', '2026-03-10', []],
    ['2026-03-11T04:00:00', '2026-03-11', [forgotten]],
    ['2026-03-12T03:59:59', '2026-03-11', [forgotten]],
    ['2026-03-12T04:00:00', '2026-03-12', [forgotten, known]],
  ] as const) {
    api.clock.stopAt(`${moment}+05:45`);
    const { body } = await set(deck.id);
    t.same([body.day, ids(body)], [day, due], moment);
  }
});

t.test('SL-18 SL-33 SL-35 new cards stop at new_cards_per_day, and start again tomorrow', async (t) => {
  const deck = await official(9);
  const { answer, set, counts, settings } = await student();
  const none = await set((await official(0)).id);
  t.same([none.body.data, none.body.session_completed], [[], false], 'none studied, nothing left');
  await settings(deck.id, { new_cards_per_day: 3, max_cards_per_day: 30 });
  t.same(ids((await set(deck.id)).body), deck.cards.slice(0, 3));
  await answer(deck.cards[0]!);
  t.same(ids((await set(deck.id)).body), deck.cards.slice(1, 3));
  await answer(deck.cards[1]!);
  await answer(deck.cards[2]!);
  const { body } = await set(deck.id);
  t.same([body.data, body.session_completed], [[], true], 'SL-35 something was studied and nothing is left');
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 0 });
  const other = await student();
  t.same(ids((await other.set(deck.id)).body), deck.cards, 'what one studies is nothing to another');

  api.clock.advance(86_400_000);
  t.same(ids((await set(deck.id)).body), deck.cards.slice(3, 6));
  t.match(await counts(deck.id), { newCardsToday: 3, reviewCardsToday: 0, day: '2026-03-11' });
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
  t.match((await set(deck.id)).body, { data: [], session_completed: true }, 'it counts past the maximum');
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

t.test('DCK-21 ERR-40 ERR-42 LRN-48 no other’s deck, no unknown one, and no teacher learns', async (t) => {
  const own = await api.addDeck(teacher.id, 2);
  const account = await student();
  for (const [method, path, body] of [
    ['GET', 'cards/set'],
    ['GET', 'counts'],
    ['GET', 'stats'],
    ['POST', 'settings', { new_cards_per_day: 1, max_cards_per_day: 10 }],
  ] as const) {
    const call = (who: TestAccount, deckId: number) =>
      who.raw(method, `/api/decks/${deckId}/${path}`, { ...(body && { body }) });
    refused(t, await call(account, own.id), 'deck_not_accessible', path);
    refused(t, await call(account, 2_000_000_000), 'deck_not_found', path);
    refused(t, await call(teacher, own.id), 'teacher_cannot_learn', path);
  }
  const answer = await studyCalls(teacher).progress(own.cards[0]!, { status: 2, time_spent: 1 });
  refused(t, answer, 'teacher_cannot_learn');
});

const deck = await official(3);

t.test('API-43 LRN-09 SL-18 without settings there are 20 new cards and at most 200 a day', async (t) => {
  const { day, ...counts } = await (await student()).counts(deck.id);
  const settings = { new_cards_per_day: 20, max_cards_per_day: 200 };
  t.same(counts, { newCardsToday: 3, reviewCardsToday: 0, beyond: 0, settings });
});

t.test('API-45 LRN-08 saving answers what was saved, and counts follow at once', async (t) => {
  const { settings, counts } = await student();
  for (const values of [
    { new_cards_per_day: 5, max_cards_per_day: 50 },
    { new_cards_per_day: 2, max_cards_per_day: 300 },
    { new_cards_per_day: 0, max_cards_per_day: 0 },
    { new_cards_per_day: 9_999, max_cards_per_day: 99_999 },
  ]) {
    const { status, body } = await settings(deck.id, { ...values, student_id: 1, deck_id: 1 });
    t.same([status, body], [200, { success: true, data: values }]);
    t.same((await counts(deck.id)).settings, values);
  }
});

t.test('PRA-04 the way to practise is kept with the settings, for every session of the deck', async (t) => {
  const account = await student();
  const { settings, counts } = account;
  const limits = { new_cards_per_day: 5, max_cards_per_day: 50 };
  for (const way of ['dictation', 'choice', 'typing']) {
    t.same((await settings(deck.id, { ...limits, way })).body.data, { ...limits, way });
    t.same((await counts(deck.id)).settings, { ...limits, way });
  }
  await settings(deck.id, limits);
  t.equal((await counts(deck.id)).settings.way, 'typing', 'a client that says nothing of it changes nothing');
  const data = await account.data('GET /api/decks/:deckId', { params: { deckId: deck.id } });
  t.same(data.settings, { ...limits, way: 'typing' });
  await settings(deck.id, { ...limits, way: 'turning' });
  t.same((await counts(deck.id)).settings, limits);
  const { status, body: refused } = await settings(deck.id, { ...limits, way: 'game' });
  t.same([status, Object.keys(refused.errors ?? {})], [422, ['way']]);
});

t.test('SL-18 settings belong to one student and one deck', async (t) => {
  const other = await api.addDeck(teacher.id, 3, { official: true });
  const [one, two] = [await student(), await student()];
  await one.settings(deck.id, { new_cards_per_day: 1, max_cards_per_day: 10 });
  t.equal((await two.counts(deck.id)).settings.new_cards_per_day, 20);
  t.equal((await one.counts(other.id)).settings.new_cards_per_day, 20);
  const { rows } = await api.pool.query('select * from deck_settings where deck_id = $1', [other.id]);
  t.same(rows, []);
});

t.test('LRN-05 LRN-07 a maximum below ten times the new cards is refused, at its field', async (t) => {
  const { settings, counts } = await student();
  const { status, body } = await settings(deck.id, { new_cards_per_day: 20, max_cards_per_day: 199 });
  const message = 'Maximum cards per day must be at least 10× new cards per day';
  t.same(
    [status, body],
    [422, { success: false, message, code: 'max_cards_too_low', errors: { max_cards_per_day: [message] } }],
  );
  t.equal((await counts(deck.id)).settings.max_cards_per_day, 200);
  t.equal((await settings(deck.id, { new_cards_per_day: 20, max_cards_per_day: 200 })).status, 200);
});

t.test('LRN-04 SL-01 a value that is negative, missing, too large or no whole number is named', async (t) => {
  const { settings } = await student();
  for (const [field, ...values] of [
    ['new_cards_per_day', undefined, null, -1, 1.5, '1', 10_000, 1e300],
    ['max_cards_per_day', undefined, -1, 100_000],
  ] as const)
    for (const value of values) {
      const most = { new_cards_per_day: 1, max_cards_per_day: 99_999 };
      const { status, body } = await settings(deck.id, { ...most, [field]: value });
      t.same([status, Object.keys(body.errors ?? {})], [422, [field]], `${field}: ${value}`);
    }
});

t.test('API-45 of many savings at the same time the last one holds, and none fails', async (t) => {
  const { settings, counts } = await student();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      settings(deck.id, { new_cards_per_day: index, max_cards_per_day: 100 }),
    ),
  );
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.equal((await counts(deck.id)).settings.max_cards_per_day, 100);
});

const DAY_MS = 86_400_000;

interface Review {
  /** Days after the card is due. */
  late: number;
  first: Rating;
  tries: number;
}

const review: fc.Arbitrary<Review> = fc.record({
  late: fc.integer({ min: 0, max: 20 }),
  first: fc.constantFrom<Rating>(0, 1, 2),
  tries: fc.integer({ min: 2, max: 7 }),
});

t.test('TDY-05 the days that a card is given with are those that the projection then gives it', async (t) => {
  const follow = async (reviews: Review[], ownWeights: boolean) => {
    api.clock.stopAt('2026-03-10T09:00:00+07:00');
    const deck = await official(1);
    const card = deck.cards[0]!;
    const calls = await student();
    if (ownWeights) {
      await given(api.pool, [weightsSet(calls.id, { 0: 0.9, 2: 5.5 })]);
      await api.project();
    }
    const dueDay = async (): Promise<number | undefined> => {
      const rows = await api.sql<{ day: string }>`select due_day::text as day from review_schedule
        where card_id = ${card}`;
      return rows[0] && Date.parse(rows[0].day);
    };
    for (const { late, first, tries } of reviews) {
      const due = await dueDay();
      if (due) api.clock.stopAt(new Date(due + late * DAY_MS + 9 * 3_600_000).toISOString());
      const { body } = await calls.set(deck.id);
      const nextDays = body.data[0]!.next_days;
      t.equal(nextDays.length, due ? 2 : 5);
      const tried = first === 2 ? 1 : tries;
      // As the session sends it: a review card with its first answer.
      await calls.answer(card, { status: due ? first : 2, first_status: first, tries: due ? 1 : tried });
      const failed = due ? Number(first !== 2) : Math.min(tried - 1, nextDays.length - 1);
      t.equal((await dueDay())! - Date.parse(body.day), nextDays[failed]! * DAY_MS);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(review, { minLength: 1, maxLength: 5 }), fc.boolean(), follow), {
    numRuns: 12,
    endOnFailure: true,
  });
});

const trial = (deckId: number, token?: string) =>
  api.call('GET /api/official-decks/:deckId/trial', { params: { deckId }, ...(token && { token }) });

t.test('PRA-12 SL-120 a guest gets the first five cards of an official deck', async (t) => {
  const deck = await api.addDeck(teacher.id, 8, { official: true, title: 'Unit 1' });
  await api.pool.query('update cards set ordinal = 1000 - ordinal where deck_id = $1', [deck.id]);
  const { status, body } = await trial(deck.id);
  t.equal(status, 200);
  t.same(body.data.deck, {
    id: deck.id,
    title: 'Unit 1',
    display_back_first: false,
    lenient_typing: false,
  });
  t.same(column(body.data.cards, 'id'), deck.cards.toReversed().slice(0, 5), 'in deck order, and no more');
  const { data: set } = (await (await student()).set(deck.id, '?limit=5')).body;
  t.same(
    body.data.cards,
    set.map(({ flagged, ...card }) => card),
  );
  t.same((await trial(deck.id, 'rubbish')).body, body, 'whoever asks');
  const empty = await official(0);
  await api.pool.query('update decks set lenient_typing = true where id = $1', [empty.id]);
  t.match((await trial(empty.id)).body.data, { deck: { lenient_typing: true }, cards: { length: 0 } });
});

t.test('SL-120 a deck that is not official, or no longer, is not found', async (t) => {
  const own = await api.addDeck(teacher.id, 2);
  const passing = await official(2);
  t.equal((await trial(passing.id)).status, 200);
  await api.pool.query('update decks set is_official = false where id = $1', [passing.id]);
  for (const id of [own.id, 999_999]) refused(t, await trial(id), 'deck_not_found');
  // Announced by the database, which takes a moment; its cards are kept for a minute.
  await until(async () => (await trial(passing.id)).status === 404);
});
