import { randomUUID } from 'node:crypto';
import t from 'tap';
import { seenCard } from '../../../core/card/seen-card.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const owner = await api.register('teacher');

/** A deck of which a student has learnt all cards today. */
async function learnt(cards: number) {
  const student = await api.register();
  const deck = await api.addDeck(owner.id, cards, { official: true });
  for (const cardId of deck.cards) await answer(student, cardId, { card_type: 'new' });
  await api.project();
  return { student, deckId: deck.id, cards: deck.cards };
}
async function answer(account: TestAccount, cardId: number, more: object = {}): Promise<string> {
  const id = randomUUID();
  const body = { status: 2, time_spent: 3, ...more };
  const { status } = await studyCalls(account).progress(cardId, body, { 'idempotency-key': id });
  if (status !== 200) throw new Error(String(status));
  return id;
}
const setOf = async (student: TestAccount, deckId: number) =>
  (await studyCalls(student).set(deckId)).body.data;
const schedule = (student: TestAccount) =>
  api.sql<Record<string, unknown>>`select *, xmin::text from review_schedule
    where student_id = ${student.id} order by card_id`;
const left = async (student: TestAccount, deckId: number) => {
  const { counts, stats } = studyCalls(student);
  const { cards_studied, review_schedule } = await stats(deckId);
  return {
    new: (await counts(deckId)).newCardsToday,
    studied: cards_studied,
    toCome: review_schedule.reduce((sum, day) => sum + day.card_count, 0),
    todayNew: (await student.data('GET /api/today')).new,
    todaysSet: (await student.data('GET /api/today/cards', { query: { limit: 20 } })).length,
  };
};
const patch = async (deckId: number, cardId: number, body: object): Promise<void> => {
  const { status } = await owner.raw('PATCH', `/api/decks/${deckId}/cards/${cardId}`, { body });
  if (status !== 200) throw new Error(String(status));
};
const editAll = async (deckId: number, back: string, change: 'wording' | 'meaning') => {
  const cards = await owner.data('GET /api/decks/:deckId/cards/table', { params: { deckId } });
  const key = randomUUID();
  const edit = {
    act: 'texts' as const,
    change,
    cards: cards.map((card) => ({ id: card.id, seen: seenCard(card), back })),
  };
  await owner.data('POST /api/decks/:deckId/cards/edits', { params: { deckId }, body: { key, edit } });
  return key;
};

t.test('VER-07 another wording moves nothing: no row of a schedule is written', async (t) => {
  const { student, deckId, cards } = await learnt(3);
  const before = await schedule(student);
  await editAll(deckId, 'in other words', 'wording');
  await patch(deckId, cards[0]!, { front: 'another front' });
  await patch(deckId, cards[0]!, { definition: 'of no side', change: 'meaning' });
  await api.project();
  t.same(await schedule(student), before);
  t.same(await setOf(student, deckId), []);
  t.same(await left(student, deckId), { new: 0, studied: 3, toCome: 3, todayNew: 0, todaysSet: 0 });
});

t.test('VER-08 VER-09 after another meaning a card is new to students and its memory anew', async (t) => {
  const { student, deckId, cards } = await learnt(3);
  const before = await schedule(student);
  await patch(deckId, cards[1]!, { back: 'something else', change: 'meaning' });
  t.same(await schedule(student), before, 'no row is written for a learner');
  t.same(await left(student, deckId), { new: 1, studied: 2, toCome: 2, todayNew: 1, todaysSet: 1 });
  const [card] = await setOf(student, deckId);
  t.match(card, { id: cards[1], back: 'something else', progresses: [], meaning: 2 });

  await answer(student, cards[1]!, { meaning: card!.meaning!, card_type: 'new', first_status: 0, tries: 3 });
  await api.project();
  const after = await schedule(student);
  t.match(after[1], { meaning: 2, reviews: 1, lapses: 0 });
  t.same(after[0], before[0]);
  t.same(await left(student, deckId), { new: 0, studied: 3, toCome: 3, todayNew: 0, todaysSet: 0 });
  const rows = await api.sql`select version, data -> 'meaning' as meaning from events
    where student_id = ${student.id} order by position`;
  t.same(rows.slice(-1), [{ version: 3, meaning: 2 }]);
  t.ok(rows.slice(0, 3).every(({ version }) => version === 1));
});

t.test('VER-09 an answer to what the card meant before does not count for what it means now', async (t) => {
  const { student, deckId, cards } = await learnt(1);
  const [cardId] = cards as [number];
  const shown = Date.now();
  await patch(deckId, cardId, { back: 'something else', change: 'meaning' });
  await answer(student, cardId, { meaning: 1, card_type: 'review' });
  await api.project();
  t.match(await schedule(student), [{ meaning: 1, reviews: 2 }]);
  t.equal((await left(student, deckId)).new, 1, 'it is new as before');
  const undone = await answer(student, cardId, { card_type: 'new' });
  await api.project();
  t.match(await schedule(student), [{ meaning: 2, reviews: 1 }], 'who says nothing means the card of now');
  await answer(student, cardId, { meaning: 1, answered_at: shown - 60_000 });
  await api.project();
  t.match(await schedule(student), [{ meaning: 2, reviews: 1 }], 'it came late');
  await answer(student, cardId, { meaning: 2_000_000_000 });
  await api.project();
  const [row] = await schedule(student);
  t.match(row, { meaning: 2, reviews: 2 }, 'nobody answers what the card does not mean yet');
  await student.raw('POST', `/api/reviews/${undone}/undo`);
  await api.project();
  t.match(await schedule(student), [{ meaning: 2, reviews: 1 }]);
});

t.test('VER-10 undone, or brought back, a card means what it did, and its students go on', async (t) => {
  const { student, deckId, cards } = await learnt(2);
  const before = await schedule(student);
  const key = await editAll(deckId, 'something else', 'meaning');
  t.equal((await left(student, deckId)).new, 2);
  await answer(student, cards[0]!, { meaning: 2, card_type: 'new' });
  await owner.data('DELETE /api/decks/:deckId/cards/edits/:key', { params: { deckId, key } });
  await api.project();
  t.same((await left(student, deckId)).new, 1, 'of the other one nothing was answered');
  t.same((await schedule(student))[1], before[1]);
  await answer(student, cards[0]!, { card_type: 'new' });
  await api.project();
  t.same(await left(student, deckId), { new: 0, studied: 2, toCome: 2, todayNew: 0, todaysSet: 0 });

  await patch(deckId, cards[1]!, { back: 'a third', change: 'meaning' });
  const rows = await api.sql<{ meaning: number }>`select meaning from cards where id = ${cards[1]}`;
  t.same(rows, [{ meaning: 4 }], 'a number that was never any other meaning');
  t.equal((await left(student, deckId)).new, 1);
  await owner.data('POST /api/decks/:deckId/cards/:cardId/versions/:version', {
    params: { deckId, cardId: cards[1]!, version: 3 },
    body: { seen: 4 },
  });
  t.equal((await left(student, deckId)).new, 0);
});
