import type { Pool } from 'pg';
import { requireMember } from '../access/class-access.ts';
import { AppError } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { workByDay } from '../learning/progress/deck-stats.projection.ts';
import { learntCards, progressIn } from '../learning/progress/review-schedule.projection.ts';
import { ofStudent } from '../log/position.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { byGivenName, loginNameOf } from '../postgres/person-sql.ts';
import { isDistributed } from '../postgres/several-servers.ts';
import type { ClassDay, DateRange, StudentProgress, StudentStats } from './class-progress.schema.ts';

/** Days from the first to before the second, to be added or taken away. */
interface SignedDays {
  from: string;
  until: string;
  sign: 1 | -1;
}

/** What a range of days is added up from: whole months, from the first to before the second, and some days. */
interface MonthSums {
  months: { from: string; until: string };
  days: [SignedDays, SignedDays];
}

const NO_DAYS: SignedDays = { from: 'infinity', until: 'infinity', sign: 1 };

const firstOfMonth = (day: Temporal.PlainDate): Temporal.PlainDate => day.with({ day: 1 });
const nextMonth = (day: Temporal.PlainDate): Temporal.PlainDate => firstOfMonth(day).add({ months: 1 });
const signed = (from: Temporal.PlainDate, until: Temporal.PlainDate, sign: 1 | -1): SignedDays => ({
  from: from.toString(),
  until: until.toString(),
  sign,
});

/**
 * Returns the sums that make up a range of days, with few single days. The range is open where an end is left out. For
 * a part of a month, its days are added, or the others are taken away from the month's sum. Days after `today` have
 * nothing in them; a wrong `today` only costs time.
 */
export function monthSums(range: { start_date?: string; end_date?: string }, today: string): MonthSums {
  const from = range.start_date === undefined ? undefined : Temporal.PlainDate.from(range.start_date);
  const until =
    range.end_date === undefined ? undefined : Temporal.PlainDate.from(range.end_date).add({ days: 1 });
  const present = Temporal.PlainDate.from(today).add({ days: 1 });
  const past = (day: Temporal.PlainDate) => (Temporal.PlainDate.compare(day, present) > 0 ? present : day);
  const count = (first: Temporal.PlainDate, end: Temporal.PlainDate) => past(first).until(past(end)).days;

  const isWithinMonth = from && until && firstOfMonth(from).equals(firstOfMonth(until));
  if (isWithinMonth && count(from, until) <= count(firstOfMonth(from), from) + count(until, nextMonth(until)))
    return { months: { from: 'infinity', until: 'infinity' }, days: [signed(from, until, 1), NO_DAYS] };

  let [firstMonth, endMonth]: [string, string] = ['-infinity', 'infinity'];
  let [before, after] = [NO_DAYS, NO_DAYS];
  if (from) {
    const [month, next] = [firstOfMonth(from), nextMonth(from)];
    const adds = !isWithinMonth && count(from, next) < count(month, from);
    firstMonth = (adds ? next : month).toString();
    before = adds ? signed(from, next, 1) : signed(month, from, -1);
  }
  if (until) {
    const [month, next] = [firstOfMonth(until), nextMonth(until)];
    const adds = !isWithinMonth && count(month, until) <= count(until, next);
    endMonth = (adds ? month : next).toString();
    after = adds ? signed(month, until, 1) : signed(until, next, -1);
  }
  return { months: { from: firstMonth, until: endMonth }, days: [before, after] };
}

/** Throws `dates_reversed` for a range that ends before it starts. */
export function assertRange({ start_date, end_date }: DateRange): void {
  if (start_date && end_date && end_date < start_date)
    throw new AppError('dates_reversed', { errors: { end_date: ['Before the start date'] } });
}

/** `1h 5m`, `5m 3s` or `42s`. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}

/** The cards that a class's decks have. */
const CLASS_CARDS = 'cards c join class_decks k on k.class_id = $1 and k.deck_id = c.deck_id';

/** The class's decks, as an array: what is asked of a student's cards in them is one search. */
const CLASS_DECKS = 'any (array(select deck_id from class_decks where class_id = $1))';

/** How many of these cards a member `m` has studied at all. */
const STUDIED = learntCards('m.student_id', CLASS_DECKS);

/**
 * How many of these cards a member `m` has answered on the days from $10 to $11. A card of several days is one:
 * no sum of days has it. Each is looked up once; `is true` keeps that a set, where a join would sort the cards.
 */
const STUDIED_IN_RANGE = `
  select count(*) from (
    select distinct unnest(s.card_ids) as card from deck_stats s
    where ${ofStudent('s', 'm.student_id')}
      and s.deck_id = ${CLASS_DECKS}
      and s.day between coalesce($10::date, '-infinity') and coalesce($11::date, 'infinity')) answered
  where (card in (select c.id from ${CLASS_CARDS})) is true`;

/**
 * These numbers of all members at once, where servers have to be asked: they take no look-up for each member. A
 * student's rows are of one partition.
 */
const STUDIED_BY_ALL = `
  select m.student_id, count(*) as cards
  from class_members m join review_schedule r on ${ofStudent('r', 'm.student_id')}
  join cards c on c.id = r.card_id and c.meaning = r.meaning
  join class_decks k on k.class_id = $1 and k.deck_id = c.deck_id
  where m.class_id = $1 and m.status = 'approved' group by r.partition, m.student_id`;
