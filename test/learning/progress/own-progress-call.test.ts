import { randomUUID } from 'node:crypto';
import t from 'tap';
import { HISTORY_MAX } from '../../../core/learning/learning-limits.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { given } from '../../log/given-events.ts';
import { weightsSet } from '../answering/given-undo.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const student = async () => studyCalls(await api.register());

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('API-17 CHT-01 CHT-02 of a deck not studied yet everything is zero', async (t) => {
  const deck = await api.addDeck(teacher.id, 5, { official: true });
  t.same(await (await student()).stats(deck.id), {
    deck_id: deck.id,
    cards_studied: 0,
    cards_known: 0,
    total_cards: 5,
    completion_percentage: 0,
    today_stats: { cards_studied: 0, time_spent: 0 },
    review_schedule: [],
    overdue: 0,
  });
  const empty = await api.addDeck(teacher.id, 0, { official: true });
  t.match(await (await student()).stats(empty.id), { total_cards: 0, completion_percentage: 0 });
});

t.test('CHT-01 stats say what was studied today, how long, and each card’s next review once', async (t) => {
  const deck = await api.addDeck(teacher.id, 6, { official: true });
  const { answer, stats } = await student();
  const [a, b, c] = deck.cards;
  await answer(a!, { time_spent: 7 });
  await answer(b!, { time_spent: 8 });
  await answer(c!, { time_spent: 9, first_status: 0, tries: 2 });
  await answer(c!, { time_spent: 1 });
  t.same(await stats(deck.id), {
    deck_id: deck.id,
    cards_studied: 3,
    cards_known: 0,
    total_cards: 6,
    completion_percentage: 50,
    today_stats: { cards_studied: 3, time_spent: 25 },
    review_schedule: [
      { days_from_now: 1, card_count: 1 },
      { days_from_now: 2, card_count: 2 },
    ],
    overdue: 0,
  });
});

t.test('CHT-01 SL-91 a card is known once a week or more lies between its reviews', async (t) => {
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  const { answer, stats } = await student();
  const [a, b] = deck.cards;
  for (const day of ['10', '12', '20']) {
    api.clock.stopAt(`2026-03-${day}T09:00:00+07:00`);
    await answer(a!);
  }
  await answer(b!);
  const { cards_studied, cards_known, review_schedule } = await stats(deck.id);
  t.same([cards_studied, cards_known], [2, 1]);
  t.ok((review_schedule.at(-1)?.days_from_now ?? 0) >= 7, 'as its next review says');
});

t.test('SL-30 what is overdue counts with day 0, and apart', async (t) => {
  const deck = await api.addDeck(teacher.id, 4, { official: true });
  const { answer, stats } = await student();
  const [a, b, c, d] = deck.cards;
  await answer(a!, { first_status: 0 }); // Due on the 11th.
  await answer(b!); // On the 12th.
  await answer(c!); // On the 12th.
  api.clock.stopAt('2026-03-11T09:00:00+07:00');
  await answer(d!); // On the 13th.
  api.clock.stopAt('2026-03-12T09:00:00+07:00');
  t.match(await stats(deck.id), {
    today_stats: { cards_studied: 0, time_spent: 0 },
    review_schedule: [
      { days_from_now: 0, card_count: 3 },
      { days_from_now: 1, card_count: 1 },
    ],
    overdue: 1,
  });
  api.clock.stopAt('2026-04-20T09:00:00+07:00');
  t.match(await stats(deck.id), { review_schedule: [{ days_from_now: 0, card_count: 4 }], overdue: 4 });
});

t.test('SL-31 what was answered yesterday and arrives today is yesterday’s', async (t) => {
  const deck = await api.addDeck(teacher.id, 2, { official: true });
  const { answer, stats } = await student();
  await answer(deck.cards[0]!, { answered_at: Date.parse('2026-03-10T03:59:59+07:00') });
  t.match(await stats(deck.id), { cards_studied: 1, today_stats: { cards_studied: 0, time_spent: 0 } });
  await answer(deck.cards[1]!, { answered_at: Date.parse('2026-03-10T04:00:00+07:00') });
  t.match(await stats(deck.id), { cards_studied: 2, today_stats: { cards_studied: 1, time_spent: 5 } });
});

t.test('CHT-01 the percentage is rounded, and 100 is all', async (t) => {
  const deck = await api.addDeck(teacher.id, 3, { official: true });
  const { answer, stats } = await student();
  for (const [index, percentage] of [33, 67, 100].entries()) {
    await answer(deck.cards[index]!);
    t.equal((await stats(deck.id)).completion_percentage, percentage);
  }
});

