import t from 'tap';
import { seenCard } from '../../core/card/seen-card.ts';
import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../../core/contract/card-fields.ts';
import { SEEN_CARD_MAX } from '../../core/contract/card-limits.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { type FormFields, fileOf, formOf, MP3 } from './card-form.ts';

const api = await startApi(t);
const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 0);
const path = (card?: number, of = deck.id) => `/api/decks/${of}/cards${card ? `/${card}` : ''}`;
const sendForm = <T = CardAnswer>(fields: FormFields, card?: number) =>
  teacher.raw<T>(card ? 'PATCH' : 'POST', path(card), { ...formOf(fields) });

type CardAnswer = { success: true; data: Card };
const create = <T = CardAnswer>(body: object, of = deck.id) =>
  teacher.raw<T>('POST', path(undefined, of), { body });
const patch = <T = CardAnswer>(card: number, body: object, of = deck.id) =>
  teacher.raw<T>('PATCH', path(card, of), { body });
const remove = (card: number, of = deck.id) => teacher.raw('DELETE', path(card, of));
const cards = (of = deck.id) => teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: of } });
const cardNow = async (card: number) => (await cards()).find(({ id }) => id === card);

const WORD = {
  front: 'to remember',
  back: 'nhớ',
  example_sentence: 'I remember that winter.',
  definition: 'to keep in mind',
  part_of_speech: 'verb',
  level: 'A2',
};
const NO_FILES = { audio_file: null, front_picture: null, back_picture: null, further_files: null };
const EMPTY = { example_sentence: null, definition: null, part_of_speech: null, level: null, ...NO_FILES };

t.test('API-14 CRD-03 CRD-07 a card is added by a form or by JSON, at the end of its deck', async (t) => {
  const spaced = Object.fromEntries(Object.entries(WORD).map(([name, text]) => [name, ` ${text}\n`]));
  const form = await sendForm(spaced);
  t.equal(form.status, 201);
  t.same(form.body, { success: true, data: { id: form.body.data.id, deck_id: deck.id, ...EMPTY, ...WORD } });
  const json = await create(WORD);
  t.equal(json.status, 201);
  t.same(json.body.data, { ...form.body.data, id: json.body.data.id });
  t.same((await cards()).slice(-2), [form.body.data, json.body.data]);
});

t.test('API-14 CRD-06 all but front and back may be left out or blank', async (t) => {
  const blank = { example_sentence: '', definition: ' ', part_of_speech: '\t', level: null };
  for (const more of [{}, blank]) {
    const { status, body } = await create({ front: 'a', back: 'b', ...more });
    const expected = { id: body.data.id, deck_id: deck.id, front: 'a', back: 'b', ...EMPTY };
    t.same([status, body.data], [201, expected]);
  }
});

t.test('DCK-18 CRD-11 texts of any subject are kept, Vietnamese ones composed', async (t) => {
  const front = 'Tiếng Việt: ∫ x² dx 👩🏽‍🚀 <b>';
  const { body } = await create({ front: front.normalize('NFD'), back: front });
  t.same([body.data.front, body.data.back], [front.normalize('NFC'), front]);
});

t.test('CRD-05 SL-01 a card without a front or a back is refused, in JSON and in a form', async (t) => {
  const before = await cards();
  for (const [given, fields] of [
    [{}, ['front', 'back']],
    [{ front: 'a' }, ['back']],
    [{ back: 'b' }, ['front']],
    [{ front: ' \t\n ', back: 'b' }, ['front']],
    [{ front: '', back: '' }, ['front', 'back']],
  ] as const) {
    const errors = Object.fromEntries(fields.map((field) => [field, [`The ${field} is required`]]));
    for (const answer of [await create<ErrorBody>(given), await sendForm<ErrorBody>(Object.entries(given))])
      refused(t, answer, 'front_back_required', '', { errors });
  }
  t.same(await cards(), before);
});

