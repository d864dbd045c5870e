import t from 'tap';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { shareWith } from './shared-decks.ts';

const api = await startApi(t);
const [teacher, stranger, student] = [
  await api.register('teacher'),
  await api.register('teacher'),
  await api.register('student'),
];

const create = (body: object, account = teacher) => account.unchecked('POST /api/decks', { body });
const patch = (id: number, body: object, account = teacher) =>
  account.call('PATCH /api/decks/:deckId', { params: { deckId: id }, body });
const remove = (id: number, account = teacher) =>
  account.call('DELETE /api/decks/:deckId', { params: { deckId: id } });
const read = (id: number, account = teacher) =>
  account.call('GET /api/decks/:deckId', { params: { deckId: id } });
const decksOf = ({ id }: TestAccount) => api.sql`select * from decks where user_id = ${id} order by id`;

t.test('API-10 DCK-05 a new deck is answered whole, and listed', async (t) => {
  const { status, body } = await create({
    title: ' Động từ ',
    description: ' Những từ khó ',
    display_back_first: true,
  });
  t.equal(status, 201);
  const { id, created_at, updated_at, ...rest } = body.data;
  t.ok(id > 0 && created_at === updated_at);
  t.same(rest, {
    title: 'Động từ',
    description: 'Những từ khó',
    display_back_first: true,
    lenient_typing: false,
    is_official: false,
    official_button_label: null,
    user_id: teacher.id,
    card_count: 0,
    class_count: 0,
    has_settings: false,
  });
  t.same((await read(id)).body, body);
  t.same(await teacher.data('GET /api/decks'), [body.data]);
});

t.test('API-10 DCK-09 a deck needs no more than a title; a blank description is none', async (t) => {
  for (const more of [{}, { description: null }, { description: ' \n ' }]) {
    const { status, body } = await create({ title: 'Words', ...more });
    t.same([status, body.data.description, body.data.display_back_first], [201, null, false]);
  }
});

t.test('DCK-18 a title and a description may be of any subject and script', async (t) => {
  for (const title of ['Định lý: a² + b² = c²', '日本語の文法', '👩🏽‍🚀 Astronomy', '<b>HTML</b> & co']) {
    const { status, body } = await create({ title, description: title });
    t.same([status, body.data.title, body.data.description], [201, title, title]);
  }
});

const [COMPOSED, DECOMPOSED] = ['ế'.normalize('NFC'), 'ế'.normalize('NFD')];

t.test('DCK-08 SL-01 a title has 1 to 50 letters, however Vietnamese ones are composed', async (t) => {
  const before = await decksOf(teacher);
  for (const title of ['', ' \t\n', COMPOSED.repeat(51), DECOMPOSED.repeat(51), '👩🏽‍🚀'.repeat(51)]) {
    const { status, body } = await create({ title });
    t.same([status, body.code, Object.keys(body.errors)], [422, 'invalid_deck_data', ['title']]);
  }
  t.same(await decksOf(teacher), before, 'nothing is made');
  for (const letter of [COMPOSED, DECOMPOSED, '👩🏽‍🚀']) {
    const { status, body } = await create({ title: ` ${letter.repeat(50)} ` });
    t.same([status, body.data.title], [201, letter.normalize('NFC').repeat(50)], 'exactly 50 are taken');
  }
});

t.test('DCK-09 SL-01 a description has at most 100 letters, however they are composed', async (t) => {
  for (const letter of [COMPOSED, DECOMPOSED]) {
    const answer = await create({ title: 'Words', description: letter.repeat(101) });
    refused(t, answer, 'invalid_deck_data', '', {
      errors: { description: ['The description may have at most 100 characters'] },
    });
    const { status, body } = await create({ title: 'Words', description: letter.repeat(100) });
    t.same([status, body.data.description], [201, COMPOSED.repeat(100)]);
  }
  t.match(await create({ title: ' ', description: 'x'.repeat(101) }), {
    status: 422,
    body: { errors: { title: ['The title is required'], description: [String] } },
  });
});

t.test('API-10 SL-03 nobody makes an official deck, or another’s, by saying so', async (t) => {
  const { body } = await create({
    title: 'Mine',
    is_official: true,
    official_button_label: 'Start',
    user_id: stranger.id,
    id: 1,
  });
  t.match(body.data, { is_official: false, official_button_label: null, user_id: teacher.id });
  t.not(body.data.id, 1);
});

t.test('API-11 a change leaves alone what it does not mention', async (t) => {
  const { id } = (
    await create({ title: 'A', description: 'B', display_back_first: true, lenient_typing: true })
  ).body.data;
  const changed = async (changes: object) => {
    const { status, body } = await patch(id, changes);
    t.equal(status, 200);
    t.same((await read(id)).body, body, 'it is answered as it now is');
    return [body.data.title, body.data.description, body.data.display_back_first];
  };
  t.same(await changed({ title: ' C ' }), ['C', 'B', true]);
  t.same(await changed({ description: ' D ' }), ['C', 'D', true]);
  t.same(await changed({ display_back_first: false }), ['C', 'D', false]);
  t.same(await changed({ description: '  ' }), ['C', null, false]);
  t.same(await changed({ title: 'E', description: 'F', display_back_first: true }), ['E', 'F', true]);
  t.same(await changed({ description: null, is_official: true, user_id: stranger.id }), ['E', null, true]);
  t.match((await read(id)).body.data, { is_official: false, user_id: teacher.id });
});

