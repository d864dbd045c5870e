import t from 'tap';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';

const api = await startApi(t);
const [student, teacher, stranger, admin] = [
  await api.register('student'),
  await api.register('teacher'),
  await api.register('teacher'),
  await api.register('admin'),
];
const official = await api.addDeck(admin.id, 3, { official: true, title: 'Official B' });
const secondOfficial = await api.addDeck(admin.id, 2, { official: true, title: 'Official A' });
const owned = await api.addDeck(teacher.id, 4, { title: 'Mine' });
const students = await api.addDeck(student.id, 1, { title: 'Của tôi' });
const foreign = await api.addDeck(stranger.id, 1, { title: 'Theirs' });

const decks = (account: TestAccount) => account.call('GET /api/decks');
const deck = <T = { success: true; data: Deck }>(id: number | string, account?: TestAccount) =>
  api.raw<T>('GET', `/api/decks/${id}`, account && { token: account.token });

t.test('API-09 DCK-01 a deck has exactly the fields of a deck', async (t) => {
  const { status, body } = await deck(official.id, student);
  t.equal(status, 200);
  const { created_at, updated_at, ...rest } = body.data;
  for (const moment of [created_at, updated_at]) t.match(moment, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.same(rest, {
    id: official.id,
    title: 'Official B',
    description: null,
    display_back_first: false,
    lenient_typing: false,
    is_official: true,
    official_button_label: 'Official B',
    user_id: admin.id,
    card_count: 3,
    class_count: 0,
    has_settings: false,
  });
});

t.test('DCK-02 DCK-03 SL-18 saved settings are in the deck, marked, for that student alone', async (t) => {
  const other = await api.register('student');
  const settings = { new_cards_per_day: 7, max_cards_per_day: 90 };
  await other.data('POST /api/decks/:deckId/settings', { params: { deckId: official.id }, body: settings });

  t.match((await deck(official.id, other)).body.data, { has_settings: true, settings });
  t.match((await decks(other)).body.data, [
    { id: secondOfficial.id, has_settings: false },
    { id: official.id, has_settings: true, settings },
  ]);

  const { data } = (await deck(official.id, student)).body;
  t.equal(data.has_settings, false);
  t.notOk('settings' in data);
});

t.test('API-08 CX-11 the list has the official decks and the own ones, and nobody else’s', async (t) => {
  const ids = async (account: TestAccount) => (await decks(account)).body.data.map(({ id }) => id);
  const { status, body } = await decks(teacher);
  t.same([status, body.success], [200, true]);
  t.same(
    body.data.map(({ title, is_official, card_count }) => [title, is_official, card_count]),
    [
      ['Official A', true, 2],
      ['Official B', true, 3],
      ['Mine', false, 4],
    ],
    'the official ones first, each by title',
  );
  t.same(await ids(student), [secondOfficial.id, official.id, students.id]);
  t.same(await ids(stranger), [secondOfficial.id, official.id, foreign.id]);
  t.same(await ids(await api.register('student')), [secondOfficial.id, official.id]);
});

t.test('DCK-21 CX-10 a deck that is neither official nor one’s own is refused', async (t) => {
  for (const path of [`/api/decks/${owned.id}`, `/api/decks/${owned.id}/cards`])
    for (const account of [student, stranger]) {
      refused(t, await account.raw('GET', path), 'deck_not_accessible');
    }
});

t.test('DCK-19 CX-10 an official deck that is no longer official is refused, in every process', async (t) => {
  const processes = [api, await startApi(t, { databaseUrl: api.databaseUrl })];
  const passing = await api.addDeck(stranger.id, 1, { official: true });
  const call = { token: student.token, params: { deckId: passing.id } };
  const answered = async (status: number) => {
    for (const process of processes)
      await until(async () => (await process.call('GET /api/decks/:deckId', call)).status === status);
  };
  await answered(200);
  await api.sql`update decks set is_official = false where id = ${passing.id}`;
  await answered(403);
  await api.sql`delete from decks where id = ${passing.id}`;
  await answered(404);
  t.pass('each process has heard of both');
});

t.test('API-01 SL-03 an unknown deck is 404', async (t) => {
  for (const path of ['/api/decks/2147483647', '/api/decks/2147483647/cards'])
    refused(t, await student.raw('GET', path), 'deck_not_found');
});

t.test('SL-01 an id that is no id is 422 and named', async (t) => {
  for (const id of '0 -1 2147483648 99999999999999999999 1.5 1e1 0x1 abc 1%20 %00 1,2 [1]'.split(' ')) {
    const { status, body } = await student.unchecked('GET /api/decks/:deckId', { params: { deckId: id } });
    t.same([status, Object.keys(body.errors ?? {})], [422, ['deckId']], id);
  }
});

t.test('API-18 CX-12 the official decks are for everybody, with and without a token', async (t) => {
  const { status, body } = await api.call('GET /api/official-decks');
  t.equal(status, 200);
  const decks = [official, secondOfficial].map(({ id, cards }, index) => {
    const title = ['Official B', 'Official A'][index];
    return { id, title, description: null, official_button_label: title, card_count: cards.length };
  });
  t.same(body, { success: true, data: decks, total: 2 }, 'in the order in which they were made');
  t.same((await student.call('GET /api/official-decks')).body, body);
  t.same((await api.call('GET /api/official-decks', { token: 'rubbish' })).body, body);
});
