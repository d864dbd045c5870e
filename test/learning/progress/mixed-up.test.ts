import { randomUUID } from 'node:crypto';
import t from 'tap';
import { givenClassOf } from '../../exam/given-exams.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused } from '../../harness/refused.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

async function givenClass() {
  const students = [await api.register('student'), await api.register('student')] as const;
  const classId = await givenClassOf(teacher, [...students]);
  const { id: deckId, cards } = await api.addDeck(teacher.id, 4);
  await api.sql`insert into class_decks (class_id, deck_id) values (${classId}, ${deckId})`;
  return { students, classId, deckId, cards, backs: cards.map((_, index) => `back ${index + 1}`) };
}

const choose = (student: TestAccount, cardId: number, answer: string, id: string = randomUUID()) =>
  studyCalls(student).progress(
    cardId,
    { status: 0, time_spent: 3, mode: 'choice', typed: 'wrong', answer },
    { 'idempotency-key': id },
  );
const mixedUp = async (account: TestAccount, deckId: number) =>
  (await account.data('GET /api/decks/:deckId/mixed-up', { params: { deckId } })).map(
    ({ card_id, others }) => [card_id, ...column(others, 'id')],
  );
const askForClass = (classId: number, deckId: number) =>
  teacher.call('GET /api/classes/:classId/decks/:deckId/mixed-up', { params: { classId, deckId } });
const inClass = async (classId: number, deckId: number) =>
  (await askForClass(classId, deckId)).body.data.map(({ card, other, times, students }) => [
    card.id,
    other.id,
    times,
    students,
  ]);
const stored = (studentId: number) =>
  api.sql`select version, data -> ${'mistaken_for'} as other, data -> ${'typed'} as typed from events
    where student_id = ${studentId} order by position`;

t.test('PRA-18 a wrong choice says in the log which card was taken for the right one', async (t) => {
  const { students, cards, backs } = await givenClass();
  const [an] = students;
  await api.sql`update cards set back = ${backs[0]} where id = ${cards[3]}`;
  await choose(an, cards[0]!, backs[1]!);
  await choose(an, cards[0]!, backs[0]!);
  await choose(an, cards[0]!, 'of no card');
  await studyCalls(an).progress(cards[0]!, { status: 0, time_spent: 3, mode: 'typing', answer: backs[1]! });
  t.same(await stored(an.id), [
    { version: 4, other: cards[1], typed: 'wrong' },
    { version: 2, other: null, typed: 'right' },
    { version: 2, other: null, typed: 'wrong' },
    { version: 2, other: null, typed: 'wrong' },
  ]);
});

t.test('PRA-18 the same answer sent again is the same, though the other card is gone', async (t) => {
  const { students, cards, backs } = await givenClass();
  const [an] = students;
  const id = randomUUID();
  const first = await choose(an, cards[0]!, backs[1]!, id);
  await api.sql`delete from cards where id = ${cards[1]}`;
  const again = await choose(an, cards[0]!, backs[1]!, id);
  t.same([again.status, again.body], [200, first.body]);
  t.equal((await stored(an.id)).length, 1);
});

t.test('PRA-19 PRA-20 what a class mixes up is of all students, but for what they took back', async (t) => {
  const { students, classId, deckId, cards, backs } = await givenClass();
  const [an, ba] = students;
  const [one, two, three] = cards as [number, number, number];
  t.same([await mixedUp(an, deckId), await inClass(classId, deckId)], [[], []]);
  await choose(an, one, backs[2]!);
  await choose(ba, one, backs[2]!);
  await choose(ba, one, backs[1]!);
  await choose(ba, two, backs[0]!);
  await choose(ba, two, backs[0]!);
  t.same(await mixedUp(an, deckId), [
    [one, three, two],
    [two, one],
  ]);
  t.same(
    await inClass(classId, deckId),
    [
      [one, two, 3, 1],
      [one, three, 2, 2],
    ],
    'in either direction',
  );

  const taken = randomUUID();
  await choose(an, three, backs[0]!, taken);
  t.same((await mixedUp(an, deckId)).at(-1), [three, one]);
  await an.data('POST /api/reviews/:reviewId/undo', { params: { reviewId: taken } });
  t.same((await mixedUp(an, deckId)).length, 2);

  const outsider = await api.register('student');
  const other = await givenClassOf(teacher, [outsider]);
  await api.sql`insert into class_decks (class_id, deck_id) values (${other}, ${deckId})`;
  t.same(await mixedUp(outsider, deckId), [], 'of another class');
  await api.sql`delete from class_members where student_id = ${ba.id}`;
  t.same(await inClass(classId, deckId), [[one, three, 1, 1]], 'of those who are in it');
  await api.sql`delete from cards where id = ${three}`;
  t.same([await mixedUp(an, deckId), await inClass(classId, deckId)], [[], []], 'of cards that are there');
});

t.test('PRA-20 a teacher sees nothing of decks that the class does not have', async (t) => {
  const { students, classId, deckId, cards, backs } = await givenClass();
  const [an] = students;
  const own = await api.addDeck(an.id, 2);
  await choose(an, own.cards[0]!, 'back 2');
  t.same(await mixedUp(an, own.id), [[own.cards[0], own.cards[1]]]);
  refused(t, await askForClass(classId, own.id), 'deck_not_in_class', 'of a student');

  await choose(an, cards[0]!, backs[1]!);
  t.equal((await inClass(classId, deckId)).length, 1);
  await api.sql`delete from class_decks where class_id = ${classId}`;
  t.equal((await askForClass(classId, deckId)).body.code, 'deck_not_in_class', 'taken out');
});

t.test('PRA-19 PRA-20 what a card meant before counts no more', async (t) => {
  const { students, classId, deckId, cards, backs } = await givenClass();
  const [an] = students;
  const [one, two] = cards as [number, number];
  await choose(an, one, backs[1]!);
  t.same(await mixedUp(an, deckId), [[one, two]]);
  await api.sql`update cards set meaning = 2 where id = ${one}`;
  t.same([await mixedUp(an, deckId), await inClass(classId, deckId)], [[], []]);
  const now = { status: 0, time_spent: 3, mode: 'choice', answer: backs[1]!, meaning: 2 };
  await studyCalls(an).progress(one, now);
  t.same([await mixedUp(an, deckId), await inClass(classId, deckId)], [[[one, two]], [[one, two, 1, 1]]]);
});
