import t from 'tap';
import type { ClassWay } from '../../core/deck/deck.schema.ts';
import { actsOf, as, givenTaughtClass } from '../colleague/taught-classes.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { enrol, newClass } from './class-calls.ts';

const api = await startApi(t);

const LIMITS = { new_cards_per_day: 20, max_cards_per_day: 200 };
const TYPING = { way: 'typing', is_required: true } as const;
const CHOICE = { way: 'choice', is_required: false } as const;

const start = async () => {
  const world = await givenTaughtClass(api);
  const { owner, student, classId, deck } = world;
  const said = (class_way: ClassWay | null, account: TestAccount = owner, ofClass = classId) =>
    as(account)(
      'PATCH /api/classes/:classId/decks/:deckId',
      { classId: ofClass, deckId: deck.id },
      { body: { class_way } },
    );
  const ofStudent = as(student);
  return {
    ...world,
    said,
    ofStudent,
    held: async () => (await ofStudent('GET /api/decks/:deckId/counts', { deckId: deck.id })).data.settings,
    chosen: async (way?: string) => {
      const body = { ...LIMITS, ...(way && { way }) };
      return (await ofStudent('POST /api/decks/:deckId/settings', { deckId: deck.id }, { body })).data;
    },
  };
};

t.test('PRA-13 any teacher of a class says how it practises a deck, and the book tells it', async (t) => {
  const { owner, colleague, student, classId, deck, said } = await start();
  const answer = await said(TYPING, colleague);
  t.match(answer, { status: 200, data: { id: deck.id, class_way: TYPING } });
  await said(TYPING, owner);
  const { data } = await as(owner)('GET /api/classes/:classId', { classId }, { query: '?include=decks' });
  t.same(data.decks[0].class_way, TYPING);
  t.equal((await said(null)).data.class_way, undefined);
  t.same((await actsOf(api, classId)).slice(-2), ['class.deck_way_set', 'class.deck_way_set'], 'once');
  t.equal((await said(TYPING, await api.register('teacher'))).code, 'class_not_accessible');
  t.equal((await said(TYPING, student)).status, 403);
  const other = await api.addDeck(owner.id, 1);
  const call = 'PATCH /api/classes/:classId/decks/:deckId';
  const refusal = async (deckId: number, class_way: object) =>
    (await as(owner)(call, { classId, deckId }, { body: { class_way } })).code;
  t.equal(await refusal(other.id, TYPING), 'deck_not_in_class');
  t.equal(await refusal(deck.id, { way: 'game', is_required: true }), 'validation_failed');
  await as(owner)('POST /api/classes/:classId/archive', { classId });
  t.equal((await said(TYPING)).code, 'class_archived');
});

t.test('PRA-14 SL-252 SL-254 the own choice stands over a suggestion, not over a requirement', async (t) => {
  const { student, deck, ofStudent, said, held, chosen } = await start();
  t.same(await held(), LIMITS);
  await said(CHOICE);
  t.match(await held(), { ...LIMITS, way: 'choice', class_way: CHOICE });
  await chosen();
  t.equal((await held()).way, 'choice', 'limits alone are no choice of a way');
  const kept = await api.sql`select way from deck_settings where student_id = ${student.id}`;
  t.same(kept, [{ way: null }], 'as settings were kept before classes had ways');
  t.equal((await chosen('turning')).way, undefined, 'turning is a choice too');
  t.same((await held()).way, undefined);
  t.match(await chosen('dictation'), { way: 'dictation', class_way: CHOICE });
  await said(TYPING);
  t.match(await held(), { way: 'typing', class_way: TYPING });
  const body = { status: 2, time_spent: 1, card_type: 'new', answer: 'back 1', mode: 'choice' };
  const late = await ofStudent('POST /api/cards/:cardId/progress', { cardId: deck.cards[0]! }, { body });
  t.equal(late.status, 200, 'an answer in another way is refused by nobody');
  const logged = await api.sql`select data->>'mode' as mode from events where student_id = ${student.id}`;
  t.same(logged, [{ mode: 'choice' }], 'the log says how it was asked');
  t.equal((await chosen('choice')).way, 'typing', 'kept for when the requirement ends');
  await said(null);
  t.same(await held(), { ...LIMITS, way: 'choice' });
});

t.test('PRA-15 of several classes a requirement comes first, then the newest word', async (t) => {
  const { owner, student, classId, deck, said, held } = await start();
  const second = await newClass(owner, deck.id, { name: '10B', students: [student] });
  const third = await newClass(owner, deck.id, { name: '10C' });
  await said({ way: 'dictation', is_required: true }, owner, third);
  await said({ way: 'turning', is_required: false });
  await said(CHOICE, owner, second);
  t.match(await held(), { way: 'choice', class_way: { class_name: '10B' } }, 'the newest, of own classes');
  await said(TYPING);
  await said({ way: 'dictation', is_required: false }, owner, second);
  t.match((await held()).way, 'typing');
  await enrol(owner, third, student);
  t.match(await held(), { way: 'typing' }, 'said later than the other requirement');
  await as(owner)('POST /api/classes/:classId/archive', { classId });
  t.match(await held(), { way: 'dictation', class_way: { class_name: '10C', is_required: true } });
});

t.test('PRA-16 SL-253 over all decks of today each card comes in the way of its deck', async (t) => {
  const { owner, classId, deck, said, ofStudent } = await start();
  const plain = await api.addDeck(owner.id, 1);
  await as(owner)('POST /api/classes/:classId/decks', { classId }, { body: { deck_id: plain.id } });
  await said(TYPING);
  const ways = async () => {
    const { data } = await ofStudent('GET /api/today/cards');
    const found = data.map((card: { deck: { id: number; way?: string; class_way?: ClassWay } }) => [
      card.deck.id,
      card.deck.way,
      card.deck.class_way?.is_required,
    ]);
    return new Set(found.map(String));
  };
  t.strictSame(await ways(), new Set([`${deck.id},typing,true`, `${plain.id},,`]));
  await said(CHOICE);
  t.strictSame(await ways(), new Set([`${deck.id},choice,false`, `${plain.id},,`]), 'the next cards');
});

t.test('PRA-13 a copy of a class practises as the class does', async (t) => {
  const { colleague, classId, said } = await start();
  await said(TYPING);
  const mine = as(colleague);
  const copied = await mine('POST /api/classes/:classId/copy', { classId }, { body: { name: '11A' } });
  const { data } = await mine(
    'GET /api/classes/:classId',
    { classId: copied.data.id },
    { query: '?include=decks' },
  );
  t.same(data.decks[0].class_way, TYPING);
});
