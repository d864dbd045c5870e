import t from 'tap';
import { CRAM_CARDS_MAX } from '../../../core/learning/learning-limits.ts';
import { givenClassOf } from '../../exam/given-exams.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const DAY_MS = 86_400_000;
const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

const own = async (account: TestAccount, deckId: number, query: Record<string, string> = {}) =>
  (
    await account.unchecked('GET /api/decks/:deckId/own-cards', {
      params: { deckId },
      query: `?${new URLSearchParams(query)}`,
    })
  ).body;

const today = (account: TestAccount) => account.data('GET /api/today');

async function given(student: TestAccount, deckId: number): Promise<number[]> {
  const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
  const alone = ids((await studyCalls(student).set(deckId, '?limit=100')).body);
  const all = ids((await student.call('GET /api/today/cards', { query: { limit: 100 } })).body);
  t.same(all, alone, 'the deck alone gives what all decks give');
  return alone;
}

async function learner(cards: number) {
  const student = await newStudent();
  const classId = await givenClassOf(teacher, [student]);
  const deck = await api.addDeck(teacher.id, cards);
  await api.pool.query('insert into class_decks (class_id, deck_id) values ($1, $2)', [classId, deck.id]);
  const params = { deckId: deck.id };
  return {
    ...{ student, deck, cards: deck.cards, params },
    ...studyCalls(student),
    crammed: () => student.data('GET /api/decks/:deckId/cram', { params }),
    drawn: async (kind: 'all' | 'flagged' | 'hard' | 'due', limit = CRAM_CARDS_MAX) =>
      column(
        await student.data('GET /api/decks/:deckId/cram/cards', { params, query: { kind, limit } }),
        'id',
      ),
  };
}

const schedule = ({ id }: TestAccount) => api.sql`select * from review_schedule where student_id = ${id}`;
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('MYC-01 what is put aside until tomorrow does not come today, and no schedule moves', async (t) => {
  const { student, deck, answer, counts, mark } = await learner(6);
  const [first, second, third] = deck.cards as [number, number, number];
  await answer(first);
  api.clock.stopAt('2026-06-10T09:00:00+07:00');
  const before = await schedule(student);
  t.same((await mark(first, { aside: 'today' })).body.data, { aside: 'today', flagged: false });
  await mark(second, { aside: 'today' });
  t.same(await given(student, deck.id), deck.cards.slice(2));
  t.match(await counts(deck.id), { newCardsToday: 4, reviewCardsToday: 0, beyond: 0 });
  t.match(await today(student), { new: 4, due: 0 });

  t.same((await mark(first, { aside: null })).body.data, { aside: null, flagged: false });
  t.same(await given(student, deck.id), [first, ...deck.cards.slice(2)], 'taken back');
  t.same(await schedule(student), before);

  await mark(third, { aside: 'today' });
  for (const card of deck.cards.slice(3)) await mark(card, { aside: 'today' });
  await mark(first, { aside: 'today' });
  t.match(await today(student), { new: 0, due: 0, next: { day: '2026-06-11', cards: 6 } });
  api.clock.advance(DAY_MS);
  t.same(await given(student, deck.id), deck.cards, 'tomorrow all is as it was');
});

t.test('MYC-02 what is put aside for good stays away until it is taken back', async (t) => {
  const { student, deck, counts, stats, answer, mark } = await learner(3);
  const [first, second] = deck.cards as [number, number];
  await answer(first);
  await mark(first, { aside: 'always' });
  await mark(second, { aside: 'always' });
  api.clock.advance(400 * DAY_MS);
  t.same(await given(student, deck.id), deck.cards.slice(2));
  t.match(await counts(deck.id), { newCardsToday: 1, reviewCardsToday: 0 });
  t.same((await stats(deck.id)).review_schedule, [], 'nor does it stand among the reviews to come');
  t.match(await own(student, deck.id, { kind: 'aside' }), {
    total: 2,
    data: [
      { id: first, aside: 'always', reviews: 1 },
      { id: second, aside: 'always', due_day: null },
    ],
  });
  await mark(second, { aside: null });
  t.same(await given(student, deck.id), deck.cards.slice(1));
});

