import fc from 'fast-check';
import t from 'tap';
import { cardReviewImported } from '../../core/learning/answering/imported-answer.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { invalid, refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { claimFreely, review } from '../log/given-events.ts';
import { classCalls, enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
await claimFreely(api.pool);
const teacher = await api.register('teacher');
const teachers = classCalls(teacher);
const deck = await api.addDeck(teacher.id, 6);
const second = await api.addDeck(teacher.id, 4);
const outside = await api.addDeck(teacher.id, 4, { official: true });
const appender = new Appender(api.pool);

/** Answers of a student to cards of a deck: how many on each day, of so many seconds each. */
async function studied(
  { id }: TestAccount,
  { id: deck_id, cards }: { id: number; cards: number[] },
  days: Record<string, number>,
  time_spent = 5,
): Promise<void> {
  const events = Object.entries(days).flatMap(([day, count]) =>
    cards.slice(0, count).map((card_id) => review(id, { deck_id, card_id, day, time_spent })),
  );
  await Promise.all(events.map((event) => appender.append(event)));
  await api.project();
}

const student = (name = 'Lan', more: Record<string, string> = {}) =>
  api.register('student', { name, ...more });

const nothing = ({ id, email }: TestAccount, name: string) => ({
  student_id: id,
  name,
  email,
  cards_studied: 0,
  card_days: 0,
  time_spent: '0s',
  time_spent_seconds: 0,
});

t.test('API-29 PRG-01 every student of the class, by name, with cards and time, and the days', async (t) => {
  const [lan, an, minh, waiting] = [
    await student('Lan'),
    await student('An'),
    await student('Minh'),
    await student(),
  ];
  const id = await newClass(teacher, deck.id, { students: [lan, an, minh] });
  await teachers.addDeck(id, second.id);
  await classCalls(waiting).join(id);
  await studied(lan, deck, { '2026-03-01': 3, '2026-03-02': 2 });
  await studied(lan, second, { '2026-03-02': 1 });
  await studied(minh, deck, { '2026-03-02': 1 }, 7);
  await studied(waiting, deck, { '2026-03-02': 1 });
  const { status, body } = await teachers.progress(id);
  t.equal(status, 200);
  t.same(body, {
    success: true,
    data: [
      nothing(an, 'An'),
      { ...nothing(lan, 'Lan'), cards_studied: 4, card_days: 6, time_spent: '30s', time_spent_seconds: 30 },
      { ...nothing(minh, 'Minh'), cards_studied: 1, card_days: 1, time_spent: '7s', time_spent_seconds: 7 },
    ],
    total: 3,
    activity: [
      { day: '2026-03-01', students: 1, cards_studied: 3, time_spent_seconds: 15 },
      { day: '2026-03-02', students: 2, cards_studied: 4, time_spent_seconds: 22 },
    ],
    gathering: null,
  });
});

t.test('PRG-13 while a deck’s work is gathered the answer says of how many students', async (t) => {
  const [lan, an] = [await student('Lan'), await student('An')];
  const id = await newClass(teacher, deck.id, { students: [lan, an] });
  await studied(lan, deck, { '2026-03-01': 2 });
  await studied(lan, second, { '2026-03-01': 3 });
  const progress = async () => {
    const { data, gathering } = (await teachers.progress(id)).body;
    return [data.map(({ card_days }) => card_days), gathering];
  };
  await teachers.addDeck(id, second.id);
  t.same(await progress(), [[0, 2], { gathered: 0, students: 2 }]);
  await api.project();
  t.same(await progress(), [[0, 5], null]);
  await teachers.removeDeck(id, deck.id);
  t.same(await progress(), [[0, 5], { gathered: 0, students: 2 }]);
  await api.project();
  t.same(await progress(), [[0, 3], null]);
});

t.test('SL-29 time is told in seconds, and as text of its two largest units', async (t) => {
  const lan = await student();
  const id = await newClass(teacher, deck.id, { students: [lan] });
  const told = async () => {
    const [row] = (await teachers.progress(id)).body.data;
    return [row!.time_spent_seconds, row!.time_spent];
  };
  t.same(await told(), [0, '0s']);
  const steps: [more: number, text: string][] = [
    [42, '42s'],
    [17, '59s'],
    [1, '1m 0s'],
    [243, '5m 3s'],
    [3_296, '59m 59s'],
    [1, '1h 0m'],
    [359, '1h 5m'],
    [3_600 * 99, '100h 5m'],
  ];
  let total = 0;
  for (const [more, text] of steps) {
    total += more;
    await studied(lan, deck, { '2026-03-01': 1 }, more);
    t.same(await told(), [total, text]);
  }
});

t.test('API-29 PRG-05 the dates are inclusive, and each may be left out', async (t) => {
  const lan = await student();
  const id = await newClass(teacher, deck.id, { students: [lan] });
  await studied(lan, deck, { '2026-01-31': 1, '2026-02-01': 2, '2026-02-28': 3, '2026-03-01': 4 });
  // On each day the deck's first cards, as many as it says.
  const cases: [query: string, cards: number, cardDays: number, days: number][] = [
    ['', 4, 10, 4],
    ['?start_date=2026-02-01', 4, 9, 3],
    ['?start_date=2026-02-02', 4, 7, 2],
    ['?end_date=2026-02-28', 3, 6, 3],
    ['?end_date=2026-02-27', 2, 3, 2],
    ['?start_date=2026-02-01&end_date=2026-02-28', 3, 5, 2],
    ['?start_date=2026-02-28&end_date=2026-02-28', 3, 3, 1],
    ['?start_date=2026-02-02&end_date=2026-02-27', 0, 0, 0],
    ['?start_date=1000-01-01&end_date=2999-12-31', 4, 10, 4],
  ];
  for (const [query, cards, cardDays, days] of cases) {
    const { status, body } = await teachers.progress(id, query);
    const row = body.data[0]!;
    t.same(
      [status, row.cards_studied, row.card_days, body.activity.length],
      [200, cards, cardDays, days],
      query,
    );
    const stats = await teachers.stats(id, lan.id, query);
    const { data } = stats.body;
    t.same([stats.status, data.activity.length], [200, days], `stats ${query}`);
    t.same(
      [data.cards_studied, data.completion_percentage, data.card_days, data.time_spent_seconds],
      [cards, Math.round((100 * cards) / 6), cardDays, row.time_spent_seconds],
      `(document 1 §7) the dates narrow the figures of one student as well: ${query}`,
    );
  }
});

t.test(
  'PRG-01 TCH-06 (document 1 §3) cards studied are distinct cards that are still there, for some days as for all',
  async (t) => {
    const lan = await student();
    const own = await api.addDeck(teacher.id, 4);
    const id = await newClass(teacher, own.id, { students: [lan] });
    await studied(lan, own, { '2026-03-01': 3, '2026-03-02': 3, '2026-03-03': 1 });
    const figures = async (query: string) => {
      const row = (await teachers.progress(id, query)).body.data[0]!;
      t.equal((await teachers.stats(id, lan.id, query)).body.data.cards_studied, row.cards_studied, query);
      return [row.cards_studied, row.card_days];
    };
    const ranges = ['', '?start_date=2026-03-01', '?start_date=2026-03-02', '?end_date=2026-03-02'];
    t.same(await Promise.all(ranges.map(figures)), [
      [3, 7],
      [3, 7],
      [3, 4],
      [3, 6],
    ]);
    const params = { deckId: own.id, cardId: own.cards[0]! };
    await teacher.call('DELETE /api/decks/:deckId/cards/:cardId', { params });
    t.same(
      await Promise.all(ranges.map(figures)),
      [
        [2, 7],
        [2, 7],
        [2, 4],
        [2, 6],
      ],
      'without one of them',
    );
    const [, changing] = own.cards;
    await api.sql`update cards set meaning = 2 where id = ${changing!}`;
    t.equal((await figures(''))[0], 1, 'nor one that means something else by now');
    await api.sql`update cards set meaning = 1 where id = ${changing!}`;
    t.equal((await figures(''))[0], 2, 'and has it again when it means that');
    const brought = { studentId: lan.id, deckId: own.id, cardId: changing!, meaning: 2, grade: 3 } as const;
    await appender.append(cardReviewImported({ ...brought, at: Date.parse('2026-03-04'), timeZone: 'UTC' }));
    await api.project();
    t.equal((await figures(''))[0], 1, 'nor one that was answered in another meaning');
  },
);

t.test('PRG-01 cards that an imported log knows and the site does not are not studied', async (t) => {
  const lan = await student();
  const own = await api.addDeck(teacher.id, 2);
  const id = await newClass(teacher, own.id, { students: [lan] });
  const answered = { studentId: lan.id, deckId: own.id, meaning: 1, grade: 3, timeZone: 'UTC' } as const;
  const [gone, alsoGone] = [1_000_001, 1_000_002];
  await appender.append(cardReviewImported({ ...answered, cardId: gone, at: Date.parse('2026-03-01') }));
  await appender.append(review(lan.id, { deck_id: own.id, card_id: alsoGone }));
  await appender.append(review(lan.id, { deck_id: own.id, card_id: own.cards[0]! }));
  // As `nho import-events` does, before anything is projected.
  await api.sql`select note_cards_deleted_before()`;
  await api.project();
  t.equal((await teachers.progress(id)).body.data[0]!.cards_studied, 1);
  t.equal((await teachers.stats(id, lan.id)).body.data.cards_studied, 1);
});

const DAY = 86_400_000;
const FIRST = Date.parse('2024-12-10');
const dayAt = (offset: number) => new Date(FIRST + offset * DAY).toISOString().slice(0, 10);
const anyDate = fc.option(fc.integer({ min: -20, max: 460 }).map(dayAt), { nil: undefined });

t.test('PRG-05 SL-28 any range of days is the plain sum of its days', async (t) => {
  const students = [await student('A'), await student('B'), await student('C')];
  const id = await newClass(teacher, deck.id, { students });
  await teachers.addDeck(id, second.id);
  const answers = fc.sample(
    fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      of: fc.constantFrom(deck, second, outside),
      card: fc.integer({ min: 0, max: 3 }),
      day: fc.integer({ min: 0, max: 430 }).map(dayAt),
      seconds: fc.integer({ min: 0, max: 60 }),
    }),
    { numRuns: 1_200, seed: 7 },
  );
  await Promise.all(
    answers.map(({ who, of, card, day, seconds }) =>
      appender.append(
        review(students[who]!.id, { deck_id: of.id, card_id: of.cards[card]!, day, time_spent: seconds }),
      ),
    ),
  );
  await api.project();

  const within = (start: string | undefined, end: string | undefined, who?: number) =>
    answers.filter(
      (one) =>
        one.of !== outside &&
        (who === undefined || one.who === who) &&
        (!start || one.day >= start) &&
        (!end || one.day <= end),
    );
  const count = (chosen: typeof answers, what: (one: (typeof answers)[number]) => string) =>
    new Set(chosen.map((one) => `${one.who} ${what(one)} ${one.of.cards[one.card]}`)).size;
  const work = (chosen: typeof answers) => ({
    cards_studied: count(chosen, ({ day }) => day),
    time_spent_seconds: chosen.reduce((sum, { seconds }) => sum + seconds, 0),
  });
  const all = (chosen: typeof answers) => {
    const { cards_studied: card_days, time_spent_seconds } = work(chosen);
    return { cards_studied: count(chosen, () => ''), card_days, time_spent_seconds };
  };
  const byDay = (chosen: typeof answers) =>
    [...Map.groupBy(chosen, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));

  await fc.assert(
    fc.asyncProperty(
      anyDate,
      anyDate,
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 460 }),
      async (first, other, who, today) => {
        // Whatever day it is: a clock that is wrong may not change a sum.
        api.clock.stopAt(`${dayAt(today)}T12:00:00Z`);
        const [start, end] = first && other && first > other ? [other, first] : [first, other];
        const query = `?${new URLSearchParams({ ...(start && { start_date: start }), ...(end && { end_date: end }) })}`;
        const { body } = await teachers.progress(id, query);
        t.same(
          body.data.map(({ cards_studied, card_days, time_spent_seconds }) => ({
            cards_studied,
            card_days,
            time_spent_seconds,
          })),
          students.map((_, index) => all(within(start, end, index))),
          `students ${query}`,
        );
        t.same(
          body.activity,
          byDay(within(start, end)).map(([day, chosen]) => ({
            day,
            students: new Set(column(chosen, 'who')).size,
            ...work(chosen),
          })),
          `days ${query}`,
        );
        const one = (await teachers.stats(id, students[who]!.id, query)).body.data;
        t.match(one, all(within(start, end, who)), `one student ${query}`);
        t.same(
          one.activity,
          byDay(within(start, end, who)).map(([day, chosen]) => ({ day, ...work(chosen) })),
          `one student’s days ${query}`,
        );
      },
    ),
    { numRuns: 40 },
  );
});