t.test('CHT-01 deleted cards and other decks do not count', async (t) => {
  const [deck, other] = [
    await api.addDeck(teacher.id, 3, { official: true }),
    await api.addDeck(teacher.id, 3, { official: true }),
  ];
  const { answer, stats } = await student();
  for (const card of [deck.cards[0]!, deck.cards[1]!, other.cards[0]!]) await answer(card);
  await api.pool.query('delete from cards where id = $1', [deck.cards[0]]);
  t.match(await stats(deck.id), {
    cards_studied: 1,
    total_cards: 2,
    completion_percentage: 50,
    review_schedule: [{ days_from_now: 2, card_count: 1 }],
  });
  t.match(await stats(other.id), { cards_studied: 1, total_cards: 3 });
});

const at = (day: string, time = '09:00') => Date.parse(`${day}T${time}:00+07:00`);
const activity = (account: TestAccount) => account.data('GET /api/activity');

/** Twelve weeks up to 2026-03-10, of which the last has these figures. */
const weeks = (asked = 0, recalled = 0) => [
  ...Array.from({ length: 11 }, (_, week) => ({
    from: dayOfNumber(dayNumber('2025-12-17') + 7 * week),
    asked: 0,
    recalled: 0,
  })),
  { from: '2026-03-04', asked, recalled },
];

t.test('ACT-01 who has not begun sees an empty year', async (t) => {
  t.same(await activity(await api.register()), {
    today: '2026-03-10',
    studied_today: { cards: 0, seconds: 0 },
    days: [],
    streak: { days: 0, since: null, forgiven: 0, forgivable: 2, longest: 0 },
    retention: { asked: 0, recalled: 0, aim: 0.9 },
    recall_weeks: weeks(),
  });
});

t.test('SL-31 ACT-01 days, streak and retention are of the study days, over all decks', async (t) => {
  const one = await api.addDeck(teacher.id, 4, { official: true });
  const student = await api.register();
  const { answer } = studyCalls(student);
  const give = (card: number, day: string, known: boolean, time_spent: number) =>
    answer(card, {
      card_type: 'review',
      answered_at: at(day),
      time_spent,
      ...(!known && { status: 0, first_status: 0 }),
    });
  await give(one.cards[0]!, '2026-03-07', true, 4);
  await give(one.cards[1]!, '2026-03-09', false, 5);
  await give(one.cards[1]!, '2026-03-09', true, 6);
  await answer(one.cards[2]!, { card_type: 'new', answered_at: at('2026-03-10', '03:30'), time_spent: 7 });
  t.same(await activity(student), {
    today: '2026-03-10',
    studied_today: { cards: 0, seconds: 0 },
    days: [
      { day: '2026-03-07', cards: 1, seconds: 4 },
      { day: '2026-03-09', cards: 2, seconds: 18 },
    ],
    streak: { days: 2, since: '2026-03-07', forgiven: 1, forgivable: 1, longest: 2 },
    retention: { asked: 3, recalled: 2, aim: 0.9 },
    recall_weeks: weeks(3, 2),
  });

  await t.test('of every deck, also when it is gone', async (t) => {
    await answer(one.cards[3]!, { time_spent: 8, card_type: 'new' });
    await api.sql`delete from decks where id = ${one.id}`;
    t.match(await activity(student), {
      studied_today: { cards: 1, seconds: 8 },
      days: { length: 3 },
      streak: { days: 3, forgiven: 1 },
    });
  });
});

t.test('ACT-01 an answer that was taken back counts for nothing', async (t) => {
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const student = await api.register();
  const id = randomUUID();
  const { progress } = studyCalls(student);
  await progress(deck.cards[0]!, { status: 0, time_spent: 5 }, { 'idempotency-key': id });
  await api.project();
  t.match(await activity(student), { streak: { days: 1 }, retention: { asked: 1, recalled: 0 } });
  await student.data('POST /api/reviews/:reviewId/undo', { params: { reviewId: id } });
  await api.project();
  t.match(await activity(student), { days: [], streak: { days: 0 }, retention: { asked: 0 } });
});

t.test('ACT-01 a year and thirty days are looked at, the longest streak is of all time', async (t) => {
  const student = await api.register();
  await api.sql`insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
    select partition_of(${student.id}::integer), ${student.id}, 1, day, '{1,2}', 2, 60, now()
    from unnest(${['2024-01-01', '2024-01-02', '2025-03-10', '2025-03-11', '2026-03-10']}::date[]) day`;
  await api.sql`insert into recall_days (student_id, day, asked, recalled, partition)
    select student_id, day::date, asked, recalled, partition_of(student_id) from (values (${student.id}::integer, '2026-02-08', 10, 1), (${student.id}, '2026-02-09', 10, 9), (${student.id}, '2026-03-10', 5, 3)) r (student_id, day, asked, recalled)`;
  const found = await activity(student);
  t.same(column(found.days, 'day'), ['2025-03-11', '2026-03-10']);
  t.match(found, { streak: { days: 1, longest: 2 }, retention: { asked: 15, recalled: 12 } });
});

