import { randomUUID } from 'node:crypto';
import t from 'tap';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import type { NewCardBody } from '../../core/card/card.schema.ts';
import { ADDED_AT_ONCE_MAX } from '../../core/contract/card-limits.ts';
import { newClass } from '../classroom/class-calls.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t, { env: { DECKS_MAX: '4' } });
const teacher = await api.register('teacher');

const words = (count: number, from = 1): NewCardBody[] =>
  Array.from({ length: count }, (_, index) => ({
    front: `word ${from + index}`,
    back: `từ ${from + index}`,
  }));
const add = (deckId: number, cards: NewCardBody[], { key = randomUUID() as string, by = teacher } = {}) =>
  by.call('POST /api/decks/:deckId/cards/many', { params: { deckId }, body: { key, cards } });
const undoAddition = (deckId: number, key: string, by = teacher) =>
  by.call('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
const additions = async (deckId: number, by = teacher) =>
  await by.data('GET /api/decks/:deckId/cards/many', { params: { deckId } });
const fronts = async (deckId: number) =>
  column(await api.sql`select front from cards where deck_id = ${deckId} order by ordinal`, 'front');
const cardOf = async (deckId: number, front: string): Promise<number> =>
  (await api.sql<{ id: number }>`select id from cards where deck_id = ${deckId} and front = ${front}`)[0]!.id;

t.test(
  'MNY-01 MNY-05 SL-239 cards are added together at the end, in order, tidied as single ones',
  async (t) => {
    const deck = await api.addDeck(teacher.id, 2);
    const before = await fronts(deck.id);
    const { status, body } = await add(deck.id, [
      { front: ' hạnh phúc '.normalize('NFD'), back: 'happiness', level: ' ', definition: 'vui' },
      { front: '=1+1', back: '2', ...{ audio_file: '/storage/cards/any.mp3' } },
      ...words(98),
    ]);
    t.equal(status, 201);
    t.equal(body.data.cards, 100);
    t.same(await fronts(deck.id), [...before, 'hạnh phúc', '=1+1', ...words(98).map(({ front }) => front)]);
    const list = await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } });
    t.match(list[2], { definition: 'vui', level: null, audio_file: null });
    t.match(list[3], { front: '=1+1', audio_file: null }, 'audio is added to each card afterwards');
  },
);

t.test('MNY-03 one bad card keeps all others out, and is named', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const blank = await add(deck.id, [...words(3), { front: '​ ', back: 'x' }]);
  t.match(blank, coded(422, 'front_back_required'));
  t.match(blank.body, { errors: { 'cards.3.front': ['The front is required'] } });
  const cards = words(2);
  for (const bad of [
    [...cards, { front: 'a'.repeat(501), back: 'b' }],
    [...cards, { front: 'a\0', back: 'b' }],
    [],
    words(ADDED_AT_ONCE_MAX + 1),
  ])
    t.equal((await add(deck.id, bad)).status, 422);
  t.same(await fronts(deck.id), []);
  t.same(await additions(deck.id), []);
});

t.test('MNY-04 under one key nothing is added twice, whatever is on its way', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const other = await api.addDeck(teacher.id, 0);
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => add(deck.id, words(40), { key })));
  for (const { status, body } of answers) t.same([status, body.data], [201, answers[0]!.body.data]);
  t.equal((await fronts(deck.id)).length, 40);
  for (const refused of [await add(deck.id, words(41), { key }), await add(other.id, words(40), { key })])
    t.match(refused, coded(409, 'idempotency_conflict'));
  t.same(await fronts(other.id), []);
});

t.test('MNY-01 two who add at once both keep their order', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  await Promise.all([add(deck.id, words(50)), add(deck.id, words(50, 51))]);
  const found = await fronts(deck.id);
  const both = [words(50), words(50, 51)].map((some) => column(some, 'front'));
  t.same([found.slice(0, 50), found.slice(50)].sort(), both.sort());
});

