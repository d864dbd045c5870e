import fc from 'fast-check';
import t from 'tap';
import type { CardSet } from '../../../core/learning/learning.schema.ts';
import { answersOf, examBody, givenClassOf, givenExam } from '../../exam/given-exams.ts';
import { startApi, type TestAccount, type TestDeck } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const DAY_MS = 86_400_000;
const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

const today = (account: TestAccount) => account.data('GET /api/today');

async function todaysSet(account: TestAccount, limit = 100): Promise<CardSet> {
  const { status, body } = await account.call('GET /api/today/cards', { query: { limit } });
  t.equal(status, 200);
  return body;
}

const giveDeck = (classId: number, deckId: number) =>
  api.pool.query('insert into class_decks (class_id, deck_id) values ($1, $2)', [classId, deckId]);

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('TDY-01 today begins empty, and an official deck is of today once it is begun', async (t) => {
  const deck = await api.addDeck(teacher.id, 30, { official: true, title: 'Begun' });
  await api.addDeck(teacher.id, 30, { official: true, title: 'Not begun' });
  const student = await newStudent();
  const none = { due: 0, new: 0, minutes: 0, studied: 0, decks: [], exams: [], next: null };
  t.same(await today(student), { day: '2026-03-10', ...none });
  t.same(await todaysSet(student), { success: true, data: [], session_completed: false, day: '2026-03-10' });

  await studyCalls(student).answer(deck.cards[0]!, { time_spent: 12 });
  t.same(await today(student), {
    ...none,
    day: '2026-03-10',
    new: 19,
    // Twelve seconds each, as the one so far.
    minutes: 4,
    studied: 1,
    decks: [{ deck_id: deck.id, title: 'Begun', due: 0, new: 19 }],
  });
});

t.test('TDY-01 the decks of a class are of today at once, and no longer after leaving it', async (t) => {
  const student = await newStudent();
  const classId = await givenClassOf(teacher, [student]);
  const deck = await api.addDeck(teacher.id, 5);
  await giveDeck(classId, deck.id);
  // Nobody's speed is known: ten seconds a card.
  t.match(await today(student), { new: 5, minutes: 1, decks: [{ deck_id: deck.id, new: 5 }] });
  await studyCalls(student).answer(deck.cards[0]!);
  await student.data('POST /api/classes/:classId/leave', { params: { classId } });
  t.match(await today(student), { new: 0, decks: [] });
  t.same((await todaysSet(student)).data, []);
});

t.test('TDY-02 due cards come first, those due longest before others, then new ones in turn', async (t) => {
  const [a, b] = [
    await api.addDeck(teacher.id, 4, { official: true, title: 'A' }),
    await api.addDeck(teacher.id, 4, { official: true, title: 'B' }),
  ];
  const student = await newStudent();
  const calls = studyCalls(student);
  for (const card of [b.cards[0]!, a.cards[1]!]) {
    await calls.answer(card);
    api.clock.advance(DAY_MS);
  }
  api.clock.advance(5 * DAY_MS);
  const { data, session_completed } = await todaysSet(student);
  const expected = [
    b.cards[0],
    a.cards[1],
    a.cards[0],
    b.cards[1],
    a.cards[2],
    b.cards[2],
    a.cards[3],
    b.cards[3],
  ];
  t.same(column(data, 'id'), expected);
  t.equal(session_completed, false);
  t.same(data[0]?.deck, { id: b.id, title: 'B', display_back_first: false });
  const few = await todaysSet(student, 3);
  t.same(column(few.data, 'id'), expected.slice(0, 3));
});

t.test("TDY-03 when nothing is left, the next day is told: new limits, then the next card's", async (t) => {
  const deck = await api.addDeck(teacher.id, 3, { official: true });
  const student = await newStudent();
  const calls = studyCalls(student);
  await calls.settings(deck.id, { new_cards_per_day: 2, max_cards_per_day: 20 });
  await calls.answer(deck.cards[0]!);
  await calls.answer(deck.cards[1]!);
  t.match(await today(student), { new: 0, due: 0, minutes: 0, next: { day: '2026-03-11', cards: 1 } });
  t.equal((await todaysSet(student)).session_completed, true);
  await calls.settings(deck.id, { new_cards_per_day: 3, max_cards_per_day: 30 });
  await calls.answer(deck.cards[2]!);
  t.match(await today(student), { next: { day: '2026-03-12', cards: 3 } });
  await api.pool.query('delete from cards where id = any ($1)', [deck.cards.slice(1)]);
  t.match(await today(student), { next: { day: '2026-03-12', cards: 1 } });
});

