import type { Pool } from 'pg';
import type { CardReviewed, SchedulerWeightsSet } from '../../../core/learning/learning.events.ts';
import { type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { projections } from '../../../core/projections.ts';
import { column } from '../../harness/columns.ts';
import { sql } from '../../harness/sql.ts';

type Row = Record<string, unknown>;

export type Tables = Record<string, string[]>;

const inWords = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));

const sorted = (rows: Iterable<Row>): string[] => [...rows].map(withPartition).map(inWords).sort();

/** Rows of a student are of the student's partition. */
const withPartition = (row: Row): Row =>
  'student_id' in row ? { partition: partitionOf(Number(row.student_id)), ...row } : row;

/** The rows of these tables, with every column that they have. */
export async function tableRows(pool: Pool, tables: string[]): Promise<Tables> {
  const found: Tables = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
    found[table] = sorted(
      rows.map(({ row }) => {
        for (const [column, value] of Object.entries(row))
          if (column.endsWith('_at')) row[column] = new Date(String(value)).toISOString();
        return row;
      }),
    );
  }
  return found;
}

/** The rows of all projections, but for these tables. */
export const projectedRows = (pool: Pool, ...but: string[]): Promise<Tables> =>
  tableRows(
    pool,
    projections.flatMap(({ tables }) => tables).filter((table) => !but.includes(table)),
  );

interface Entry {
  partition: number;
  position: number;
  id: string;
  student: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: told apart by the type's name, below.
  data: any;
  at: string;
  /** By the database's clock, in milliseconds. */
  recorded: number;
}

type Answer = Entry & { data: CardReviewed['data'] };

/** What the log and the tables beside it say that the projections hold: counted anew, one thing after the other. */
export async function plainProjections(pool: Pool): Promise<Tables> {
  const whole = await sql(pool)<Entry>`
    select partition, position::integer, id, student_id as student, type, data,
    to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    floor(extract(epoch from recorded_at) * 1000)::float8 as recorded
    from events order by partition, position`;
  const erased = new Set(whole.filter(({ type }) => type === 'StudentErased').map(({ student }) => student));
  const log = whole.filter(({ student }) => !erased.has(student));
  const answers = withoutUndone(log).filter(({ type }) => type === 'CardReviewed') as Answer[];
  const rule = await sql(pool)<{ since: number }>`select extract(epoch
    from since)::float8 * 1000 as since from study_time_rule`;
  const { clocks, cut } = studyTimeOf(log.filter(({ recorded }) => recorded >= rule[0]!.since));
  const stats = statsOf(answers, cut);
  return {
    ...schedulesOf(log),
    deck_stats: sorted(stats.values()),
    study_clocks: sorted(clocks.values()),
    cut_reviews: sorted(cut.values()),
    recall_days: sorted(recallOf(answers).values()),
    card_answers: sorted(answersByCard(log).values()),
    ...(await progressOf(pool, [...stats.values()])),
    exam_results: sorted(await resultsOf(pool, log)),
  };
}

/** The log without the answers that were taken back: by their own student, and later. */
function withoutUndone(log: Entry[]): Entry[] {
  const isUndone = (answer: Entry): boolean =>
    log.some(
      ({ type, student, position, data }) =>
        type === 'CardReviewUndone' &&
        data.review === answer.id &&
        student === answer.student &&
        position > answer.position,
    );
  return log.filter((entry) => entry.type !== 'CardReviewed' || !isUndone(entry));
}

/** The weights of a student hold for all cards: they are of card 0. */
function answersByCard(log: Entry[]): Map<string, Row> {
  const rows = new Map<string, { student_id: number; card_id: number; positions: number[] }>();
  for (const { type, student, position, data } of log) {
    if (!['CardReviewed', 'CardReviewImported', 'SchedulerWeightsSet'].includes(type)) continue;
    const card = type === 'SchedulerWeightsSet' ? 0 : data.card_id;
    const row = rows.get(`${student} ${card}`) ?? {
      student_id: student,
      card_id: card,
      positions: [] as number[],
    };
    row.positions.push(position);
    rows.set(`${student} ${card}`, row);
  }
  return rows;
}

interface Stats extends Row {
  student_id: number;
  deck_id: number;
  day: string;
  card_ids: number[];
  cards: number;
  reviews: number;
  seconds: number;
  last_studied_at: string;
}

