import { randomUUID } from 'node:crypto';
import t from 'tap';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import type { NewCardBody } from '../../core/card/card.schema.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t, { env: { DECKS_MAX: '4' } });

const words = (count: number): NewCardBody[] =>
  Array.from({ length: count }, (_, index) => ({ front: ` word ${index}`, back: `từ ${index}` }));
const make = (account: TestAccount, title: string, cards: NewCardBody[], key: string = randomUUID()) =>
  account.unchecked('POST /api/decks/with-cards', { body: { key, title, cards } });
const undoAddition = (account: TestAccount, deckId: number, key: string) =>
  account.unchecked('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
const additions = (account: TestAccount, deckId: number) =>
  account.data('GET /api/decks/:deckId/cards/many', { params: { deckId } });
const decksOf = ({ id }: TestAccount) =>
  api.sql`select title, (select count(*)::integer from cards c where c.deck_id = d.id) as cards
    from decks d where user_id = ${id} order by id`;

t.test('MNY-11 a deck is made with its cards, once under one key, and taken back as a whole', async (t) => {
  const teacher = await api.register('teacher');
  const key = randomUUID();
  const twice = await Promise.all([
    make(teacher, ' Unit 1 ', words(3), key),
    make(teacher, 'Unit 1', words(3), key),
  ]);
  t.same(column(twice, 'status'), [201, 201]);
  const [first, second] = twice.map(({ body }) => body.data);
  t.same(first, second);
  t.match(first, { addition: { key, cards: 3, with_deck: true } });
  t.same(await decksOf(teacher), [{ title: 'Unit 1', cards: 3 }]);
  t.match(await make(teacher, 'Unit 2', words(3), key), {
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  const deckId: number = first!.deck_id;
  t.match(await additions(teacher, deckId), [{ key, with_deck: true }]);
  t.match(await undoAddition(teacher, deckId, key), { status: 200, body: { data: { with_deck: true } } });
  t.same(await decksOf(teacher), []);
  const trash = await teacher.data('GET /api/trash');
  t.match(trash, [{ id: deckId, title: 'Unit 1' }], 'it can be brought back');
});

t.test('MNY-12 nothing is made of a wrong card, a wrong title or a deck too many', async (t) => {
  const teacher = await api.register('teacher');
  t.match(await make(teacher, 'Unit 1', [...words(2), { front: 'x', back: ' ' }]), {
    status: 422,
    body: { code: 'front_back_required', errors: { 'cards.2.back': ['The back is required'] } },
  });
  t.match(await make(teacher, '  ', words(1)), { status: 422, body: { code: 'invalid_deck_data' } });
  for (let number = 0; number < 3; number++) await api.addDeck(teacher.id, 0);
  const both = await Promise.all([make(teacher, 'A', words(1)), make(teacher, 'B', words(1))]);
  t.same(both.map(({ status }) => status).sort(), [201, 422], 'of two at once the last place is for one');
  t.equal((await decksOf(teacher)).length, 4);
});

t.test('MNY-12 a student makes one where students may, of as many cards as a deck has', async (t) => {
  const student = await api.register('student');
  t.match(await make(student, 'Mine', words(1)), { status: 403, body: { code: 'own_decks_off' } });
  await api.sql`update site_settings set students_make_decks = true`;
  t.match(await make(student, 'Mine', words(STUDENT_CARDS_MAX + 1)), { body: { code: 'too_many_cards' } });
  t.same(await decksOf(student), []);
  t.equal((await make(student, 'Mine', words(STUDENT_CARDS_MAX))).status, 201);
});

t.test('MNY-13 taken back it leaves a deck that has other cards, or another owner', async (t) => {
  const teacher = await api.register('teacher');
  const key = randomUUID();
  const deckId: number = (await make(teacher, 'Unit 1', words(2), key)).body.data.deck_id;
  const more = { front: 'one more', back: 'x' };
  const params = { deckId };
  await teacher.data('POST /api/decks/:deckId/cards', { params, body: more });
  t.match(await additions(teacher, deckId), [{ key, with_deck: false }]);
  t.match(await undoAddition(teacher, deckId, key), { status: 200, body: { data: { with_deck: false } } });
  t.same(await decksOf(teacher), [{ title: 'Unit 1', cards: 1 }]);

  const late = randomUUID();
  const other: number = (await make(teacher, 'Unit 2', words(2), late)).body.data.deck_id;
  await api.sql`update card_additions set added_at = added_at - ${`${DAY_MS} milliseconds`}::interval
    where key = ${late}`;
  t.match(await undoAddition(teacher, other, late), { status: 409, body: { code: 'addition_too_old' } });
  await api.sql`update card_additions set added_at = now() where key = ${late}`;
  await api.sql`update decks set is_official = true where id = ${other}`;
  t.match(await undoAddition(teacher, other, late), { status: 409, body: { code: 'official_deck_kept' } });
  t.same((await decksOf(teacher)).at(-1), { title: 'Unit 2', cards: 2 });
});