t.test('VOI-01 a deck keeps its sides’ languages, also in a copy, until they are taken back', async (t) => {
  const { id } = (await create({ title: 'A', front_language: 'ja', back_language: 'none' })).body.data;
  const languages = async (deckId: number) => {
    const { front_language, back_language } = (await read(deckId)).body.data;
    return [front_language, back_language];
  };
  t.same(await languages(id), ['ja', 'none']);
  const copied = await teacher.data('POST /api/decks/:deckId/copy', { params: { deckId: id } });
  t.same(await languages(copied.id), ['ja', 'none']);
  await patch(id, { title: 'B' });
  t.same(await languages(id), ['ja', 'none'], 'a change that does not mention them');
  await patch(id, { front_language: null });
  t.same(await languages(id), [undefined, 'none']);
  t.equal((await patch(id, { front_language: 'xx' })).status, 422);
});

t.test('API-11 a change of nothing changes nothing, not even when it was changed last', async (t) => {
  const { body } = await create({ title: 'A', description: 'B' });
  const { status, body: answer } = await patch(body.data.id, {});
  t.same([status, answer], [200, body]);
  t.same((await patch(body.data.id, { title: ' A ' })).body, body);
  const later = (await patch(body.data.id, { title: 'B' })).body.data;
  t.ok(later.updated_at > body.data.updated_at);
});

t.test('DCK-08 DCK-09 SL-01 a change to what a deck may not be is refused whole', async (t) => {
  const { body } = await create({ title: 'A', description: 'B' });
  for (const [changes, code, fields] of [
    [{ title: '  ' }, 'invalid_deck_data', ['title']],
    [{ title: DECOMPOSED.repeat(51), description: 'C' }, 'invalid_deck_data', ['title']],
    [{ title: 'C', description: 'x'.repeat(101) }, 'invalid_deck_data', ['description']],
    [{ title: null }, 'validation_failed', ['title']],
  ] as const) {
    const { status, body: answer } = await patch(body.data.id, changes);
    t.same([status, answer.code, Object.keys(answer.errors)], [422, code, fields]);
  }
  t.same((await read(body.data.id)).body, body);
});

t.test('API-12 SL-64 a deleted deck goes with its cards, its settings and places in classes', async (t) => {
  const deck = await api.addDeck(teacher.id, 3);
  const kept = await api.addDeck(teacher.id, 1);
  const { rows } = await api.pool.query(
    `with made as (insert into classes (teacher_id, name) values ($1, '10A'), ($1, '10B') returning id)
     insert into class_decks (class_id, deck_id) select made.id, d from made, unnest($2::integer[]) d returning class_id`,
    [teacher.id, [deck.id, kept.id]],
  );
  await api.pool.query(
    'insert into deck_settings (partition, student_id, deck_id, new_cards_per_day, max_cards_per_day) values (partition_of($1), $1, $2, 1, 10)',
    [student.id, deck.id],
  );
  t.equal((await read(deck.id)).body.data.class_count, 2);

  const { status, body } = await remove(deck.id);
  t.same([status, body], [200, { success: true }]);
  const left = async (table: string, id: number) =>
    (await api.pool.query(`select from ${table} where deck_id = $1`, [id])).rowCount;
  for (const table of ['cards', 'deck_settings', 'class_decks'])
    t.equal(await left(table, deck.id), 0, table);
  t.same([await left('cards', kept.id), await left('class_decks', kept.id)], [1, 2], 'another deck stays');
  t.equal((await api.sql`select from classes where id = any (${column(rows, 'class_id')})`).length, 2);
  await until(async () => (await read(deck.id)).status === 404);
});

t.test('API-11 API-12 of two that delete a deck at once the second hears that it is gone', async (t) => {
  const deck = await api.addDeck(teacher.id, 2);
  const answers = await Promise.all([remove(deck.id), remove(deck.id), remove(deck.id)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  refused(t, answers.find(({ status }) => status === 404)!, 'deck_not_found');
  t.match(await patch(deck.id, { title: 'Back' }), coded(404, 'deck_not_found'));
});

t.test('API-12 CX-26 an official deck is kept', async (t) => {
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  refused(t, await remove(deck.id), 'official_deck_kept');
  t.equal((await read(deck.id)).body.data.card_count, 2);
});

t.test('TAB-19 an own deck has tags, which nobody else is sent', async (t) => {
  const [owner, colleague] = [await api.register('teacher'), await api.register('teacher')];
  const data = await owner.data('POST /api/decks', {
    body: { title: 'Unit 1', tags: [' Lớp  10 ', 'lớp 10', 'anh'] },
  });
  t.same(data.tags, ['Lớp 10', 'anh']);
  const params = { deckId: data.id };
  await shareWith(owner, params.deckId, colleague, 'edit');
  const seen = async (account: typeof owner) =>
    (await account.data('GET /api/decks/:deckId', { params })).tags;
  t.same([await seen(owner), await seen(colleague)], [['Lớp 10', 'anh'], undefined]);
  const change = (tags: string[]) => owner.call('PATCH /api/decks/:deckId', { params, body: { tags } });
  const { status, body: refused } = await change(['ế'.repeat(41)]);
  t.same([status, (refused as unknown as { code: string }).code], [422, 'tag_too_long']);
  t.same((await change([])).body.data.tags, undefined);
});
