import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import type { EventFormat } from './event-formats.ts';
import { type Position, partitionOf } from './position.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { LogGapError } from './read.ts';

export interface ExportFilter {
  /**
   * Recorded at this moment or later, and before that one. By `recorded_at`, so that what a past range holds never
   * changes, and ranges that meet hold each event once.
   */
  since?: Date | undefined;
  until?: Date | undefined;
  /** Of the students who are approved in this class now. */
  classId?: number | undefined;
  /** Whose data name this deck. */
  deckId?: number | undefined;
  /** How far an earlier export came; partitions that are not named begin at their first event. */
  after?: Position[] | undefined;
}

/** Thrown for positions that this log has not reached: they are another log's. */
export class UnreachedPositionError extends Error {
  override name = 'UnreachedPositionError';
}

export interface ExportPlan {
  filter: ExportFilter;
  students: number[] | undefined;
  /** What to read of each partition: after the first position, up to the last. */
  ranges: { partition: number; after: number; head: number }[];
  /** Positions to be read in all. */
  total: number;
  /** How far each partition counts as exported before anything is read. */
  reached: Map<number, number>;
}

/**
 * What an export will read: up to the heads as they are now, so that it ends however much is appended meanwhile.
 * Rejects with `class_not_found`, or an UnreachedPositionError.
 */
export async function planExport(pool: Pool, filter: ExportFilter): Promise<ExportPlan> {
  const students = filter.classId === undefined ? undefined : await studentsOf(pool, filter.classId);
  const after = new Map(filter.after?.map(({ partition, position }) => [partition, position]));
  const { rows } = await pool.query<{ partition: number; head: string }>(
    'select partition, head from log_partitions order by partition',
  );
  const all = rows.map(({ partition, head }) => ({
    partition,
    after: after.get(partition) ?? 0,
    head: Number(head),
  }));
  const beyond = all.find((range) => range.after > range.head);
  if (beyond)
    throw new UnreachedPositionError(
      `partition ${beyond.partition} has come to position ${beyond.head}, not to ${beyond.after}`,
    );
  const theirs = students && new Set(students.map(partitionOf));
  const ranges = all.filter(
    (range) => range.head > range.after && (!theirs || theirs.has(range.partition)),
  );
  const isRead = new Set(ranges.map(({ partition }) => partition));
  return {
    filter,
    students,
    ranges,
    total: ranges.reduce((sum, range) => sum + range.head - range.after, 0),
    reached: new Map(
      all.map((range) => [range.partition, isRead.has(range.partition) ? range.after : range.head]),
    ),
  };
}

async function studentsOf(pool: Pool, classId: number): Promise<number[]> {
  const { rows } = await pool.query<{ students: number[] }>(
    `select array(select student_id from class_members m where m.class_id = c.id and m.status = 'approved') as students
     from classes c where c.id = $1`,
    [classId],
  );
  if (!rows[0]) throw new AppError('class_not_found');
  return rows[0].students;
}

export interface ExportedPage {
  /** Whole lines. */
  text: string;
  /** How many events they are. */
  events: number;
  /** How far the partition has been read with this page. */
  partition: number;
  position: number;
  /** Of all positions to be read, how many this page has read. */
  read: number;
}

const PAGE_SIZE = 5_000;

/** Pages that are asked for before they are needed. Postgres takes most of the time, each page one process of it. */
const PAGES_AHEAD = 3;

/**
 * The lines of the events, by partition and position, a page at a time, without the format's header. Each page is a
 * statement of its own: a slow reader holds no transaction open. Throws a LogGapError at a missing event.
 */
export async function* exportPages(
  pool: Pool,
  plan: ExportPlan,
  format: EventFormat,
  pseudonyms?: Pseudonyms,
): AsyncGenerator<ExportedPage> {
  const asked: Promise<ExportedPage>[] = [];
  const pages = pageRanges(plan);
  try {
    for (;;) {
      while (asked.length < PAGES_AHEAD) {
        const next = pages.next();
        if (next.done) break;
        const page = readPage(pool, plan, format.line(pseudonyms === undefined), next.value);
        // It is awaited in its turn; until then its failure is not an unhandled one.
        page.catch(() => {});
        asked.push(page);
      }
      const page = await asked.shift();
      if (!page) return;
      yield pseudonyms ? { ...page, text: pseudonyms.replace(page.text, format) } : page;
    }
  } finally {
    await Promise.allSettled(asked);
  }
}

interface PageRange {
  partition: number;
  after: number;
  until: number;
}

/** Positions have no gaps, so where each page begins and ends is known before any is read. */
function* pageRanges({ ranges }: ExportPlan): Generator<PageRange> {
  for (const { partition, after, head } of ranges)
    for (let from = after; from < head; from += PAGE_SIZE)
      yield { partition, after: from, until: Math.min(from + PAGE_SIZE, head) };
}

async function readPage(
  pool: Pool,
  { filter, students }: ExportPlan,
  line: string,
  { partition, after, until }: PageRange,
): Promise<ExportedPage> {
  const conditions = ['true'];
  const values: unknown[] = [partition, after, until];
  const where = (sql: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`${sql} $${values.push(value)}`);
  };
  where('recorded_at >=', filter.since);
  where('recorded_at <', filter.until);
  where(`data->'deck_id' = to_jsonb`, filter.deckId);
  where('student_id = any', students);
  const own = conditions.join(' and ').replace(/(any|to_jsonb) (\$\d)/g, '$1 ($2)');
  // Those that are filtered out are read as well: a missing one is told from one that was not asked for.
  const { rows } = await pool.query<{ text: string | null; events: number; read: number }>(
    `select string_agg(${line}, '') filter (where ${own}) as text,
       count(*) filter (where ${own})::integer as events, count(*)::integer as read
     from (select * from events where partition = $1 and position > $2 and position <= $3 order by position) e`,
    values,
  );
  const { text, events, read } = rows[0]!;
  if (read !== until - after)
    throw new LogGapError(
      `partition ${partition} has ${read} events from position ${after + 1} to ${until}, not ${until - after}`,
    );
  return { text: text ?? '', events, partition, position: until, read };
}