t.test('MYC-03 SL-257 a flag is the own alone, comes with the card, and is found again', async (t) => {
  const { student, deck, set, mark } = await learner(3);
  const [, second] = deck.cards as [number, number];
  t.same((await mark(second, { flagged: true })).body.data, { aside: null, flagged: true });
  t.same(column((await set(deck.id)).body.data, 'flagged'), [false, true, false]);
  await mark(second, { aside: 'today' });
  const flagged = await own(student, deck.id, { kind: 'flagged' });
  t.match(flagged, { total: 1, data: [{ id: second, aside: 'today' }] });
  t.same((await mark(second, { flagged: false })).body.data, { aside: 'today', flagged: false });
  t.same((await mark(second, { flagged: true })).body.data, { aside: 'today', flagged: true });
  const other = studyCalls(await newStudent());
  t.equal((await other.mark(second, { flagged: true })).body.code, 'deck_not_accessible');
  await mark(second, { flagged: false, aside: null });
  const { rows } = await api.pool.query('select from card_marks where student_id = $1', [student.id]);
  t.equal(rows.length, 0, 'what says nothing is not kept');
  const events = await api.sql`select from events where student_id = ${student.id}`;
  t.same(events, [], 'and nothing of it is an event');
});

t.test('MYC-04 the own cards are found by their texts, and the hardest first', async (t) => {
  const { student, deck, answer } = await learner(3);
  const [first, second] = deck.cards as [number, number];
  for (const card of [first, second]) await answer(card);
  for (let time = 0; time < 2; time++) {
    api.clock.advance(60 * DAY_MS);
    await answer(second, { status: 0 });
  }
  await answer(first, { status: 0 });
  const hard = await own(student, deck.id, { kind: 'hard' });
  t.match(hard, {
    total: 2,
    data: [
      { id: second, lapses: 2 },
      { id: first, lapses: 1 },
    ],
  });
  const { front } = hard.data[0]!;
  t.match(await own(student, deck.id, { search: front }), { total: 1, data: [{ id: second }] });
  t.equal((await own(student, deck.id)).total, 3);
});

t.test('MYC-05 who asks for more gets so many beyond the limits, on this day alone', async (t) => {
  const { student, deck, counts, settings, answer } = await learner(50);
  await settings(deck.id, { new_cards_per_day: 1, max_cards_per_day: 10 });
  await answer(deck.cards[0]!);
  t.match(await counts(deck.id), { newCardsToday: 0, beyond: 49 });
  const ask = (cards: number) =>
    student.unchecked('POST /api/decks/:deckId/extra-cards', {
      params: { deckId: deck.id },
      body: { cards },
    });
  t.same((await ask(20)).body.data, { cards: 20 });
  t.match(await counts(deck.id), { newCardsToday: 20, beyond: 29, settings: { new_cards_per_day: 1 } });
  t.equal((await given(student, deck.id)).length, 20);
  t.match(await today(student), { new: 20 });
  t.same((await ask(5)).body.data, { cards: 25 }, 'several times add up');
  t.equal((await ask(5_000)).status, 422);
  api.clock.advance(DAY_MS);
  t.match(await counts(deck.id), { newCardsToday: 1, beyond: 48 }, 'tomorrow the limits hold again');
  t.same((await ask(3)).body.data, { cards: 3 });
});

t.test('MYC-01 MYC-03 a card that is flagged and put aside at once is both', async (t) => {
  const { student, deck, mark } = await learner(20);
  for (const card of deck.cards)
    await Promise.all([mark(card, { flagged: true }), mark(card, { aside: 'always' })]);
  const { data } = await own(student, deck.id);
  t.same(
    data.map(({ flagged, aside }) => ({ flagged, aside })),
    deck.cards.map(() => ({ flagged: true, aside: 'always' })),
  );
});

t.test('MYC-08 all, flagged, forgotten and due cards are practised, less those put aside', async (t) => {
  const { cards, mark, answer, crammed, drawn } = await learner(6);
  const [first, second, third, fourth] = cards as [number, number, number, number];
  t.same(await crammed(), { all: 6, flagged: 0, hard: 0, due: 0 });
  for (const card of [first, second, third]) await answer(card);
  api.clock.stopAt('2026-06-10T09:00:00+07:00');
  await answer(first, { status: 0 });
  await answer(second, { status: 0 });
  api.clock.stopAt('2026-09-10T09:00:00+07:00');
  await answer(second, { status: 0 });
  await mark(third, { flagged: true });
  await mark(fourth, { flagged: true, aside: 'always' });
  await mark(cards[4]!, { aside: 'today' });
  t.same(await crammed(), { all: 4, flagged: 1, hard: 2, due: 2 });
  t.same(sorted(await drawn('all')), [first, second, third, cards[5]]);
  t.same(await drawn('flagged'), [third]);
  t.same(await drawn('hard'), [second, first], 'the one forgotten more often comes first');
  t.same(sorted(await drawn('due')), [first, third]);
  t.equal((await drawn('all', 2)).length, 2);
});

