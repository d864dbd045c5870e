import pg from 'pg';
import { dayNumber } from '../../core/learning/study-day.ts';
import { partitionCount, partitionOf } from '../../core/log/position.ts';
import { copyIn } from './copy-in.ts';
import { dice } from './dice.ts';
import { makeSchool, type School, type SchoolExam } from './school.ts';
import { insertAttempts, insertSchool } from './school-rows.ts';
import { type RecordedEvent, StudentYears } from './student-years.ts';

/** The same seed gives the same rows. */
const SEED = 1;
/** Of the two years. */
const LAST_DAY = '2026-10-31';
const DAYS = 730;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const COLUMNS =
  'partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at';

/**
 * Fills an empty log with two years of a school: exactly so many events, one student for 2,500 of them. Also fills the tables
 * that they speak of: accounts, decks, classes, exams. Written straight into the tables, in one transaction, as appending would
 * have left them; projections have then everything to do. Memory grows with the students' cards, not with the events.
 */
export async function fillLog(databaseUrl: string, events: number): Promise<School> {
  const throwDice = dice(SEED);
  const last = dayNumber(LAST_DAY);
  const school = makeSchool(throwDice, events, { first: last - DAYS + 1, last });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin; set local synchronous_commit = off');
    await insertSchool(client, school);
    const students = school.students.map((student) => new StudentYears(student, school, throwDice));
    const heads = Array.from({ length: partitionCount() }, () => 0);
    await copyIn(
      client,
      `copy events (${COLUMNS}) from stdin`,
      lines(recorded(students, school, events, throwDice), events, heads),
    );
    await client.query(
      `update log_partitions p set head = h.head
       from unnest($1::integer[], $2::bigint[]) h (partition, head) where p.partition = h.partition`,
      [heads.map((_, partition) => partition), heads],
    );
    await insertAttempts(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return school;
}

/** The share of an ordinary day's study: Tết, summer and the weeks of exams are holidays. */
function pleasure(day: number): number {
  const date = new Date(day * DAY_MS);
  const [month, ofMonth] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if (month === 7 || (month === 6 && ofMonth > 10) || (month === 8 && ofMonth < 15)) return 0.2;
  if (month === 2 && ofMonth < 16) return 0.1;
  return date.getUTCDay() === 0 ? 0.6 : 1;
}

/** The school's days one after another, each as it was recorded. */
function* recorded(
  students: StudentYears[],
  { days, classes }: School,
  wanted: number,
  throwDice: () => number,
): Generator<RecordedEvent[]> {
  const exams = Map.groupBy(
    classes.flatMap((own) => own.exams),
    ({ day }) => day,
  );
  const weights: number[] = [];
  for (let day = days.first; day <= days.last; day++)
    weights.push(
      pleasure(day) *
        students.reduce((sum, { student }) => sum + (isThere(student, day) ? student.zeal : 0), 0),
    );
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let made = 0;
  let eventsOfSession = 22;
  let open: RecordedEvent[] = [];
  for (let day = days.first; day <= days.last || made < wanted; day++) {
    // So much that the years end with the number wanted.
    const factor = (wanted - made) / Math.max(1, weightLeft) / eventsOfSession;
    weightLeft -= weights[day - days.first] ?? 0;
    const before = open.length;
    const examsToday = exams.get(day) ?? [];
    let sessions = 0;
    for (const student of students) {
      if (day <= days.last && !isThere(student.student, day)) continue;
      for (const exam of examsToday) if (takes(student, exam, throwDice)) student.takeExam(exam, open);
      let share = day > days.last ? 1 : Math.min(3, factor * pleasure(day) * student.student.zeal);
      for (; share > 0 && throwDice() < share; share--) {
        student.study(day, open);
        sessions++;
      }
    }
    made += open.length - before;
    if (sessions)
      eventsOfSession += (Math.max(1, (open.length - before) / sessions) - eventsOfSession) * 0.05;
    if (day > days.last && open.length === before)
      throw new Error(`the school has no cards left to study after ${made} events`);
    open.sort((a, b) => a.recordedAt - b.recordedAt);
    // Nobody begins before six in the morning in Vietnam.
    const end = (day + 1) * DAY_MS - 3 * HOUR_MS;
    const isLast = day >= days.last && made >= wanted;
    const done = isLast ? open.length : open.findLastIndex(({ recordedAt }) => recordedAt < end) + 1;
    yield open.slice(0, done);
    open = open.slice(done);
  }
}

const isThere = (student: { joined: number; left: number }, day: number): boolean =>
  student.joined <= day && day < student.left;

const takes = ({ student }: StudentYears, exam: SchoolExam, throwDice: () => number): boolean =>
  student.class?.id === exam.classId && throwDice() < 0.93;

/** The first events of these, as COPY takes them, with their positions. */
function* lines(days: Iterable<RecordedEvent[]>, wanted: number, heads: number[]): Generator<string> {
  let left = wanted;
  for (const day of days) {
    let text = '';
    for (const { event, recordedAt } of day) {
      if (left-- <= 0) break;
      const partition = partitionOf(event.studentId);
      heads[partition]!++;
      text +=
        `${partition}\t${heads[partition]}\t${event.id}\t${event.studentId}\t${event.type}\t${event.version}\t` +
        `${JSON.stringify(event.data)}\t\\\\x${event.hash}\t${event.occurredAt.toISOString()}\t` +
        `${new Date(recordedAt).toISOString()}\n`;
    }
    if (text) yield text;
  }
}
