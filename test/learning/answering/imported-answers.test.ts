import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { cardReviewImported } from '../../../core/learning/answering/imported-answer.ts';
import { readLabelledReviews } from '../../../core/learning/memory/labelled-reviews.ts';
import { type ImportedAnswer, Scheduler } from '../../../core/learning/memory/memory.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { startApi } from '../../harness/api-harness.ts';
import { columns } from '../../harness/columns.ts';
import { sql } from '../../harness/sql.ts';
import { given, projectAll, resetProjections, review } from '../../log/given-events.ts';
import { studyCalls } from '../study-calls.ts';
import { undo } from './given-undo.ts';

const api = await startApi(t);
const { pool } = api;
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });
const [card, another] = deck.cards as [number, number];
const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

type Grade = ImportedAnswer['grade'];
const moment = (day: string, minute = 0): number => Date.parse(`${day}T03:00:00Z`) + minute * 60_000;

const imported = (
  studentId: number,
  day: string,
  grade: Grade,
  more: { minute?: number; cardId?: number } = {},
) =>
  cardReviewImported({
    studentId,
    deckId: deck.id,
    cardId: more.cardId ?? card,
    meaning: 1,
    at: moment(day, more.minute),
    grade,
    timeZone: 'Asia/Ho_Chi_Minh',
  });

/** A card as Anki asks it: two steps on the first day, then further and further apart. */
const HISTORY: [day: string, grade: Grade, minute?: number][] = [
  ['2021-05-03', 1],
  ['2021-05-03', 3, 10],
  ['2021-05-06', 3],
  ['2021-05-20', 2],
  ['2021-07-01', 1],
  ['2021-07-01', 3, 10],
  ['2021-07-09', 4],
];

const historyOf = (studentId: number): NewEvent[] =>
  HISTORY.map(([day, grade, minute = 0]) => imported(studentId, day, grade, { minute }));

const computed = (answers: ImportedAnswer[]) => {
  const scheduler = new Scheduler();
  return answers.reduce<ReturnType<Scheduler['review']>>(
    (memory, answer) => scheduler.review(memory, answer),
    null,
  )!;
};

async function schedule(studentId: number) {
  return sql(pool)`
    select card_id, introduced_day::text, anchor_day::text, due_day::text, stability, difficulty, reviews, lapses
    from review_schedule where student_id = ${studentId} order by card_id`;
}

const EXPECTED = computed(HISTORY.map(([day, grade]) => ({ grade, day: dayNumber(day) })));
const EXPECTED_ROW = {
  card_id: card,
  introduced_day: '2021-05-03',
  anchor_day: '2021-07-09',
  due_day: dayOfNumber(EXPECTED.dueDay),
  stability: EXPECTED.stability,
  difficulty: EXPECTED.difficulty,
  reviews: 5,
  lapses: 1,
};

t.test('IMF-16 imported answers make the memory that the scheduler computes from their grades', async (t) => {
  const { id } = await newStudent();
  await given(pool, historyOf(id));
  await projectAll(pool);
  t.same(await schedule(id), [EXPECTED_ROW]);
});

t.test('IMF-16 repetitions of one day are one review, and no lapse; a grade moves the next day', (t) => {
  const day = dayNumber('2021-05-03');
  const learnt = computed([{ grade: 3, day }]);
  const grades = ([1, 2, 3, 4] as const).map((grade) =>
    computed([
      { grade: 3, day },
      { grade, day: day + 3 },
    ]),
  );
  t.same(columns(grades, 'lapses', 'reviews').map(String), ['1,2', '0,2', '0,2', '0,2']);
  const days = grades.map(({ dueDay }) => dueDay);
  t.same(
    days,
    days.toSorted((a, b) => a - b),
  );
  t.ok(days[0]! < days[2]! && days[1]! < days[3]!);
  t.match(
    computed([
      { grade: 3, day },
      { grade: 1, day },
    ]),
    { lapses: 0, reviews: learnt.reviews },
  );
  t.end();
});

t.test('IMF-17 an imported answer is of no day, streak or figure; no card of it is new today', async (t) => {
  api.clock.stopAt('2026-03-10T09:00:00+07:00');
  const student = await newStudent();
  const { answer, counts, settings } = studyCalls(student);
  await given(pool, [...historyOf(student.id), imported(student.id, '2026-03-10', 3, { cardId: another })]);
  await projectAll(pool);
  for (const table of ['deck_stats', 'study_clocks', 'recall_days']) {
    const { rows } = await pool.query(`select from ${table} where student_id = $1`, [student.id]);
    t.equal(rows.length, 0, table);
  }
  t.match(await student.data('GET /api/activity'), { streak: { days: 0 } });
  await settings(deck.id, { new_cards_per_day: 1, max_cards_per_day: 50 });
  t.match(await counts(deck.id), { newCardsToday: 1, reviewCardsToday: 1 });
  const today = await student.data('GET /api/today');
  t.match(today.decks, [{ deck_id: deck.id, due: 1, new: 1 }], 'the deck is one of today');
  await answer(deck.cards[2]!, { card_type: 'new' });
  await projectAll(pool);
  t.match(await counts(deck.id), { newCardsToday: 0, reviewCardsToday: 1 });
});

t.test('IMF-17 what was answered here since comes after it; taking that back leaves the rest', async (t) => {
  const { id } = await newStudent();
  const [first, ...others] = historyOf(id);
  const here = review(id, { deck_id: deck.id, card_id: card, day: '2026-03-01', card_type: 'review' });
  await given(pool, [first!, here]);
  await projectAll(pool);
  const before = await schedule(id);
  await given(pool, others);
  await projectAll(pool);
  t.same(await schedule(id), before, 'an older answer of elsewhere changes nothing');
  await given(pool, [undo(id, here)]);
  await projectAll(pool);
  t.same(await schedule(id), [EXPECTED_ROW]);
});

t.test('IMF-17 live, batch by batch, equals a rebuild', async (t) => {
  const { id } = await newStudent();
  for (const event of [
    ...historyOf(id),
    review(id, { deck_id: deck.id, card_id: card, day: '2026-03-02' }),
  ]) {
    await given(pool, [event]);
    await projectAll(pool);
  }
  const live = await schedule(id);
  await resetProjections(pool);
  await projectAll(pool);
  t.same(await schedule(id), live);
});

t.test('IMF-17 the history of a card says how many answers came along; its days follow', async (t) => {
  const student = await newStudent();
  await given(pool, [
    ...historyOf(student.id),
    review(student.id, { deck_id: deck.id, card_id: card, day: '2026-03-01', card_type: 'review' }),
  ]);
  await projectAll(pool);
  const data = await student.data('GET /api/cards/:cardId/history', { params: { cardId: card } });
  const [row] = await schedule(student.id);
  t.match(data, {
    total: 1,
    imported: { answers: HISTORY.length, since: '2021-05-03' },
    answers: [{ next_day: row.due_day }],
  });
});

t.test('IMF-17 weights are fitted to imported answers as well', async (t) => {
  const { id } = await newStudent();
  await given(pool, historyOf(id));
  const client = await pool.connect();
  const { reviews } = await readLabelledReviews(
    client,
    eventRegister,
    { studentId: id },
    { limit: 100, includesOwnFitted: true },
  );
  client.release();
  t.same(
    reviews.map(({ history, index }) => history.answers[index]),
    HISTORY.filter(([day, , minute], index) => index > 0 && !minute && day > '2021-05-03').map(
      ([day, grade]) => ({ grade, day: dayNumber(day) }),
    ),
  );
});