t.test('MNY-06 an addition is taken back as one, also the second time', async (t) => {
  const deck = await api.addDeck(teacher.id, 1);
  const before = await fronts(deck.id);
  const { body } = await add(deck.id, words(40));
  const { key } = body.data;
  await add(deck.id, words(2, 100));
  t.same(column(await additions(deck.id), 'cards'), [2, 40]);
  await teacher.data('DELETE /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: await cardOf(deck.id, 'word 7') },
  });
  for (const { status, body: answer } of [await undoAddition(deck.id, key), await undoAddition(deck.id, key)])
    t.same([status, answer.data], [200, body.data]);
  t.same(await fronts(deck.id), [...before, 'word 100', 'word 101']);
  t.same(column(await additions(deck.id), 'cards'), [2]);
  const again = await add(deck.id, words(40), { key });
  t.equal(again.status, 201, 'a late repetition');
  t.equal((await fronts(deck.id)).length, 3, 'brings nothing back');
});

t.test('MNY-07 nothing is taken back when a card was changed since, or a day is over', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { key } = (await add(deck.id, words(3))).body.data;
  await teacher.data('PATCH /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: await cardOf(deck.id, 'word 2') },
    body: { back: 'khác' },
  });
  const changed = await undoAddition(deck.id, key);
  t.match(changed, coded(409, 'cards_changed_since'));
  t.match(changed.body, { message: /meanwhile \(1\)/ });
  t.equal((await fronts(deck.id)).length, 3);

  const late = (await add(deck.id, words(1, 50))).body.data.key;
  await api.sql`update card_additions set added_at = added_at - interval '24 hours' where key = ${late}`;
  t.match(await undoAddition(deck.id, late), coded(409, 'addition_too_old'));
  t.notOk((await additions(deck.id)).some((one) => one.key === late));
  t.equal((await fronts(deck.id)).length, 4);
});

t.test('MNY-02 MNY-06 SL-241 a colleague who may edit adds, and takes back only their own', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const colleague = await api.register('teacher');
  await shareWith(teacher, deck.id, colleague, 'use');
  t.match(await add(deck.id, words(1), { by: colleague }), coded(403, 'deck_only_used'));
  await shareWith(teacher, deck.id, colleague, 'edit');
  const own = (await add(deck.id, words(2))).body.data.key;
  const theirs = (await add(deck.id, words(3, 10), { by: colleague })).body.data.key;
  t.same(column(await additions(deck.id, colleague), 'key'), [theirs]);
  for (const [key, by] of [
    [own, colleague],
    [theirs, teacher],
  ] as const) {
    t.match(await undoAddition(deck.id, key, by), coded(404, 'addition_not_found'));
  }
  await shareWith(teacher, deck.id, colleague, 'use');
  t.match(await undoAddition(deck.id, theirs, colleague), coded(403, 'deck_only_used'));
  await shareWith(teacher, deck.id, colleague, 'edit');
  t.equal((await undoAddition(deck.id, theirs, colleague)).status, 200);
  t.same(await fronts(deck.id), ['word 1', 'word 2']);
});

t.test('SL-242 SL-244 the latest twenty are offered; what was studied is taken back as well', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { key } = (await add(deck.id, words(1))).body.data;
  const student = await api.register();
  await newClass(teacher, deck.id, { students: [student] });
  const params = { cardId: await cardOf(deck.id, 'word 1') };
  await student.data('POST /api/cards/:cardId/progress', { params, body: { status: 2, time_spent: 1 } });
  await api.project();
  t.equal((await undoAddition(deck.id, key)).status, 200);
  t.same(await fronts(deck.id), []);
  const last = (await add(deck.id, words(1, 2))).body.data.key;
  await api.sql`insert into card_additions (key, deck_id, adder_id, content, card_ids, added_at)
    select gen_random_uuid(), deck_id, adder_id, content, card_ids, added_at - n * interval '1 hour'
    from card_additions, generate_series(1, 20) n where key = ${last}`;
  const offered = await additions(deck.id);
  t.same([offered.length, offered[0]!.key], [20, last]);
});

t.test('MNY-04 a key is forgotten after a week', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { key } = (await add(deck.id, words(1))).body.data;
  await api.sql`update card_additions set added_at = added_at - interval '7 days 1 second' where key = ${key}`;
  await add(deck.id, words(1, 2));
  t.same(await api.sql`select from card_additions where key = ${key}`, []);
});

t.test('MNY-09 two thousand cards in one call', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { status } = await add(deck.id, words(ADDED_AT_ONCE_MAX));
  t.equal(status, 201);
  t.equal((await fronts(deck.id)).length, ADDED_AT_ONCE_MAX);
});