t.test('TDY-04 exams that are open are of today, running ones first, until they are handed in', async (t) => {
  const student = await newStudent();
  const classes = [await givenClassOf(teacher, [student]), await givenClassOf(teacher, [student])];
  const give = (title: string, is_hidden = false) =>
    givenExam(teacher, classes, examBody('AB', { title, is_hidden }));
  const [first, second] = [await give('First'), await give('Second')];
  await give('Hidden', true);
  const titles = async () => (await today(student)).exams.map(({ title }) => title);
  t.same(await titles(), ['Second', 'First']);
  const call = { token: student.token, params: { examId: first.id } };
  await api.call('GET /api/exams/:examId', call);
  const { exams } = await today(student);
  t.match(exams[0], { id: first.id, title: 'First', duration_minutes: 30, question_count: 2 });
  t.ok(Date.parse(exams[0]!.deadline_at!) > 0);
  t.same(exams[1], {
    id: second.id,
    title: 'Second',
    duration_minutes: 30,
    question_count: 2,
    deadline_at: null,
  });
  await api.call('POST /api/exams/:examId/submit', { ...call, body: { answers: answersOf(first, 'AB') } });
  t.same(await titles(), ['Second']);
});

const CARDS = 6;
const DECKS = 3;
type Step =
  | { do: 'answer'; deck: number; card: number; status: 0 | 1 | 2; first: 0 | 1 | 2 }
  | { do: 'wait'; days: number }
  | { do: 'settings'; deck: number; news: number; more: number }
  | { do: 'delete'; deck: number; card: number };

const status = fc.constantFrom<0 | 1 | 2>(0, 1, 2, 2, 2);
const deckPlace = fc.nat(DECKS - 1);
const card = fc.nat(CARDS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      deck: deckPlace,
      card,
      status,
      first: status,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      deck: deckPlace,
      news: fc.nat(1),
      more: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), deck: deckPlace, card }) },
);

t.test("TDY-01 TDY-02 today's sums are those of the decks' counts, whatever a student does", async (t) => {
  const follow = async (steps: Step[]) => {
    api.clock.stopAt('2026-03-10T09:00:00+07:00');
    const student = await newStudent();
    const calls = studyCalls(student);
    const decks: TestDeck[] = [];
    const classId = await givenClassOf(teacher, [student]);
    for (let index = 0; index < DECKS; index++) decks.push(await api.addDeck(teacher.id, CARDS));
    for (const { id } of decks) await giveDeck(classId, id);

    for (const next of steps) {
      if (next.do === 'wait') api.clock.advance(next.days * DAY_MS);
      else {
        const deck = decks[next.deck]!;
        if (next.do === 'settings')
          await calls.settings(deck.id, {
            new_cards_per_day: next.news,
            max_cards_per_day: next.news * 10 + next.more,
          });
        else if (next.do === 'delete') {
          await api.pool.query('delete from cards where id = $1', [deck.cards[next.card]]);
        } else {
          await calls.progress(deck.cards[next.card]!, {
            status: next.status,
            first_status: next.first,
            time_spent: 3,
          });
          await api.project();
        }
      }
      const [now, { data, day }] = [await today(student), await todaysSet(student)];
      const counts = await Promise.all(decks.map(({ id }) => calls.counts(id)));
      const byDeck = decks.map(({ id }) => now.decks.find(({ deck_id }) => deck_id === id));
      t.same(
        byDeck.map((deck) => [deck?.due, deck?.new]),
        counts.map(({ reviewCardsToday, newCardsToday }) => [reviewCardsToday, newCardsToday]),
      );
      t.same([now.day, day], [counts[0]!.day, counts[0]!.day]);
      const reviews = data.filter(({ progresses }) => progresses.length > 0);
      t.same([reviews.length, data.length - reviews.length], [now.due, now.new]);
      t.same(
        column(data, 'id').slice(0, reviews.length),
        column(
          reviews.toSorted((a, b) => a.progresses[0]!.due_day.localeCompare(b.progresses[0]!.due_day)),
          'id',
        ),
      );
      for (const { id, reviewCardsToday, newCardsToday } of counts.map((each, index) => ({
        ...each,
        ...decks[index]!,
      })))
        t.equal(data.filter(({ deck_id }) => deck_id === id).length, reviewCardsToday + newCardsToday);
      t.equal(now.next === null, now.due + now.new > 0 || (await isOver(student)));
    }
  };
  /** Nothing is ever due again: no deck has a card left, or none may be studied. */
  async function isOver(student: TestAccount): Promise<boolean> {
    const at = api.clock.now();
    api.clock.advance(400 * DAY_MS);
    const { due, new: unseen } = await today(student);
    api.clock.stopAt(new Date(at).toISOString());
    return due + unseen === 0;
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), follow), {
    numRuns: 8,
    endOnFailure: true,
  });
});

