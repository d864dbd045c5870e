import t, { type Test } from 'tap';
import { startApi, type TestAccount, type TestApi, type TestDeck } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { classCalls, enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const teachers = classCalls(teacher);

/** What a student does with a deck, all of which needs access to it. */
const uses = async ({ token }: TestAccount, deck: TestDeck, of: TestApi = api) => [
  await of.call('GET /api/decks/:deckId', { params: { deckId: deck.id }, token }),
  await of.call('GET /api/decks/:deckId/cards', { params: { deckId: deck.id }, token }),
  await of.unchecked('GET /api/decks/:deckId/cards/set', { params: { deckId: deck.id }, token }),
  await of.call('GET /api/decks/:deckId/counts', { params: { deckId: deck.id }, token }),
  await of.call('GET /api/decks/:deckId/stats', { params: { deckId: deck.id }, token }),
  await of.call('POST /api/decks/:deckId/settings', {
    params: { deckId: deck.id },
    token,
    body: { new_cards_per_day: 1, max_cards_per_day: 10 },
  }),
  await of.raw('POST', `/api/cards/${deck.cards[0]}/progress`, { token, body: { status: 2, time_spent: 1 } }),
];

const isListed = async (student: TestAccount, deckId: number): Promise<boolean> => {
  const data = await student.data('GET /api/decks');
  return data.some(({ id }) => id === deckId);
};

const recent = async (student: TestAccount): Promise<number | undefined> =>
  (await student.data('GET /api/recent-deck'))?.id;

async function mayStudy(t: Test, student: TestAccount, deck: TestDeck): Promise<void> {
  t.same(new Set((await uses(student, deck)).map(({ status }) => status)), new Set([200]), 'may study');
  await api.project();
  t.same([await isListed(student, deck.id), await recent(student)], [true, deck.id]);
}

async function mayNotStudy(t: Test, student: TestAccount, deck: TestDeck): Promise<void> {
  for (const answer of await uses(student, deck)) refused(t, answer, 'deck_not_accessible');
  t.same([await isListed(student, deck.id), await recent(student)], [false, undefined]);
}

/** What is kept in memory is as old as the news of a change is on its way. */
const noMoreAccess = (student: TestAccount, deckId: number, of = api) =>
  until(async () => {
    const { status } = await student.as({ api: of }).call('GET /api/decks/:deckId', { params: { deckId } });
    return status === 403;
  });

const start = async () => {
  const [student, deck] = [await api.register(), await api.addDeck(teacher.id, 2)];
  const [calls, id] = [classCalls(student), await newClass(teacher, deck.id)];
  const enter = () => enrol(teacher, id, student);
  return { student, calls, deck, id, enter };
};

t.test('CX-10 CX-11 DCK-21 a class’s deck opens to a student from the approval on, not before', async (t) => {
  const { student, calls, deck, id } = await start();
  await mayNotStudy(t, student, deck);
  await calls.join(id);
  await mayNotStudy(t, student, deck);
  await teachers.approve(id, student.id);
  await mayStudy(t, student, deck);
});

t.test('CX-10 CX-11 who has left, was rejected or taken out may no longer study its deck', async (t) => {
  const { student, calls, deck, id, enter } = await start();
  await calls.join(id);
  await teachers.reject(id, student.id);
  await mayNotStudy(t, student, deck);
  for (const end of [() => calls.leave(id), () => teachers.removeStudent(id, student.id)]) {
    await enter();
    await mayStudy(t, student, deck);
    await end();
    await noMoreAccess(student, deck.id);
    await mayNotStudy(t, student, deck);
  }
});

t.test('CX-10 SL-19 a deck is open while the class has it, and every deck of it is', async (t) => {
  const { student, deck, id, enter } = await start();
  await enter();
  const second = await api.addDeck(teacher.id, 1);
  await mayNotStudy(t, student, second);
  await teachers.addDeck(id, second.id);
  await mayStudy(t, student, deck);
  await mayStudy(t, student, second);
  await teachers.removeDeck(id, second.id);
  await noMoreAccess(student, second.id);
  for (const answer of await uses(student, second)) refused(t, answer, 'deck_not_accessible');
  t.equal(await recent(student), deck.id, 'the one before is the recent deck again');
  await teachers.remove(id);
  await noMoreAccess(student, deck.id);
  await mayNotStudy(t, student, deck);
});

t.test('CX-10 a deck of two classes stays open to who leaves one of them', async (t) => {
  const { student, calls, deck, enter } = await start();
  const second = await newClass(teacher, deck.id, { students: [student] });
  await enter();
  await calls.leave(second);
  await mayStudy(t, student, deck);
});

t.test('CX-10 another process lets in at once who was approved, and soon out who has left', async (t) => {
  const other = await startApi(t, { databaseUrl: api.databaseUrl });
  const { student, calls, deck, id } = await start();
  await calls.join(id);
  for (const answer of await uses(student, deck, other)) refused(t, answer, 'deck_not_accessible');
  await teachers.approve(id, student.id);
  t.same(new Set((await uses(student, deck, other)).map(({ status }) => status)), new Set([200]));
  await calls.leave(id);
  await noMoreAccess(student, deck.id, other);
  for (const answer of await uses(student, deck, other)) refused(t, answer, 'deck_not_accessible');
});

t.test('CX-11 a class’s deck is for its students to study, not to change', async (t) => {
  const { student, deck, enter } = await start();
  await enter();
  refused(
    t,
    await student.call('DELETE /api/decks/:deckId', { params: { deckId: deck.id } }),
    'deck_not_owned',
  );
});