const STUDIED_IN_RANGE_BY_ALL = `
  select m.student_id, count(distinct answered.card) as cards
  from class_members m join deck_stats s on ${ofStudent('s', 'm.student_id')}
  join class_decks k on k.class_id = $1 and k.deck_id = s.deck_id
  cross join unnest(s.card_ids) answered (card) join cards c on c.id = answered.card
  join class_decks own on own.class_id = $1 and own.deck_id = c.deck_id
  where m.class_id = $1 and m.status = 'approved'
    and s.day between coalesce($10::date, '-infinity') and coalesce($11::date, 'infinity')
  group by s.partition, m.student_id`;

/**
 * Returns the students of a class with what they did in these days, by name. Days after `today` can have nothing in
 * them yet.
 */
export async function studentsProgress(
  pool: Pool,
  classId: number,
  range: DateRange,
  today: string,
  page?: PageQuery,
): Promise<Page<StudentProgress>> {
  const { months, days } = monthSums(range, today);
  const dates = range.start_date || range.end_date ? [range.start_date, range.end_date] : undefined;
  const studied = isDistributed()
    ? { each: 'coalesce(s.cards, 0)', all: dates ? STUDIED_IN_RANGE_BY_ALL : STUDIED_BY_ALL }
    : { each: `(${dates ? STUDIED_IN_RANGE : STUDIED})` };
  const query = {
    name: dates ? 'students_progress_of_days' : 'students_progress',
    text: `with work as ${studied.all ? 'materialized ' : ''}(
             select student_id, cards, seconds from class_progress_months
             where class_id = $1 and month >= $2::date and month < $3::date
             union all
             select student_id, cards * $6::integer, seconds * $6::integer from class_progress
             where class_id = $1 and day >= $4::date and day < $5::date
             union all
             select student_id, cards * $9::integer, seconds * $9::integer from class_progress
             where class_id = $1 and day >= $7::date and day < $8::date
           ) ${studied.all ? `, studied as materialized (${studied.all})` : ''}
           select m.student_id, u.name, ${loginNameOf('u')} as email, ${studied.each}::integer as cards_studied,
             coalesce(w.cards, 0)::integer as card_days, coalesce(w.seconds, 0)::float8 as time_spent_seconds
           from class_members m join users u on u.id = m.student_id
           left join (select student_id, sum(cards) as cards, sum(seconds) as seconds from work group by student_id) w
             on w.student_id = m.student_id
           ${studied.all ? 'left join studied s on s.student_id = m.student_id' : ''}
           where m.class_id = $1 and m.status = 'approved' order by ${byGivenName('u')}`,
    values: [
      classId,
      months.from,
      months.until,
      ...days.flatMap(({ from, until, sign }) => [from, until, sign]),
      ...(dates ?? []),
    ],
  };
  return mapPage(await readPage<Omit<StudentProgress, 'time_spent'>>(pool, query, page), (row) => ({
    ...row,
    time_spent: durationText(row.time_spent_seconds),
  }));
}

/** The whole class, day by day; days without work are left out. */
export async function classActivity(pool: Pool, classId: number, range: DateRange): Promise<ClassDay[]> {
  const { rows } = await pool.query<ClassDay>({
    name: 'class_activity',
    text: `select to_char(day, 'YYYY-MM-DD') as day, sum(students)::integer as students,
             sum(cards)::integer as cards_studied, sum(seconds)::float8 as time_spent_seconds
           from class_days where class_id = $1
             and day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
           group by class_days.day having sum(students) > 0 order by class_days.day`,
    values: [classId, range.start_date, range.end_date],
  });
  return rows;
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** One student on all decks of the class together. Throws `student_not_in_class`. */
export async function studentStats(
  pool: Pool,
  scope: {
    classId: number;
    studentId: number;
    teacherId: number;
    range: DateRange;
    today: (timeZone: string) => string;
  },
): Promise<StudentStats> {
  const { classId, studentId, range } = scope;
  const [student, deckIds] = await Promise.all([requireMember(pool, scope), decksOfClass(pool, classId)]);
  const today = scope.today(student.timeZone);
  const asked = { from: range.start_date, until: range.end_date };
  const [progress, days] = await Promise.all([
    progressIn(pool, studentId, deckIds, today, asked),
    workByDay(pool, studentId, deckIds, asked),
  ]);
  return {
    student_id: studentId,
    name: student.name,
    email: student.email,
    gets_password: student.isSchools,
    ...progress,
    card_days: sum(days.map(({ cards }) => cards)),
    time_spent_seconds: sum(days.map(({ seconds }) => seconds)),
    activity: days.map(({ day, cards, seconds }) => ({
      day,
      cards_studied: cards,
      time_spent_seconds: seconds,
    })),
  };
}

async function decksOfClass(pool: Pool, classId: number): Promise<number[]> {
  const { rows } = await pool.query<{ deck_id: number }>({
    name: 'decks_of_class',
    text: 'select deck_id from class_decks where class_id = $1',
    values: [classId],
  });
  return rows.map((row) => row.deck_id);
}