t.test('API-30 PRG-11 SL-28 a student’s stats are those of the class’s decks together', async (t) => {
  api.clock.stopAt('2026-03-10T09:00:00+07:00');
  const lan = await student('Lan');
  const id = await newClass(teacher, deck.id, { students: [lan] });
  await teachers.addDeck(id, second.id);
  const calls = studyCalls(lan);
  await calls.answer(deck.cards[0]!, { time_spent: 7 });
  await calls.answer(deck.cards[1]!, { time_spent: 8, first_status: 0, tries: 2 });
  await calls.answer(second.cards[0]!, { time_spent: 9 });
  await calls.answer(outside.cards[0]!, { time_spent: 60 });
  api.clock.stopAt('2026-03-11T09:00:00+07:00');
  await calls.answer(second.cards[1]!, { time_spent: 4 });

  const { status, body } = await teachers.stats(id, lan.id);
  t.equal(status, 200);
  t.same(body, {
    success: true,
    data: {
      student_id: lan.id,
      name: 'Lan',
      email: lan.email,
      gets_password: false,
      cards_studied: 4,
      cards_known: 0,
      total_cards: 10,
      completion_percentage: 40,
      today_stats: { cards_studied: 1, time_spent: 4 },
      review_schedule: [
        { days_from_now: 0, card_count: 1 },
        { days_from_now: 1, card_count: 2 },
        { days_from_now: 2, card_count: 1 },
      ],
      overdue: 0,
      card_days: 4,
      time_spent_seconds: 28,
      activity: [
        { day: '2026-03-10', cards_studied: 3, time_spent_seconds: 24 },
        { day: '2026-03-11', cards_studied: 1, time_spent_seconds: 4 },
      ],
    },
  });

  for (const { id: deckId } of [deck, second]) await teachers.removeDeck(id, deckId);
  t.match((await teachers.stats(id, lan.id)).body.data, {
    cards_studied: 0,
    cards_known: 0,
    total_cards: 0,
    completion_percentage: 0,
    today_stats: { cards_studied: 0, time_spent: 0 },
    review_schedule: [],
    activity: [],
  });
});

