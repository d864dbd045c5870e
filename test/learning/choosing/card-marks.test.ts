import t from 'tap';
import { givenClassOf } from '../../exam/given-exams.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const DAY_MS = 86_400_000;
const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

const mark = async (account: TestAccount, cardId: number, body: object) =>
  account.unchecked('POST /api/cards/:cardId/mark', { params: { cardId }, body });

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
  return { student, deck, ...studyCalls(student) };
}

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('MYC-01 what is put aside until tomorrow does not come today, and no schedule moves', async (t) => {
  const { student, deck, answer, counts } = await learner(6);
  const [first, second, third] = deck.cards as [number, number, number];
  await answer(first);
  api.clock.stopAt('2026-06-10T09:00:00+07:00');
  const before = (await api.pool.query('select * from review_schedule where student_id = $1', [student.id]))
    .rows;
  t.same((await mark(student, first, { aside: 'today' })).body.data, { aside: 'today', flagged: false });
  await mark(student, second, { aside: 'today' });
  t.same(await given(student, deck.id), deck.cards.slice(2));
  t.match(await counts(deck.id), { newCardsToday: 4, reviewCardsToday: 0, beyond: 0 });
  t.match(await today(student), { new: 4, due: 0 });

  t.same((await mark(student, first, { aside: null })).body.data, { aside: null, flagged: false });
  t.same(await given(student, deck.id), [first, ...deck.cards.slice(2)], 'taken back');
  t.same(
    (await api.pool.query('select * from review_schedule where student_id = $1', [student.id])).rows,
    before,
  );

  await mark(student, third, { aside: 'today' });
  for (const card of deck.cards.slice(3)) await mark(student, card, { aside: 'today' });
  await mark(student, first, { aside: 'today' });
  t.match(await today(student), { new: 0, due: 0, next: { day: '2026-06-11', cards: 6 } });
  api.clock.advance(DAY_MS);
  t.same(await given(student, deck.id), deck.cards, 'tomorrow all is as it was');
});

t.test('MYC-02 what is put aside for good stays away until it is taken back', async (t) => {
  const { student, deck, counts, stats, answer } = await learner(3);
  const [first, second] = deck.cards as [number, number];
  await answer(first);
  await mark(student, first, { aside: 'always' });
  await mark(student, second, { aside: 'always' });
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
  await mark(student, second, { aside: null });
  t.same(await given(student, deck.id), deck.cards.slice(1));
});

t.test('MYC-03 a flag is the own alone, comes with the card, and is found again', async (t) => {
  const { student, deck, set } = await learner(3);
  const [, second] = deck.cards as [number, number];
  t.same((await mark(student, second, { flagged: true })).body.data, { aside: null, flagged: true });
  t.same(column((await set(deck.id)).body.data, 'flagged'), [false, true, false]);
  await mark(student, second, { aside: 'today' });
  t.match(await own(student, deck.id, { kind: 'flagged' }), {
    total: 1,
    data: [{ id: second, aside: 'today' }],
  });
  const other = await newStudent();
  t.equal((await mark(other, second, { flagged: true })).body.code, 'deck_not_accessible');
  await mark(student, second, { flagged: false, aside: null });
  const { rows } = await api.pool.query('select from card_marks where student_id = $1', [student.id]);
  t.equal(rows.length, 0, 'what says nothing is not kept');
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
  const { student, deck } = await learner(20);
  for (const card of deck.cards)
    await Promise.all([mark(student, card, { flagged: true }), mark(student, card, { aside: 'always' })]);
  const { data } = await own(student, deck.id);
  t.same(
    data.map(({ flagged, aside }) => ({ flagged, aside })),
    deck.cards.map(() => ({ flagged: true, aside: 'always' })),
  );
});