t.test('SL-01 texts that are too long are refused and named, in JSON and in a form', async (t) => {
  for (const [field, text] of [
    ['front', 'x'.repeat(501)],
    ['back', 'x'.repeat(501)],
    ['example_sentence', 'x'.repeat(1_001)],
    ['definition', 'x'.repeat(1_001)],
    ['part_of_speech', 'x'.repeat(51)],
    ['level', 'x'.repeat(51)],
  ] as const) {
    const { status, body } = await create<ErrorBody>({ ...WORD, [field]: text });
    t.same([status, body.code, Object.keys(body.errors ?? {})], [422, 'validation_failed', [field]]);
    t.same((await sendForm<ErrorBody>({ ...WORD, [field]: text })).body, body);
  }
  t.equal((await create({ front: 'x'.repeat(500), back: 'b' })).status, 201);
});

t.test('API-14 twenty cards added at once have twenty places, and come in their order', async (t) => {
  const { id } = await api.addDeck(teacher.id, 2);
  const added = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create({ front: `at once ${index}`, back: 'b' }, id)),
  );
  t.ok(added.every(({ status }) => status === 201));
  const rows = await api.sql`select id, ordinal from cards where deck_id = ${id} order by ordinal`;
  t.same(
    column(rows, 'ordinal'),
    Array.from({ length: 22 }, (_, index) => index + 1),
  );
  t.same(column(await cards(id), 'id'), column(rows, 'id'));
});

t.test('API-14 after the last card is deleted the next one is still the last', async (t) => {
  const { id, cards: own } = await api.addDeck(teacher.id, 3);
  await remove(own[0]!, id);
  const added = (await create(WORD, id)).body.data.id;
  t.same(column(await cards(id), 'id'), [own[1], own[2], added]);
});

t.test('API-15 CRD-08 a change leaves alone what it does not mention', async (t) => {
  const { data } = (await create(WORD)).body;
  let expected = data;
  for (const [name, text] of Object.entries(WORD)) {
    const { status, body } = await patch(data.id, { [name]: ` ${text}! ` });
    expected = { ...expected, [name]: `${text}!` };
    t.same([status, body], [200, { success: true, data: expected }]);
  }
  for (const name of ['example_sentence', 'definition', 'part_of_speech', 'level'])
    for (const none of [' ', null]) {
      expected = { ...expected, [name]: null };
      t.same((await patch(data.id, { [name]: none })).body.data, expected);
    }
  t.same((await patch(data.id, {})).body.data, expected);
  const formed = await sendForm({ front: 'by form', level: 'B1' }, data.id);
  t.same([formed.status, formed.body.data], [200, { ...expected, front: 'by form', level: 'B1' }]);
  t.same(await cardNow(data.id), formed.body.data);
});

t.test('CRD-06 SL-01 a change may leave front and back out, but not blank them', async (t) => {
  const { data } = (await create(WORD)).body;
  for (const [given, fields] of [
    [{ front: ' ' }, ['front']],
    [{ back: '', level: 'C1' }, ['back']],
    [{ front: '', back: '\n' }, ['front', 'back']],
  ] as const) {
    const { status, body } = await patch<ErrorBody>(data.id, given);
    t.same([status, body.code, Object.keys(body.errors ?? {})], [422, 'front_back_required', fields]);
  }
  t.same(await cardNow(data.id), data);
});

t.test('API-15 changes of different fields at once are all kept', async (t) => {
  const { data } = (await create(WORD)).body;
  const changes = Object.keys(WORD).map((name) => ({ [name]: `${name} 2` }));
  const answers = await Promise.all(changes.map((change) => patch(data.id, change)));
  t.ok(answers.every(({ status }) => status === 200));
  t.same(await cardNow(data.id), Object.assign({}, data, ...changes));
});

t.test('API-16 CRD-10 a deleted card is gone; who deletes it a second time hears so', async (t) => {
  const { data } = (await create(WORD)).body;
  const before = await cards();
  const answers = await Promise.all([remove(data.id), remove(data.id)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 404]);
  t.same(answers.find(({ status }) => status === 200)?.body, { success: true });
  t.match(answers.find(({ status }) => status === 404)!, coded(404, 'card_not_found'));
  t.same(
    await cards(),
    before.filter(({ id }) => id !== data.id),
  );
  t.match(await patch<ErrorBody>(data.id, { front: 'back again' }), coded(404, 'card_not_found'));
});

