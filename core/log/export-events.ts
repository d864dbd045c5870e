import type { Pool } from 'pg';
import { AppError } from '../errors.ts';
import type { EventFormat } from './event-formats.ts';
import { type Position, partitionOf } from './position.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { LogGapError } from './read.ts';

export interface ExportFilter {
  /**
   * From the first event of each partition that was recorded at this moment or later; up to the one before the first
   * recorded at that moment or later. Appends that wait for one another may be recorded in another order than their
   * positions', by moments. So a range is of positions: what a past one holds never changes, ranges that meet hold
   * each event once, and the next export goes on where one that was limited has ended.
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
  const all = await partitionRanges(pool, filter);
  const beyond = all.find(({ partition, last }) => (after.get(partition) ?? 0) > last);
  if (beyond)
    throw new UnreachedPositionError(
      `partition ${beyond.partition} has come to position ${beyond.last}, not to ${after.get(beyond.partition)}`,
    );
  const theirs = students && new Set(students.map(partitionOf));
  const ranges = all
    .filter(({ partition }) => !theirs || theirs.has(partition))
    .map(({ partition, from, head }) => ({
      partition,
      after: Math.max(after.get(partition) ?? 0, from - 1),
      head,
    }))
    .filter((range) => range.head > range.after);
  const starts = new Map(ranges.map((range) => [range.partition, range.after]));
  return {
    filter,
    students,
    ranges,
    total: ranges.reduce((sum, range) => sum + range.head - range.after, 0),
    reached: new Map(
      all.map(({ partition, head }) => [
        partition,
        starts.get(partition) ?? Math.max(after.get(partition) ?? 0, head),
      ]),
    ),
  };
}

interface PartitionRange {
  partition: number;
  /** The first position that the filter's times allow, and the last. */
  from: number;
  head: number;
  /** The last position that there is. */
  last: number;
}

async function partitionRanges(pool: Pool, { since, until }: ExportFilter): Promise<PartitionRange[]> {
  const { rows } = await pool.query<{
    partition: number;
    head: string;
    from: string | null;
    to: string | null;
  }>(
    `select p.partition, p.head, c.from, c.to
     from log_partitions p left join (
       select partition, min(position) filter (where recorded_at >= $1) as "from",
         min(position) filter (where recorded_at >= $2) as "to"
       from events where recorded_at >= least($1::timestamptz, $2::timestamptz) group by partition
     ) c using (partition) order by p.partition`,
    [since, until],
  );
  return rows.map(({ partition, head, from, to }) => {
    const last = Number(head);
    return {
      partition,
      from: since ? Number(from ?? last + 1) : 1,
      head: until && to !== null ? Number(to) - 1 : last,
      last,
    };
  });
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
  const where = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  where(filter.deckId, (deck) => `data->'deck_id' = to_jsonb(${deck}::integer)`);
  where(students, (list) => `student_id = any (${list}::integer[])`);
  const own = conditions.join(' and ');
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