t.test('ACT-09 recall is counted in weeks of seven days up to today, twelve of them', async (t) => {
  const student = await api.register();
  const other = await api.register();
  await api.sql`insert into recall_days (student_id, day, asked, recalled, partition)
    select student_id, day::date, asked, recalled, partition_of(student_id) from (values
    (${student.id}::integer, '2025-12-16', 9, 1), (${student.id}, '2025-12-17', 10, 9), (${student.id}, '2025-12-23', 4, 3),
    (${student.id}, '2025-12-24', 7, 7), (${student.id}, '2026-03-03', 6, 2), (${student.id}, '2026-03-04', 5, 4),
    (${student.id}, '2026-03-10', 5, 3), (${student.id}, '2026-03-11', 8, 8), (${other.id}, '2026-03-10', 50, 50)) r (student_id, day, asked, recalled)`;
  const { recall_weeks: found } = await activity(student);
  t.equal(found.length, 12);
  t.same(
    found.filter(({ asked }) => asked > 0),
    [
      { from: '2025-12-17', asked: 14, recalled: 12 },
      { from: '2025-12-24', asked: 7, recalled: 7 },
      { from: '2026-02-25', asked: 6, recalled: 2 },
      { from: '2026-03-04', asked: 10, recalled: 7 },
    ],
  );
});

const deck = await api.addDeck(teacher.id, 3, { official: true });
const [card, another] = deck.cards as [number, number];
const DAY_MS = 86_400_000;

const history = (account: TestAccount, cardId = card) =>
  account.data('GET /api/cards/:cardId/history', { params: { cardId } });

/** The day that the projection has for the card. */
async function dueDay(studentId: number): Promise<string | undefined> {
  const rows = await api.sql<{ day: string }>`select due_day::text as day from review_schedule
    where student_id = ${studentId} and card_id = ${card}`;
  return rows[0]?.day;
}

t.test('MYC-06 MYC-07 each answer is told with the day that the projection had for it', async (t) => {
  const student = await api.register();
  const { answer } = studyCalls(student);
  t.same(await history(student), { answers: [], total: 0, imported: null });
  const days: (string | undefined)[] = [];
  const answered = async (body: object) => {
    await answer(card, body);
    days.unshift(await dueDay(student.id));
    api.clock.advance(20 * DAY_MS);
  };
  await answered({ status: 2, first_status: 0, tries: 3, card_type: 'new' });
  await answered({ status: 2, mode: 'choice', asked: 'back', typed: 'right' });
  await given(api.pool, [weightsSet(student.id, { 0: 0.9, 2: 5.5 })]);
  await answered({ status: 0, mode: 'session' });
  await answer(another);
  const told = await history(student);
  t.equal(told.total, 3, 'and nothing of another card');
  t.same(column(told.answers, 'next_day'), days);
  const answered_at = (day: string) => `${day}T02:00:00.000Z`;
  t.match(told.answers, [
    { answered_at: answered_at('2026-04-19'), day: '2026-04-19', rating: 0, mode: 'session', asked: 'front' },
    { answered_at: answered_at('2026-03-30'), rating: 2, mode: 'choice', asked: 'back', typed: 'right' },
    {
      answered_at: answered_at('2026-03-10'),
      rating: 2,
      first_status: 0,
      tries: 3,
      mode: null,
      asked: null,
      typed: null,
    },
  ]);
});

t.test('MYC-06 MYC-07 an answer is there before it is projected, gone once it is taken back', async (t) => {
  const student = await api.register();
  const { answer, progress } = studyCalls(student);
  await answer(card);
  const before = await history(student);
  api.clock.advance(3 * DAY_MS);
  const review = randomUUID();
  await progress(card, { status: 0, time_spent: 1 }, { 'Idempotency-Key': review });
  t.match(await history(student), { total: 2, answers: [{ rating: 0 }, { rating: 2 }] });
  await student.data('POST /api/reviews/:reviewId/undo', { params: { reviewId: review } });
  t.same(await history(student), before);
  t.same(await history(await api.register()), { answers: [], total: 0, imported: null }, 'one’s own alone');
});

t.test('MYC-06 the newest answers of very many are told, and how many there are', async (t) => {
  const student = await api.register();
  const { answer } = studyCalls(student);
  await answer(card);
  const older = HISTORY_MAX + 3;
  await api.sql`with first as (select * from events where partition = partition_of(${student.id}::integer)
    and student_id = ${student.id}),
    more as (
    insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
    select partition, head + n, gen_random_uuid(), student_id, type, version, data, data_hash,
    occurred_at + make_interval(mins => n), recorded_at
    from first join log_partitions p using (partition), generate_series(1, ${older}::integer) n)
    update log_partitions p set head = head + ${older} from first where p.partition = first.partition`;
  const { answers, total } = await history(student);
  t.equal(total, older + 1);
  t.equal(answers.length, HISTORY_MAX);
  t.equal(Date.parse(answers[0]!.answered_at), Date.parse('2026-03-10T02:00:00Z') + older * 60_000);
});
