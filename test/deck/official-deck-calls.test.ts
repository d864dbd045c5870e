import t from 'tap';
import type { ManagedDeck } from '../../core/deck/deck.schema.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const student = await api.register('student');

const call = <T = { data: ManagedDeck }>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => admin.raw<T>(method, `/api/admin/${path}`, { ...(body && { body }) });
const officialIds = async () => (await api.call('GET /api/official-decks')).body.data.map(({ id }) => id);

t.test('ADM-06 ADM-15 every deck is listed with owner and counts, official ones first', async (t) => {
  const plain = await api.addDeck(teacher.id, 2, { title: 'A plain one' });
  const official = await api.addDeck(admin.id, 1, { title: 'Z official', official: true });
  const { body } = await call<{ data: ManagedDeck[] }>('GET', 'decks');
  t.match(body.data, [
    { id: official.id, is_official: true, card_count: 1, class_count: 0 },
    { id: plain.id, is_official: false, card_count: 2, owner: { id: teacher.id, name: 'Cô Hoa' } },
  ]);
  const only = async (kind: boolean) =>
    column((await call<{ data: ManagedDeck[] }>('GET', `decks?official=${kind}`)).body.data, 'id');
  t.same([await only(true), await only(false)], [[official.id], [plain.id]]);
});

t.test('ADM-07 DCK-19 anybody’s deck becomes official, with a label of 50 letters or none', async (t) => {
  const deck = await api.addDeck(teacher.id, 1);
  t.equal((await student.call('GET /api/decks/:deckId', { params: { deckId: deck.id } })).status, 403);
  const long = { deck_id: deck.id, official_button_label: 'ế'.repeat(51) };
  t.match(await call('POST', 'official-decks', long), {
    status: 422,
    body: { code: 'invalid_official_label', errors: { official_button_label: [/label/] } },
  });
  const body = { deck_id: deck.id, official_button_label: ' Học ngay ' };
  t.match(await call('POST', 'official-decks', body), {
    status: 201,
    body: { data: { id: deck.id, is_official: true, official_button_label: 'Học ngay' } },
  });
  t.ok((await officialIds()).includes(deck.id));
  await student.data('GET /api/decks/:deckId', { params: { deckId: deck.id } });
  t.match(await call('POST', 'official-decks', body), coded(409, 'deck_already_official'));
  t.match(await call('POST', 'official-decks', { ...body, deck_id: 999 }), { status: 404 });
});

t.test('ADM-08 an official deck’s label, title and description are changed', async (t) => {
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const path = `official-decks/${deck.id}`;
  const texts = { official_button_label: 'Go', title: 'New title', description: 'What' };
  t.match(await call('PATCH', path, texts), { status: 200, body: { data: texts } });
  const blank = await call('PATCH', path, { description: '' });
  t.match(blank.body.data, { title: 'New title', description: null });
  t.match(await call('PATCH', path, { title: ' ' }), {
    status: 422,
    body: { errors: { title: [/required/] } },
  });
  t.match(await call('PATCH', path, { official_button_label: ' ' }), {
    status: 200,
    body: { data: { official_button_label: null } },
  });
  const plain = await api.addDeck(teacher.id, 1);
  t.match(await call('PATCH', `official-decks/${plain.id}`, { title: 'x' }), coded(409, 'deck_not_official'));
});

t.test('ADM-13 DCK-19 taking the mark away keeps the deck, deleting removes it', async (t) => {
  const deck = await api.addDeck(teacher.id, 3, { official: true });
  t.equal((await call('DELETE', `official-decks/${deck.id}`)).status, 200);
  t.notOk((await officialIds()).includes(deck.id));
  t.match((await teacher.call('GET /api/decks/:deckId', { params: { deckId: deck.id } })).body, {
    data: { card_count: 3 },
  });
  t.match(await call('DELETE', `official-decks/${deck.id}`), { status: 409 });

  const official = await api.addDeck(admin.id, 1, { official: true });
  t.equal((await call('DELETE', `decks/${official.id}`)).status, 200);
  t.match(await call('DELETE', `decks/${official.id}`), coded(404, 'deck_not_found'));
});

t.test('ADM-20 SL-64 any deck is deleted, with its cards, and leaves its classes', async (t) => {
  const deck = await api.addDeck(teacher.id, 2);
  const classId = await newClass(teacher, deck.id);
  t.equal((await call('DELETE', `decks/${deck.id}`)).status, 200);
  const whole = { params: { classId }, query: { include: 'decks' } } as const;
  t.same((await teacher.data('GET /api/classes/:classId', whole)).decks, []);
  t.same(await api.sql`select from cards where deck_id = ${deck.id}`, []);
});