t.test('SL-31 today is the student’s, wherever the teacher is', async (t) => {
  const lan = await student('Lan', { time_zone: 'America/New_York' });
  const id = await newClass(teacher, deck.id, { students: [lan] });
  api.clock.stopAt('2026-03-10T02:00:00Z'); // 22:00 on the 9th.
  await studyCalls(lan).answer(deck.cards[0]!, { time_spent: 6 });
  api.clock.stopAt('2026-03-10T06:00:00Z'); // Two in the morning: still that day.
  const { body } = await teachers.stats(id, lan.id);
  t.same(body.data.today_stats, { cards_studied: 1, time_spent: 6 });
  t.same(body.data.activity, [{ day: '2026-03-09', cards_studied: 1, time_spent_seconds: 6 }]);
});

t.test('SL-28 what a student does outside the class’s decks is shown by no call', async (t) => {
  const lan = await student();
  const [id, other] = [
    await newClass(teacher, deck.id, { students: [lan] }),
    await newClass(teacher, second.id, { students: [lan] }),
  ];
  await studied(lan, outside, { '2026-03-01': 3 });
  await studied(lan, second, { '2026-03-01': 2 });
  const { body } = await teachers.progress(id);
  t.same([body.data, body.activity], [[nothing(lan, 'Lan')], []]);
  t.match((await teachers.stats(id, lan.id)).body.data, { cards_studied: 0, total_cards: 6, activity: [] });
  t.equal((await teachers.progress(other)).body.data[0]!.cards_studied, 2);
});

