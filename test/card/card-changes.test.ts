import t from 'tap';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { formOf } from './card-form.ts';

const api = await startApi(t);
const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 0);
const path = (card?: number, of = deck.id) => `/api/decks/${of}/cards${card ? `/${card}` : ''}`;

type CardAnswer = { success: true; data: Card };
const create = <T = CardAnswer>(body: object, of = deck.id, account = teacher) =>
  account.raw<T>('POST', path(undefined, of), { body });
const patch = <T = CardAnswer>(card: number, body: object, of = deck.id, account = teacher) =>
  account.raw<T>('PATCH', path(card, of), { body });
const remove = (card: number, of = deck.id, account = teacher) => account.raw('DELETE', path(card, of));
const cards = async (of = deck.id) =>
  (await teacher.raw<{ data: Card[] }>('GET', path(undefined, of))).body.data;

const WORD = {
  front: 'to remember',
  back: 'nhớ',
  example_sentence: 'I remember that winter.',
  definition: 'to keep in mind',
  part_of_speech: 'verb',
  level: 'A2',
};
const EMPTY = {
  example_sentence: null,
  definition: null,
  part_of_speech: null,
  level: null,
  audio_file: null,
  front_picture: null,
  back_picture: null,
};

t.test('API-14 CRD-03 CRD-07 a card is added by a form or by JSON, at the end of its deck', async (t) => {
  const spaced = Object.fromEntries(Object.entries(WORD).map(([name, text]) => [name, ` ${text}\n`]));
  const form = await teacher.raw<CardAnswer>('POST', path(), { ...formOf(spaced) });
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
    t.same(
      [status, body.data],
      [201, { id: body.data.id, deck_id: deck.id, front: 'a', back: 'b', ...EMPTY }],
    );
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
    const form = formOf(Object.entries(given));
    for (const answer of [await create<ErrorBody>(given), await teacher.raw('POST', path(), { ...form })]) {
      refused(t, answer, 'front_back_required', '', { errors });
    }
  }
  t.same(await cards(), before);
});

t.test('SL-01 texts that are too long, or none, are refused and named, in JSON and in a form', async (t) => {
  for (const [field, text] of [
    ['front', 'x'.repeat(501)],
    ['back', 'x'.repeat(501)],
    ['example_sentence', 'x'.repeat(1_001)],
    ['definition', 'x'.repeat(1_001)],
    ['part_of_speech', 'x'.repeat(51)],
    ['level', 'x'.repeat(51)],
    ['front', 'a\0b'],
    ['level', 1],
    ['front', null],
    ['back', ['b']],
  ] as const) {
    const { status, body } = await create<ErrorBody>({ ...WORD, [field]: text });
    t.same([status, body.code, Object.keys(body.errors ?? {})], [422, 'validation_failed', [field]]);
    if (typeof text !== 'string') continue;
    const form = formOf({ ...WORD, [field]: text });
    t.same((await teacher.raw('POST', path(), { ...form })).body, body);
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
  const form = formOf({ front: 'by form', level: 'B1' });
  const formed = await teacher.raw<CardAnswer>('PATCH', path(data.id), { ...form });
  t.same([formed.status, formed.body.data], [200, { ...expected, front: 'by form', level: 'B1' }]);
  t.same(
    (await cards()).find(({ id }) => id === data.id),
    formed.body.data,
  );
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
  t.same(
    (await cards()).find(({ id }) => id === data.id),
    data,
  );
});

t.test('API-15 changes of different fields at once are all kept', async (t) => {
  const { data } = (await create(WORD)).body;
  const changes = Object.keys(WORD).map((name) => patch(data.id, { [name]: `${name} 2` }));
  t.ok((await Promise.all(changes)).every(({ status }) => status === 200));
  t.same(
    (await cards()).find(({ id }) => id === data.id),
    { ...data, ...Object.fromEntries(Object.keys(WORD).map((name) => [name, `${name} 2`])) },
  );
});

t.test('API-16 CRD-10 a deleted card is gone; who deletes it a second time hears so', async (t) => {
  const { data } = (await create(WORD)).body;
  const before = await cards();
  const answers = await Promise.all([remove(data.id), remove(data.id)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 404]);
  t.same(answers.find(({ status }) => status === 200)?.body, { success: true });
  t.same(answers.find(({ status }) => status === 404)?.body, {
    success: false,
    message: 'Card not found',
    code: 'card_not_found',
  });
  t.same(
    await cards(),
    before.filter(({ id }) => id !== data.id),
  );
  const late = await patch<ErrorBody>(data.id, { front: 'back again' });
  t.same([late.status, late.body.code], [404, 'card_not_found']);
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
  const form = formOf(WORD);
  for (const request of [{ body: WORD }, form]) {
    const call = (method: 'POST' | 'PATCH', url: string) => teacher.raw(method, url, { ...request });
    for (const [answer, fields] of [
      [await call('POST', '/api/decks/x/cards'), ['deckId']],
      [await call('PATCH', '/api/decks/0/cards/1.5'), ['deckId', 'cardId']],
      [await call('PATCH', `/api/decks/${deck.id}/cards/-1`), ['cardId']],
    ] as const)
      t.same(
        [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})],
        [422, 'validation_failed', fields],
      );
  }
});
