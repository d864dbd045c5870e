import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { NewCardBody } from '../../core/card/card.schema.ts';
import { ADDED_AT_ONCE_MAX } from '../../core/contract/card-limits.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t);
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
const fronts = async (deckId: number): Promise<string[]> => {
  const rows = await api.sql<{ front: string }>`select front from cards where deck_id = ${deckId}
    order by ordinal`;
  return rows.map(({ front }) => front);
};
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const cardOf = async (deckId: number, front: string): Promise<number> =>
  (await api.sql<{ id: number }>`select id from cards where deck_id = ${deckId} and front = ${front}`)[0]!.id;

t.test('MNY-01 MNY-05 cards are added together at the end, in order, tidied as single ones', async (t) => {
  const deck = await api.addDeck(teacher.id, 2);
  const before = await fronts(deck.id);
  const { status, body } = await add(deck.id, [
    { front: ' hạnh phúc '.normalize('NFD'), back: 'happiness', level: ' ', definition: 'vui' },
    { front: '=1+1', back: '2' },
    ...words(98),
  ]);
  t.equal(status, 201);
  t.equal(body.data.cards, 100);
  t.same(await fronts(deck.id), [...before, 'hạnh phúc', '=1+1', ...words(98).map(({ front }) => front)]);
  const list = await teacher.data('GET /api/decks/:deckId/cards', {
    params: { deckId: deck.id },
    query: { search: 'hạnh' },
  });
  t.match(list[0], { definition: 'vui', level: null, audio_file: null });
});

t.test('MNY-03 one bad card keeps all others out, and is named', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const blank = await add(deck.id, [...words(3), { front: '​ ', back: 'x' }]);
  t.same([blank.status, codeOf(blank)], [422, 'front_back_required']);
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
    t.same([refused.status, codeOf(refused)], [409, 'idempotency_conflict']);
  t.same(await fronts(other.id), []);
});

t.test('MNY-01 two who add at once both keep their order', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  await Promise.all([add(deck.id, words(50)), add(deck.id, words(50, 51))]);
  const found = await fronts(deck.id);
  t.equal(found.length, 100);
  t.same(
    [found.slice(0, 50), found.slice(50)].sort(),
    [column(words(50), 'front'), column(words(50, 51), 'front')].sort(),
  );
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
  t.same([changed.status, codeOf(changed)], [409, 'cards_changed_since']);
  t.match(changed.body, { message: /meanwhile \(1\)/ });
  t.equal((await fronts(deck.id)).length, 3);

  const late = (await add(deck.id, words(1, 50))).body.data.key;
  await api.sql`update card_additions set added_at = added_at - interval '24 hours' where key = ${late}`;
  const refused = await undoAddition(deck.id, late);
  t.same([refused.status, codeOf(refused)], [409, 'addition_too_old']);
  t.notOk((await additions(deck.id)).some((one) => one.key === late));
  t.equal((await fronts(deck.id)).length, 4);
});

t.test('MNY-02 MNY-06 a colleague who may edit adds, and takes back only their own', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const colleague = await api.register('teacher');
  await shareWith(teacher, deck.id, colleague, 'use');
  const used = await add(deck.id, words(1), { by: colleague });
  t.same([used.status, codeOf(used)], [403, 'deck_only_used']);
  await teacher.data('POST /api/decks/:deckId/shares', {
    params: { deckId: deck.id },
    body: { login: colleague.email, may: 'edit' },
  });
  const own = (await add(deck.id, words(2))).body.data.key;
  const theirs = (await add(deck.id, words(3, 10), { by: colleague })).body.data.key;
  t.same(column(await additions(deck.id, colleague), 'key'), [theirs]);
  for (const [key, by] of [
    [own, colleague],
    [theirs, teacher],
  ] as const) {
    const refused = await undoAddition(deck.id, key, by);
    t.same([refused.status, codeOf(refused)], [404, 'addition_not_found']);
  }
  t.equal((await undoAddition(deck.id, theirs, colleague)).status, 200);
  t.same(await fronts(deck.id), ['word 1', 'word 2']);
});

t.test('MNY-04 a key is forgotten after a week', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { key } = (await add(deck.id, words(1))).body.data;
  await api.sql`update card_additions
    set added_at = added_at - ${`${(7 * DAY_MS) / 1_000 + 1} seconds`}::interval where key = ${key}`;
  await add(deck.id, words(1, 2));
  const { rowCount } = await api.pool.query('select from card_additions where key = $1', [key]);
  t.equal(rowCount, 0);
});

t.test('MNY-09 two thousand cards in one call', async (t) => {
  const deck = await api.addDeck(teacher.id, 0);
  const { status } = await add(deck.id, words(ADDED_AT_ONCE_MAX));
  t.equal(status, 201);
  t.equal((await fronts(deck.id)).length, ADDED_AT_ONCE_MAX);
});