t.test('API-15 API-16 a card of another deck is not found in this one', async (t) => {
  const other = await api.addDeck(teacher.id, 1);
  const foreign = await api.addDeck(stranger.id, 1);
  for (const card of [...other.cards, ...foreign.cards, 2_147_483_647])
    for (const { status, body } of [await patch<ErrorBody>(card, { front: 'x' }), await remove(card)])
      t.same([status, body.code], [404, 'card_not_found']);
  const rows = await api.sql`select front from cards where deck_id = any (${[other.id, foreign.id]})`;
  t.same(rows, [{ front: 'front 1' }, { front: 'front 1' }]);
});

t.test('API-14 API-15 API-16 cards of a deck that is gone are neither made nor changed', async (t) => {
  const [card] = (await api.addDeck(teacher.id, 1)).cards as [number];
  for (const { status, body } of [
    await create<ErrorBody>(WORD, 2_147_483_647),
    await patch<ErrorBody>(card, WORD, 2_147_483_647),
    await remove(card, 2_147_483_647),
  ])
    t.same([status, body.code], [404, 'deck_not_found']);
});

t.test('SL-01 an id that is no id is 422 and named, in a form as well', async (t) => {
  for (const request of [{ body: WORD }, formOf(WORD)])
    for (const [method, url, fields] of [
      ['POST', '/api/decks/x/cards', ['deckId']],
      ['PATCH', '/api/decks/0/cards/1.5', ['deckId', 'cardId']],
      ['PATCH', `/api/decks/${deck.id}/cards/-1`, ['cardId']],
    ] as const) {
      const { status, body } = await teacher.raw(method, url, { ...request });
      t.same([status, Object.keys(body.errors ?? {})], [422, fields], url);
    }
});

const colleague = await api.register('teacher');

async function sharedCard() {
  const { id } = await api.addDeck(teacher.id, 1);
  await shareWith(teacher, id, colleague, 'edit');
  const [card] = await cards(id);
  const change = <T = { data: Card }>(account: TestAccount, body: object) =>
    account.raw<T>('PATCH', path(card!.id, id), { body });
  return { card: card!, at: path(card!.id, id), change, seen: seenCard(card!) };
}

t.test('SHR-10 of two who change one card the later sees the other’s, and overwrites nothing', async (t) => {
  const { change, seen, at } = await sharedCard();
  const first = await change(colleague, { back: 'của Minh', seen });
  t.equal(first.status, 200);
  const late = await change<{ code: string; data: Card }>(teacher, { back: 'của Lan', seen });
  t.match(late, coded(409, 'card_changed_meanwhile'));
  t.same(late.body.data, first.body.data, 'with the card as it is');
  const again = await change(teacher, { back: 'của Lan', seen: seenCard(late.body.data) });
  t.same([again.status, again.body.data.back], [200, 'của Lan']);
  t.equal((await change(teacher, { back: 'x' })).status, 200, 'who does not say what they saw is not asked');
  const gone = await teacher.raw('DELETE', `${at}?seen=${encodeURIComponent(seen)}`);
  t.equal(gone.status, 200, 'SL-196 a deletion asks for nothing that was seen');
});

t.test('SHR-10 of two changes at the same moment one is refused', async (t) => {
  const { change, seen } = await sharedCard();
  const both = await Promise.all(
    [teacher, colleague].map((by) => change(by, { front: `by ${by.id}`, seen })),
  );
  t.same(both.map(({ status }) => status).sort(), [200, 409]);
});