/** The time that each student may still claim, and the answers that count for less than they claim. */
function studyTimeOf(log: Entry[]): {
  clocks: Map<number, Row>;
  cut: Map<string, Row & { seconds: number }>;
} {
  const clocks = new Map<number, { student_id: number; credit_ms: number; recorded_at: string }>();
  const cut = new Map<string, Row & { seconds: number }>();
  for (const { type, student, partition, position, data, recorded } of log) {
    if (type !== 'CardReviewed') continue;
    const clock = clocks.get(student);
    const last = clock ? Date.parse(clock.recorded_at) : recorded;
    const credit = clock ? Math.min(86_400_000, clock.credit_ms + Math.max(0, recorded - last)) : 3_600_000;
    const seconds = Math.min(data.time_spent, Math.floor(credit / 1_000));
    if (seconds < data.time_spent) cut.set(`${partition}-${position}`, { partition, position, seconds });
    clocks.set(student, {
      student_id: student,
      credit_ms: credit - seconds * 1_000,
      recorded_at: new Date(Math.max(last, recorded)).toISOString(),
    });
  }
  return { clocks, cut };
}

function statsOf(answers: Answer[], cut: Map<string, { seconds: number }>): Map<string, Stats> {
  const stats = new Map<string, Stats>();
  for (const { student, data, at, partition, position } of answers) {
    const key = `${student} ${data.deck_id} ${data.day}`;
    const row: Stats = stats.get(key) ?? {
      student_id: student,
      deck_id: data.deck_id,
      day: data.day,
      card_ids: [],
      cards: 0,
      reviews: 0,
      seconds: 0,
      last_studied_at: at,
    };
    if (!row.card_ids.includes(data.card_id)) row.card_ids.push(data.card_id);
    row.card_ids.sort((a, b) => a - b);
    row.cards = row.card_ids.length;
    row.reviews += 1;
    row.seconds += cut.get(`${partition}-${position}`)?.seconds ?? data.time_spent;
    if (at > row.last_studied_at) row.last_studied_at = at;
    stats.set(key, row);
  }
  return stats;
}

/** The reviews of each student and day, and how many of them were known before anything was shown. */
function recallOf(answers: Answer[]): Map<string, Row> {
  const days = new Map<string, Row & { asked: number; recalled: number }>();
  for (const { student, data } of answers) {
    if (data.card_type !== 'review') continue;
    const key = `${student} ${data.day}`;
    const row = days.get(key) ?? { student_id: student, day: data.day, asked: 0, recalled: 0 };
    days.set(key, row);
    row.asked += 1;
    if (data.first_status === 2) row.recalled += 1;
  }
  return days;
}

/** The scheduler of these weights; undefined for weights that cannot be used. */
function schedulerOf({ weights }: SchedulerWeightsSet['data']): Scheduler | undefined {
  try {
    return new Scheduler({ weights });
  } catch {
    return undefined;
  }
}

