import t from 'tap';
import { CRAM_CARDS_MAX } from '../../../core/learning/learning-limits.ts';
import { givenClassOf } from '../../exam/given-exams.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

async function crammer(cards: number) {
  const student = await api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });
  const classId = await givenClassOf(teacher, [student]);
  const deck = await api.addDeck(teacher.id, cards);
  await api.pool.query('insert into class_decks (class_id, deck_id) values ($1, $2)', [classId, deck.id]);
  const params = { deckId: deck.id };
  return {
    student,
    cards: deck.cards,
    params,
    ...studyCalls(student),
    mark: (cardId: number, body: object) =>
      student.unchecked('POST /api/cards/:cardId/mark', { params: { cardId }, body }),
    counts: async () => (await student.call('GET /api/decks/:deckId/cram', { params })).body.data,
    given: async (kind: 'all' | 'flagged' | 'hard' | 'due', limit = CRAM_CARDS_MAX) =>
      column(
        (await student.call('GET /api/decks/:deckId/cram/cards', { params, query: { kind, limit } })).body
          .data,
        'id',
      ),
  };
}

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('MYC-08 all, flagged, forgotten and due cards are practised, less those put aside', async (t) => {
  const { cards, mark, answer, counts, given } = await crammer(6);
  const [first, second, third, fourth] = cards as [number, number, number, number];
  t.same(await counts(), { all: 6, flagged: 0, hard: 0, due: 0 });
  for (const card of [first, second, third]) await answer(card);
  api.clock.stopAt('2026-06-10T09:00:00+07:00');
  await answer(first, { status: 0 });
  await answer(second, { status: 0 });
  api.clock.stopAt('2026-09-10T09:00:00+07:00');
  await answer(second, { status: 0 });
  await mark(third, { flagged: true });
  await mark(fourth, { flagged: true, aside: 'always' });
  await mark(cards[4]!, { aside: 'today' });
  t.same(await counts(), { all: 4, flagged: 1, hard: 2, due: 2 });
  t.same(sorted(await given('all')), [first, second, third, cards[5]]);
  t.same(await given('flagged'), [third]);
  t.same(await given('hard'), [second, first], 'the one forgotten more often comes first');
  t.same(sorted(await given('due')), [first, third]);
  t.equal((await given('all', 2)).length, 2);
});

t.test('MYC-08 SL-271 of a large deck any cards are drawn, another time others', async (t) => {
  const { cards, given, counts } = await crammer(1_000);
  t.equal((await counts()).all, 1_000);
  const [one, other] = [await given('all'), await given('all')];
  t.equal(new Set(one).size, CRAM_CARDS_MAX);
  t.ok(one.every((id) => cards.includes(id)));
  t.notSame(one, other);
});

t.test('MYC-11 the cards with a tag are practised, of a deck and of all that are one’s own', async (t) => {
  const { student, cards, params, answer, mark } = await crammer(5);
  const { token } = student;
  const tag = (ids: number[], ...tags: string[]) =>
    api.pool.query('update cards set tags = tags || $2 where id = any ($1)', [ids, tags]);
  const official = async () => api.addDeck((await api.register('admin')).id, 2, { official: true });
  const [begun, unbegun, foreign] = [await official(), await official(), await api.addDeck(teacher.id, 1)];
  await answer(begun.cards[0]!);
  await tag(cards.slice(0, 3), 'Đề 1');
  await tag(cards.slice(2, 4), 'Units, hard');
  await tag([...begun.cards, ...unbegun.cards, ...foreign.cards], 'đề 1');
  await mark(cards[0]!, { aside: 'always' });

  const tags = await api.data('GET /api/decks/:deckId/cram/tags', { token, params });
  t.same(tags, [
    { tag: 'Units, hard', cards: 2 },
    { tag: 'Đề 1', cards: 2 },
  ]);
  const counts = async (query: object) =>
    (await api.call('GET /api/decks/:deckId/cram', { token, params, query })).body.data;
  t.same(await counts({ tag: 'đề 1' }), { all: 2, flagged: 0, hard: 0, due: 0 });
  t.match(await counts({ tag: 'đề' }), { all: 0 }, 'the whole tag');
  const wanted = { kind: 'all', limit: CRAM_CARDS_MAX, tag: 'ĐỀ 1' } as const;
  const ofDeck = await api.data('GET /api/decks/:deckId/cram/cards', { token, params, query: wanted });
  t.same(sorted(ofDeck.map(({ id }) => id)), cards.slice(1, 3));

  const over = async (query: object) => ({
    counts: (await api.call('GET /api/cram', { token, query: { tag: wanted.tag, ...query } })).body.data,
    cards: (await api.call('GET /api/cram/cards', { token, query: { ...wanted, ...query } })).body.data,
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
    const refused = await api.unchecked(url, {
      token,
      query: `?kind=all&limit=9&tag=x&deck_id=${foreign.id}`,
    });
    t.equal(refused.status, 403, url);
  }
});

t.test('MYC-10 asking for cards writes nothing', async (t) => {
  const { student, params, given, counts, answer, cards } = await crammer(3);
  await answer(cards[0]!);
  const kept = async () =>
    Promise.all(
      ['events', 'review_schedule', 'card_marks', 'deck_stats'].map(
        async (table) =>
          (await api.pool.query(`select * from ${table} where student_id = $1`, [student.id])).rows,
      ),
    );
  const before = await kept();
  await counts();
  await given('all');
  t.same(await kept(), before);
  const refused = await student.unchecked('GET /api/decks/:deckId/cram/cards', {
    params,
    query: `?kind=all&limit=${CRAM_CARDS_MAX + 1}`,
  });
  t.equal(refused.status, 422);
});
