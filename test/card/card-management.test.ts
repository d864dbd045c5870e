import t from 'tap';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { startApi } from '../harness/api-harness.ts';
import { fileOf, formOf, MP3 } from './card-form.ts';

const api = await startApi(t);
const [admin, teacher] = [await api.register('admin'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, [
  { front: 'apple', back: 'quả táo', example_sentence: 'An apple a day' },
  { front: 'pear', back: 'quả lê' },
  { front: '100%', back: 'all of it' },
]);

type Found = { data: Card[]; total: number };
const search = (query: string) => admin.raw<Found>('GET', `/api/admin/decks/${deck.id}/cards${query}`);
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
  for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=x'])
    t.equal((await admin.raw('GET', `/api/admin/decks/${deck.id}/cards${query}`)).status, 422, query);
  t.match(await admin.call('GET /api/admin/decks/:deckId/cards', { params: { deckId: 999 } }), {
    body: { code: 'deck_not_found' },
  });
});

t.test('ADM-19 every text of a card is changed; front and back are required', async (t) => {
  const [id] = deck.cards;
  const change = (body: object) => admin.raw<{ data: Card }>('PATCH', `/api/admin/cards/${id}`, { body });
  const texts = {
    front: 'apples',
    back: 'những quả táo',
    example_sentence: 'Apples a day',
    definition: 'fruits',
    part_of_speech: 'noun',
    level: 'A2',
  };
  t.match(await change(texts), { status: 200, body: { data: { id, deck_id: deck.id, ...texts } } });
  for (const side of ['front', 'back'])
    t.match(await change({ [side]: ' ' }), { status: 422, body: { code: 'front_back_required' } });
  t.match((await change({ level: '' })).body.data, { ...texts, level: null });
  const form = formOf({ front: 'apple', audio_file: fileOf(MP3) });
  const heard = await admin.raw<{ data: Card }>('PATCH', `/api/admin/cards/${id}`, { ...form });
  t.match(heard.body.data.audio_file, /^\/storage\/cards\//);
  t.match(await admin.call('PATCH /api/admin/cards/:cardId', { params: { cardId: 999 }, body: {} }), {
    status: 404,
    body: { code: 'card_not_found' },
  });
});

t.test('ADM-18 a card of anybody’s deck is deleted, once', async (t) => {
  const path = `/api/admin/cards/${deck.cards[1]}`;
  t.equal((await admin.raw('DELETE', path)).status, 200);
  t.match(await admin.raw('DELETE', path), { status: 404, body: { code: 'card_not_found' } });
  t.equal((await search('')).body.total, 2);
});
