import t from 'tap';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);
const [student, admin] = [await api.register(), await api.register('admin')];

const cards = (deckId: number, search?: string) =>
  student.data('GET /api/decks/:deckId/cards', { params: { deckId }, query: { search } });
/** An official deck with these fronts, and which of them a search finds. */
async function findIn(...given: string[]) {
  const deck = await api.addDeck(
    admin.id,
    given.map((front) => ({ front, back: '-' })),
    { official: true },
  );
  return async (search: string) => column(await cards(deck.id, search), 'front');
}

const WORD = {
  front: 'to remember',
  back: 'nhớ',
  example_sentence: 'I remember that winter.',
  definition: 'to keep in mind',
  part_of_speech: 'verb',
  level: 'A2',
  audio_file: '/storage/cards/x.mp3',
};

const NO_PICTURES = { front_picture: null, back_picture: null, further_files: null };

t.test('API-13 CRD-01 a card has exactly the fields of a card, null where it has no text', async (t) => {
  const deck = await api.addDeck(admin.id, [WORD, { front: 'only', back: 'chỉ' }], { official: true });
  const [id, other] = deck.cards;
  const nothing = Object.fromEntries(Object.keys(WORD).map((field) => [field, null]));
  t.same(await cards(deck.id), [
    { id, deck_id: deck.id, ...WORD, ...NO_PICTURES },
    { ...nothing, id: other, deck_id: deck.id, front: 'only', back: 'chỉ', ...NO_PICTURES },
  ]);
});

t.test('API-13 the cards of a deck come in deck order, part by part where that is asked for', async (t) => {
  const deck = await api.addDeck(admin.id, 220, { official: true });
  await api.pool.query('update cards set ordinal = 1000 - ordinal where deck_id = $1', [deck.id]);
  const inOrder = deck.cards.toReversed();
  const part = async (query: string) => {
    const path = `/api/decks/${deck.id}/cards${query}`;
    const { body } = await student.raw<{ data: Card[]; total: number }>('GET', path);
    t.equal(body.total, query.includes('nothing') ? 0 : 220, query);
    return body.data.map(({ id }) => id);
  };
  t.same(await part(''), inOrder);
  t.same(await part('?limit=100'), inOrder.slice(0, 100));
  t.same(await part('?offset=100&limit=100'), inOrder.slice(100, 200));
  t.same(await part('?offset=200&search=front'), inOrder.slice(200));
  t.same(await part('?offset=7&limit=3'), inOrder.slice(7, 10));
  t.same(await part('?offset=220'), []);
  t.same(await cards((await api.addDeck(admin.id, 0, { official: true })).id), []);
  t.same(await part('?offset=220&search=nothing'), []);
  for (const query of ['limit=2001', 'limit=0', 'offset=-1', 'offset=1.5', 'limit=x'])
    t.equal((await student.raw('GET', `/api/decks/${deck.id}/cards?${query}`)).status, 422, query);
});

t.test('CRD-11 search looks in front, back, example and definition, in whatever case', async (t) => {
  const deck = await api.addDeck(admin.id, [WORD, { front: 'other', back: 'khác', level: 'B1' }], {
    official: true,
  });
  const hits = async (search: string) => (await cards(deck.id, search)).map(({ front }) => front);
  for (const text of ['remember', 'NHỚ', 'That Winter', 'keep in', '  nhớ  '])
    t.same(await hits(text), ['to remember'], text);
  t.same(await hits('r'), ['to remember', 'other'], 'in deck order');
  t.same(await hits('B1'), [], 'the level is not searched');
  t.same(await hits('nothing of this'), []);
});

t.test('CRD-12 blank text searches for nothing: all cards', async (t) => {
  const deck = await api.addDeck(admin.id, 3, { official: true });
  for (const text of ['', ' ', '\t\n ']) t.equal((await cards(deck.id, text)).length, 3);
});

t.test('CRD-11 no sign has a meaning of its own in a search: %, _, backslash, quote', async (t) => {
  const whole = [`it's`, '{a,b}', '.*', 'a+b', '($1)', 'snake_case', '50%'];
  const hits = await findIn(...whole, 'back\\slash', 'a%b', '100', 'snakeXcase');
  t.same(await hits('%'), ['50%', 'a%b']);
  t.same(await hits('_'), ['snake_case']);
  t.same(await hits('\\'), ['back\\slash']);
  for (const none of ['\\\\', '%%', '\\%']) t.same(await hits(none), [], none);
  for (const text of whole) t.same(await hits(text), [text]);
});

t.test('CRD-11 a text of two fields is no text: a search does not run on from one to the next', async (t) => {
  const deck = await api.addDeck(admin.id, [{ front: 'sun', back: 'flower' }], { official: true });
  for (const text of ['sunflower', 'sun flower']) t.same(await cards(deck.id, text), [], text);
});

t.test('CRD-11 Vietnamese is found however its letters are composed in the search', async (t) => {
  const hits = await findIn('Tiếng Việt', 'Tiếng Anh');
  t.same(await hits('tiếng việt'.normalize('NFD')), ['Tiếng Việt']);
  t.same(await hits('TIẾNG'), ['Tiếng Việt', 'Tiếng Anh']);
});

t.test('CRD-11 SL-73 accents count only where typed, those of đ and of either case too', async (t) => {
  const hits = await findIn('quả táo đỏ', 'QUA CẦU', 'quá đà', 'đường', 'duong', 'café', 'ЁЖ');
  t.same(await hits('qua'), ['quả táo đỏ', 'QUA CẦU', 'quá đà']);
  t.same(await hits('quả'), ['quả táo đỏ'], 'not those without it, nor with another one');
  t.same(await hits('QUẢ TAO DO'), ['quả táo đỏ'], 'each letter for itself');
  t.same(await hits('cau'), ['QUA CẦU']);
  t.same(await hits('câu'), ['QUA CẦU'], 'a tone that is not typed is none that is asked for');
  t.same(await hits('cậu'), []);
  t.same(await hits('duong'), ['đường', 'duong']);
  t.same(await hits('Đuong'), ['đường'], 'the stroke of a đ is an accent');
  t.same(await hits('dương'), ['đường']);
  t.same(await hits('cafe'), ['café']);
  t.same(await hits('ёж'), ['ЁЖ'], 'other scripts in either case');
  t.same(await hits('o'.repeat(200)), []);
});

t.test('CRD-11 a search of more than 200 characters, or two of them, is 422', async (t) => {
  const deck = await api.addDeck(admin.id, 1, { official: true });
  for (const query of [`search=${'x'.repeat(201)}`, 'search=a&search=b', 'search=%00']) {
    const { status, body } = await student.raw('GET', `/api/decks/${deck.id}/cards?${query}`);
    t.same([status, Object.keys(body.errors ?? {})], [422, ['search']], query.slice(0, 30));
  }
  t.equal((await cards(deck.id, '👩‍🏫'.repeat(20))).length, 0);
});

t.test('EMP-05 a card is found by what it shows, and by what was typed', async (t) => {
  const deck = await api.addDeck(
    admin.id,
    [
      { front: 'the **big** dog', back: '{漢字|かんじ}を' },
      { front: 'a // b', back: 'x {a|b}' },
    ],
    { official: true },
  );
  const [marked, other] = deck.cards;
  for (const [search, found] of [
    ['big dog', [marked]],
    ['**big**', [marked]],
    ['漢字を', [marked]],
    ['かんじ', [marked]],
    ['a // b', [other]],
    ['dog big', []],
  ] as const)
    t.same(column(await cards(deck.id, search), 'id'), found, search);
});