t.test('MYC-08 SL-271 of a large deck any cards are drawn, another time others', async (t) => {
  const { cards, drawn, crammed } = await learner(1_000);
  t.equal((await crammed()).all, 1_000);
  const [one, other] = [await drawn('all'), await drawn('all')];
  t.equal(new Set(one).size, CRAM_CARDS_MAX);
  t.ok(one.every((id) => cards.includes(id)));
  t.notSame(one, other);
});

t.test(
  'MYC-11 SL-281 the cards with a tag are practised, of a deck and of all that are one’s own',
  async (t) => {
    const { student, cards, params, answer, mark } = await learner(5);
    const tag = (ids: number[], ...tags: string[]) =>
      api.pool.query('update cards set tags = tags || $2 where id = any ($1)', [ids, tags]);
    const official = async () => api.addDeck((await api.register('admin')).id, 2, { official: true });
    const [begun, unbegun, foreign] = [await official(), await official(), await api.addDeck(teacher.id, 1)];
    await answer(begun.cards[0]!);
    await tag(cards.slice(0, 3), 'Đề 1');
    await tag(cards.slice(2, 4), 'Units, hard');
    await tag([...begun.cards, ...unbegun.cards, ...foreign.cards], 'đề 1');
    await mark(cards[0]!, { aside: 'always' });

    const tags = await student.data('GET /api/decks/:deckId/cram/tags', { params });
    t.same(tags, [
      { tag: 'Units, hard', cards: 2 },
      { tag: 'Đề 1', cards: 2 },
    ]);
    const counts = (query: object) => student.data('GET /api/decks/:deckId/cram', { params, query });
    t.same(await counts({ tag: 'đề 1' }), { all: 2, flagged: 0, hard: 0, due: 0 });
    t.match(await counts({ tag: 'đề' }), { all: 0 }, 'the whole tag');
    const wanted = { kind: 'all', limit: CRAM_CARDS_MAX, tag: 'ĐỀ 1' } as const;
    const ofDeck = await student.data('GET /api/decks/:deckId/cram/cards', { params, query: wanted });
    t.same(sorted(ofDeck.map(({ id }) => id)), cards.slice(1, 3));
    const read = await student.data('GET /api/decks/:deckId/cards', { params });
    const set = await student.data('GET /api/decks/:deckId/cards/set', { params, query: { limit: 20 } });
    for (const card of [...ofDeck, ...read, ...set]) t.notOk('tags' in card, 'no card has its tags');

    const over = async (query: object) => ({
      counts: await student.data('GET /api/cram', { query: { tag: wanted.tag, ...query } }),
      cards: await student.data('GET /api/cram/cards', { query: { ...wanted, ...query } }),
    });
    const own = await over({});
    const ids = [...cards.slice(1, 3), ...begun.cards];
    t.match(own.counts, { all: 4, decks: 2 });
    t.same(sorted(own.cards.map(({ id }) => id)), sorted(ids));
    t.ok(own.cards.every(({ deck_id, deck }) => deck?.id === deck_id));
    const withAnother = await over({ deck_id: unbegun.id });
    t.match(withAnother.counts, { all: 6, decks: 3 });
    t.same(sorted(withAnother.cards.map(({ id }) => id)), sorted([...ids, ...unbegun.cards]));
    for (const url of ['GET /api/cram', 'GET /api/cram/cards'] as const) {
      const query = `?kind=all&limit=9&tag=x&deck_id=${foreign.id}`;
      t.equal((await student.unchecked(url, { query })).status, 403, url);
    }
  },
);

t.test('MYC-10 asking for cards writes nothing', async (t) => {
  const { student, params, drawn, crammed, answer, cards } = await learner(3);
  await answer(cards[0]!);
  const kept = async () =>
    Promise.all(
      ['events', 'review_schedule', 'card_marks', 'deck_stats'].map(
        async (table) =>
          (await api.pool.query(`select * from ${table} where student_id = $1`, [student.id])).rows,
      ),
    );
  const before = await kept();
  await crammed();
  await drawn('all');
  t.same(await kept(), before);
  const refused = await student.unchecked('GET /api/decks/:deckId/cram/cards', {
    params,
    query: `?kind=all&limit=${CRAM_CARDS_MAX + 1}`,
  });
  t.equal(refused.status, 422);
});