const make = (account: TestAccount, title: string, cards: NewCardBody[], key: string = randomUUID()) =>
  account.unchecked('POST /api/decks/with-cards', { body: { key, title, cards } });
const decksOf = ({ id }: TestAccount) =>
  api.sql`select title, (select count(*)::integer from cards c where c.deck_id = d.id) as cards
    from decks d where user_id = ${id} order by id`;

t.test('MNY-11 a deck is made with its cards, once under one key, and taken back as a whole', async (t) => {
  const author = await api.register('teacher');
  const key = randomUUID();
  const twice = await Promise.all([
    make(author, ' Unit 1 ', words(3), key),
    make(author, 'Unit 1', words(3), key),
  ]);
  t.same(column(twice, 'status'), [201, 201]);
  const [first, second] = twice.map(({ body }) => body.data);
  t.same(first, second);
  t.match(first, { addition: { key, cards: 3, with_deck: true } });
  t.same(await decksOf(author), [{ title: 'Unit 1', cards: 3 }]);
  t.match(await make(author, 'Unit 2', words(3), key), coded(409, 'idempotency_conflict'));
  const deckId: number = first!.deck_id;
  t.match(await additions(deckId, author), [{ key, with_deck: true }]);
  t.match(await undoAddition(deckId, key, author), { status: 200, body: { data: { with_deck: true } } });
  t.same(await decksOf(author), []);
  const trash = await author.data('GET /api/trash');
  t.match(trash, [{ id: deckId, title: 'Unit 1' }], 'it can be brought back');
});

t.test('MNY-12 nothing is made of a wrong card, a wrong title or a deck too many', async (t) => {
  const author = await api.register('teacher');
  t.match(await make(author, 'Unit 1', [...words(2), { front: 'x', back: ' ' }]), {
    status: 422,
    body: { code: 'front_back_required', errors: { 'cards.2.back': ['The back is required'] } },
  });
  t.match(await make(author, '  ', words(1)), coded(422, 'invalid_deck_data'));
  for (let number = 0; number < 3; number++) await api.addDeck(author.id, 0);
  const both = await Promise.all([make(author, 'A', words(1)), make(author, 'B', words(1))]);
  t.same(both.map(({ status }) => status).sort(), [201, 422], 'of two at once the last place is for one');
  t.equal((await decksOf(author)).length, 4);
});

t.test('MNY-12 a student makes one where students may, of as many cards as a deck has', async (t) => {
  const student = await api.register('student');
  t.match(await make(student, 'Mine', words(1)), coded(403, 'own_decks_off'));
  await api.sql`update site_settings set students_make_decks = true`;
  t.match(await make(student, 'Mine', words(STUDENT_CARDS_MAX + 1)), { body: { code: 'too_many_cards' } });
  t.same(await decksOf(student), []);
  t.equal((await make(student, 'Mine', words(STUDENT_CARDS_MAX))).status, 201);
});

t.test('MNY-13 taken back it leaves a deck that has other cards, or another owner', async (t) => {
  const author = await api.register('teacher');
  const key = randomUUID();
  const deckId: number = (await make(author, 'Unit 1', words(2), key)).body.data.deck_id;
  const more = { front: 'one more', back: 'x' };
  const params = { deckId };
  await author.data('POST /api/decks/:deckId/cards', { params, body: more });
  t.match(await additions(deckId, author), [{ key, with_deck: false }]);
  t.match(await undoAddition(deckId, key, author), { status: 200, body: { data: { with_deck: false } } });
  t.same(await decksOf(author), [{ title: 'Unit 1', cards: 1 }]);

  const late = randomUUID();
  const other: number = (await make(author, 'Unit 2', words(2), late)).body.data.deck_id;
  await api.sql`update card_additions set added_at = added_at - interval '1 day' where key = ${late}`;
  t.match(await undoAddition(other, late, author), coded(409, 'addition_too_old'));
  await api.sql`update card_additions set added_at = now() where key = ${late}`;
  await api.sql`update decks set is_official = true where id = ${other}`;
  t.match(await undoAddition(other, late, author), coded(409, 'official_deck_kept'));
  t.same((await decksOf(author)).at(-1), { title: 'Unit 2', cards: 2 });
});