t.test('SHR-10 another audio is a change as well, and a form says what was seen', async (t) => {
  const { at, change, seen } = await sharedCard();
  const form = formOf({ seen, audio_file: fileOf(MP3) });
  const { status, body } = await colleague.raw<{ data: Card }>('PATCH', at, { ...form });
  t.equal(status, 200);
  t.equal((await change(teacher, { audio_file: null, seen })).status, 409);
  t.equal((await change(teacher, { audio_file: null, seen: seenCard(body.data) })).status, 200);
});

t.test('SHR-10 the longest card can be seen', async (t) => {
  const side = '\u2028\u0001'.repeat(CARD_SIDE_MAX / 2);
  const text = '\u0001'.repeat(CARD_TEXT_MAX);
  const label = '\u0001'.repeat(CARD_LABEL_MAX);
  const longest = {
    front: side,
    back: side,
    example_sentence: text,
    definition: text,
    part_of_speech: label,
    level: label,
  };
  const audio_file = `https://example.org/${'x'.repeat(2_000)}`;
  t.ok(seenCard({ ...longest, audio_file }).length <= SEEN_CARD_MAX);
});

const admin = await api.register('admin');
const fruit = await api.addDeck(teacher.id, [
  { front: 'apple', back: 'quả táo', example_sentence: 'An apple a day' },
  { front: 'pear', back: 'quả lê' },
  { front: '100%', back: 'all of it' },
]);

type Found = { data: Card[]; total: number };
const search = (query: string) => admin.raw<Found>('GET', `/api/admin/decks/${fruit.id}/cards${query}`);
const fronts = async (query: string) => (await search(query)).body.data.map(({ front }) => front);

t.test('ADM-15 ADM-16 ADM-17 ADM-18 API-47 anybody’s cards are found by text, in parts', async (t) => {
  t.match((await search('')).body, { total: 3, data: [{ front: 'apple', back: 'quả táo' }, {}, {}] });
  t.same(await fronts(`?search=${encodeURIComponent('QUẢ')}`), ['apple', 'pear']);
  t.same(await fronts('?search=QUA'), ['apple', 'pear'], 'without its accent');
  t.same(await fronts(`?search=${encodeURIComponent('quà')}`), [], 'but not with another one');
  t.same(await fronts('?search=day'), ['apple']);
  t.same(await fronts('?search=%25'), ['100%'], 'a percent sign is a letter');
  t.same((await search('?search=nothing')).body, { success: true, data: [], total: 0 });
  const { body } = await search('?limit=1&offset=1');
  t.match(body, { total: 3, data: [{ front: 'pear' }] });
  t.equal(body.data.length, 1);
  t.match(await admin.call('GET /api/admin/decks/:deckId/cards', { params: { deckId: 999 } }), {
    body: { code: 'deck_not_found' },
  });
});

t.test('ADM-19 every text of a card is changed; front and back are required', async (t) => {
  const [id] = fruit.cards;
  const change = (body: object) => admin.raw<{ data: Card }>('PATCH', `/api/admin/cards/${id}`, { body });
  t.match(await change(WORD), { status: 200, body: { data: { id, deck_id: fruit.id, ...WORD } } });
  for (const side of ['front', 'back'])
    t.match(await change({ [side]: ' ' }), coded(422, 'front_back_required'));
  t.match((await change({ level: '' })).body.data, { ...WORD, level: null });
  const form = formOf({ front: 'apple', audio_file: fileOf(MP3) });
  const heard = await admin.raw<{ data: Card }>('PATCH', `/api/admin/cards/${id}`, { ...form });
  t.match(heard.body.data.audio_file, /^\/storage\/cards\//);
  t.match(
    await admin.call('PATCH /api/admin/cards/:cardId', { params: { cardId: 999 }, body: {} }),
    coded(404, 'card_not_found'),
  );
});

t.test('ADM-18 a card of anybody’s deck is deleted, once', async (t) => {
  const path = `/api/admin/cards/${fruit.cards[1]}`;
  t.equal((await admin.raw('DELETE', path)).status, 200);
  t.match(await admin.raw('DELETE', path), coded(404, 'card_not_found'));
  t.equal((await search('')).body.total, 2);
});