t.test('ERR-27 of who is not in the class, or not yet, there are no stats', async (t) => {
  const [lan, waiting] = [await student(), await student()];
  const id = await newClass(teacher, deck.id, { students: [lan] });
  await classCalls(waiting).join(id);
  for (const who of [waiting.id, (await student()).id, teacher.id, 2_000_000_000])
    refused(t, await teachers.stats(id, who), 'student_not_in_class', String(who));

  await studied(lan, deck, { '2026-03-01': 2 });
  await classCalls(lan).leave(id);
  refused(t, await teachers.stats(id, lan.id), 'student_not_in_class', 'has left');
  const { body } = await teachers.progress(id);
  t.same([body.data, body.activity], [[], []], 'gone at once');
  await enrol(teacher, id, lan);
  t.equal((await teachers.progress(id)).body.data[0]!.cards_studied, 2, 'and whole again');
});

t.test('PRG-05 ERR-26 ERR-27 dates the wrong way round, or that are none, are refused', async (t) => {
  const lan = await student();
  const id = await newClass(teacher, deck.id, { students: [lan] });
  const both = async (query: string) => [
    await teachers.progress(id, query),
    await teachers.stats(id, lan.id, query),
  ];
  for (const answer of await both('?start_date=2026-03-02&end_date=2026-03-01'))
    refused(t, answer, 'dates_reversed', '', { errors: { end_date: ['Before the start date'] } });
  const none = [
    '2026-02-30',
    '2026-13-01',
    '2026-2-3',
    '03/01/2026',
    'today',
    '',
    '0000-01-01',
    '9999-12-31',
  ];
  for (const date of none)
    for (const field of ['start_date', 'end_date'])
      for (const answer of await both(`?${field}=${encodeURIComponent(date)}`))
        invalid(t, answer, field, "Expected string to match 'date' format");
});

t.test('ERR-26 ERR-27 a class that is gone shows nothing', async (t) => {
  const lan = await student();
  const id = await newClass(teacher, deck.id, { students: [lan] });
  await teachers.remove(id);
  await until(async () => (await teachers.progress(id)).status === 404);
  for (const answer of [await teachers.progress(id), await teachers.stats(id, lan.id)])
    refused(t, answer, 'class_not_found');
});