/** From a student's first weights that cannot be used on, everything of theirs is parked, and no undo counts. */
function schedulesOf(log: Entry[]): Tables {
  const stops = new Map<number, number>();
  for (const { student, type, position, data } of log)
    if (type === 'SchedulerWeightsSet' && !stops.has(student) && !schedulerOf(data))
      stops.set(student, position);
  const isTaken = ({ student, position }: Entry) =>
    position < (stops.get(student) ?? Number.POSITIVE_INFINITY);
  const taken = withoutUndone(log.filter(isTaken));

  const schedulers = new Map<number, Scheduler>();
  const weights = new Map<number, Row>();
  const memories = new Map<string, { memory: Memory; meaning: number; lastAt: string; row: Row }>();
  for (const { student, type, data, at } of taken) {
    if (type === 'SchedulerWeightsSet') {
      schedulers.set(student, schedulerOf(data)!);
      weights.set(student, { student_id: student, weights: data.weights });
    }
    const isBrought = type === 'CardReviewImported';
    if (type !== 'CardReviewed' && !isBrought) continue;
    const answer: CardReviewed['data'] = data;
    const key = `${student} ${answer.card_id}`;
    const before = memories.get(key);
    const meaning = answer.meaning ?? 1;
    const isOther = before !== undefined && before.meaning !== meaning;
    // Late, of what the card meant before its last review.
    // Also of elsewhere, when something was answered here since.
    if ((isOther || isBrought) && before && at < before.lastAt) continue;
    const memory = (schedulers.get(student) ?? new Scheduler()).review(
      isOther ? null : (before?.memory ?? null),
      isBrought
        ? { grade: data.grade, day: dayNumber(data.day) }
        : {
            rating: answer.rating,
            firstStatus: answer.first_status,
            tries: answer.tries,
            day: dayNumber(answer.day),
          },
    );
    if (!memory) continue;
    const lastAt = before && before.lastAt > at ? before.lastAt : at;
    const row = {
      student_id: student,
      card_id: answer.card_id,
      deck_id: answer.deck_id,
      stability: memory.stability,
      difficulty: memory.difficulty,
      introduced_day: dayOfNumber(memory.introducedDay),
      anchor_day: dayOfNumber(memory.anchorDay),
      due_day: dayOfNumber(memory.dueDay),
      reviews: memory.reviews,
      lapses: memory.lapses,
      last_reviewed_at: lastAt,
      meaning,
    };
    memories.set(key, { memory, meaning, lastAt, row });
  }
  return {
    review_schedule: sorted(column([...memories.values()], 'row')),
    scheduler_weights: sorted(weights.values()),
    parked: sorted(
      log
        .filter((entry) => !isTaken(entry))
        .map(({ partition, position, student }) => ({
          projection: 'review_schedule',
          partition,
          position,
          student_id: student,
        })),
    ),
  };
}

/** What is parked, without when and why. */
export async function parkedRows(pool: Pool): Promise<string[]> {
  const rows = await sql(pool)<Row>`select projection, partition, position::integer, student_id
    from parked_events`;
  return sorted(rows);
}

interface Sum extends Row {
  cards: number;
  seconds: number;
}

/** By class as it is now: a day of a student's, a month of a student's, a day of a partition's students. */
async function progressOf(pool: Pool, stats: Stats[]): Promise<Tables> {
  const studied = await sql(pool)`
    select class_id, student_id, deck_id from class_members join class_decks using (class_id)
    where status = 'approved'`;
  const days = new Map<string, Sum>();
  const months = new Map<string, Sum>();
  const partitions = new Map<string, Sum>();
  const add = (sums: Map<string, Sum>, of: Row, { cards, seconds }: Stats): boolean => {
    const before = sums.get(inWords(of));
    const sum: Sum = before ?? { ...of, cards: 0, seconds: 0 };
    sum.cards += cards;
    sum.seconds += seconds;
    sums.set(inWords(of), sum);
    return before === undefined;
  };
  for (const { class_id, student_id, deck_id } of studied)
    for (const row of stats) {
      if (row.student_id !== student_id || row.deck_id !== deck_id) continue;
      const { day } = row;
      const isNew = add(days, { class_id, student_id, day }, row);
      add(months, { class_id, student_id, month: `${day.slice(0, 7)}-01` }, row);
      const partition = { class_id, day, partition: partitionOf(student_id) };
      add(partitions, partition, row);
      const sum = partitions.get(inWords(partition))!;
      sum.students = Number(sum.students ?? 0) + (isNew ? 1 : 0);
    }
  return {
    class_progress: sorted(days.values()),
    class_progress_months: sorted(months.values()),
    class_days: sorted(partitions.values()),
  };
}

/** By each exam's present key. */
async function resultsOf(pool: Pool, log: Entry[]): Promise<Row[]> {
  const { rows: exams } = await pool.query<{ id: number }>('select id from exams');
  const questions = await sql(pool)`
    select id, exam_id as exam, correct_option as correct from exam_questions where ordinal is not null`;
  return log
    .filter(({ type, data }) => type === 'ExamSubmitted' && exams.some(({ id }) => id === data.exam_id))
    .map(({ student, data, at }) => {
      const asked = questions.filter(({ exam }) => exam === data.exam_id);
      return {
        exam_id: data.exam_id,
        student_id: student,
        answers: data.answers,
        score: asked.filter(({ id, correct }) => data.answers[id] === correct).length,
        total: asked.length,
        submitted_at: at,
        time_spent: data.time_spent,
        late: data.late,
        submitted_by: data.by,
      };
    });
}