t.test('LRN-45 API-43 SL-33 SL-35 SL-36 counts and cards/set agree whatever a student does', async (t) => {
  const deck = await api.addDeck(teacher.id, CARDS, { official: true });
  const follow = async (steps: Step[]) => {
    api.clock.stopAt('2026-03-10T09:00:00+07:00');
    const student = studyCalls(await newStudent());
    let settings = { new_cards_per_day: 20, max_cards_per_day: 200 };
    const learnt = new Set<number>();
    let studied = new Set<number>();

    for (const next of steps) {
      if (next.do === 'answer') {
        await student.answer(deck.cards[next.card]!, { status: next.status, first_status: next.first });
        studied.add(next.card);
        if (next.status === 2) learnt.add(next.card);
      } else if (next.do === 'wait') {
        api.clock.advance(next.days * DAY_MS);
        studied = new Set();
      } else if (next.do === 'settings') {
        settings = { new_cards_per_day: next.news, max_cards_per_day: next.news * 10 + next.more };
        await student.settings(deck.id, settings);
      } else continue;

      const counts = await student.counts(deck.id);
      const { status, body } = await student.set(deck.id, '?limit=100');
      t.same(counts.settings, settings);
      const room = Math.max(0, settings.max_cards_per_day - studied.size);
      if (status === 422) {
        t.equal(body.code, 'daily_limit_reached');
        t.same([counts.newCardsToday, counts.reviewCardsToday, room], [0, 0, 0]);
        continue;
      }
      t.same([status, body.day], [200, counts.day]);
      const reviews = body.data.filter(({ progresses }) => progresses.length > 0);
      t.same(
        [body.data.length - reviews.length, reviews.length],
        [counts.newCardsToday, counts.reviewCardsToday],
      );
      t.ok(body.data.length <= room, 'within the maximum');
      t.equal(new Set(body.data.map(({ id }) => id)).size, body.data.length, 'no card twice');
      t.ok(reviews.every(({ id }) => learnt.has(deck.cards.indexOf(id))));
      t.ok(reviews.every(({ progresses }) => progresses[0]!.due_day <= body.day));
      if (body.session_completed) t.same([body.data.length, studied.size > 0], [0, true]);
      t.equal((await student.stats(deck.id)).cards_studied, learnt.size);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), follow), {
    numRuns: 12,
    endOnFailure: true,
  });
});

t.test('TDY-01 SL-125 new cards are counted right in decks of which cards were deleted', async (t) => {
  // More than are looked at one by one.
  const SIZE = 70;
  const deck = await api.addDeck(teacher.id, SIZE, { official: true, title: 'Long' });
  const student = await newStudent();
  const calls = studyCalls(student);
  await student.data('POST /api/decks/:deckId/settings', {
    params: { deckId: deck.id },
    body: { new_cards_per_day: 100, max_cards_per_day: 1_000 },
  });
  const met = [...deck.cards.slice(0, 5), ...deck.cards.slice(12)];
  for (const card of met) await calls.answer(card);
  t.match(await today(student), { new: 7, due: 0, studied: met.length });
  const remove = (cardId: number | undefined) =>
    teacher.call('DELETE /api/decks/:deckId/cards/:cardId', { params: { deckId: deck.id, cardId: cardId! } });
  for (const card of [deck.cards[0], deck.cards[SIZE - 1], deck.cards[6]]) await remove(card);
  t.match(await today(student), { new: 6, due: 0 });
  for (const place of [5, 7, 8, 9, 10, 11]) await remove(deck.cards[place]);
  t.match(await today(student), { new: 0, due: 0 }, 'what was deleted is not new, and hides nothing');
});
