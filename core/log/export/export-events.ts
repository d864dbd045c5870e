import type { Pool } from 'pg';
import { orThrow } from '../../contract/errors.ts';
import type { Db } from '../../postgres/transaction.ts';
import { ERASED_STUDENTS } from '../log.events.ts';
import { epochOf, type Position, partitionOf } from '../position.ts';

export interface ExportFilter {
  /**
   * From the first event of each partition that was recorded at this moment or later; up to the one before the first
   * recorded at that moment or later. Appends that wait for one another may be recorded in another order than their
   * positions', by moments. So a range is of positions: what a past one holds never changes, and ranges that meet hold
   * each event once. The next export goes on where a limited one has ended.
   */
  since?: Date | undefined;
  until?: Date | undefined;
  /** Of the students that are approved in this class now. */
  classId?: number | undefined;
  /** Whose data name this deck. */
  deckId?: number | undefined;
  /** How far an earlier export came; partitions that are not named begin at their first event. */
  after?: Position[] | undefined;
  /** Nothing of students who are erased: a pseudonymous export must not be joined with one from before. */
  withoutErased?: boolean | undefined;
}

/** Thrown for positions that this log has not reached, or of another epoch: they are another log's. */
export class UnreachedPositionError extends Error {
  override name = 'UnreachedPositionError';
}

export interface ExportPlan {
  filter: ExportFilter;
  students: number[] | undefined;
  /** Students of whom nothing is read, and how many events that leaves out. */
  erased: number[];
  leftOut: number;
  /** What to read of each partition: after the first position, up to the last. */
  ranges: { partition: number; after: number; head: number }[];
  /** Positions to be read in all. */
  total: number;
  /** How far each partition counts as exported before anything is read. */
  reached: Map<number, number>;
  /** Of each partition. */
  epochs: Map<number, string>;
}

/**
 * Returns what an export will read: up to the heads as they are now, so that it ends however much is appended meanwhile.
 * Rejects with `class_not_found`, or an UnreachedPositionError.
 */
export async function planExport(pool: Pool, filter: ExportFilter): Promise<ExportPlan> {
  const students = filter.classId === undefined ? undefined : await studentsOf(pool, filter.classId);
  const after = new Map(filter.after?.map(({ partition, position }) => [partition, position]));
  const all = await partitionRanges(pool, filter);
  requireThisLog(filter.after ?? [], all);
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
  const erased = filter.withoutErased ? await erasedStudents(pool) : [];
  const starts = new Map(ranges.map((range) => [range.partition, range.after]));
  return {
    filter,
    students,
    erased,
    leftOut: await countLeftOut(pool, { filter, students, erased, ranges }),
    ranges,
    total: ranges.reduce((sum, range) => sum + range.head - range.after, 0),
    reached: new Map(
      all.map(({ partition, head }) => [
        partition,
        starts.get(partition) ?? Math.max(after.get(partition) ?? 0, head),
      ]),
    ),
    epochs: new Map(all.map(({ partition, epoch }) => [partition, epoch])),
  };
}

/** Returns the students who are erased by now. */
export async function erasedStudents(client: Db): Promise<number[]> {
  const { rows } = await client.query<{ student_id: number }>(ERASED_STUDENTS);
  return rows.map(({ student_id }) => student_id);
}

/** Of what the plan would read, how many events are of erased students. */
async function countLeftOut(
  pool: Pool,
  { filter, students, erased, ranges }: Pick<ExportPlan, 'filter' | 'students' | 'erased' | 'ranges'>,
): Promise<number> {
  if (erased.length === 0) return 0;
  const { rows } = await pool.query<{ count: number }>(
    `/* countLeftOut */ select count(*)::integer as count from unnest($1::smallint[], $2::bigint[], $3::bigint[]) r (partition, after, head)
     join events e on e.partition = r.partition and e.student_id = any ($4)
       and e.position > r.after and e.position <= r.head
     where ($5::integer is null or e.data -> 'deck_id' = to_jsonb($5::integer))
       and ($6::integer[] is null or e.student_id = any ($6))`,
    [
      ranges.map(({ partition }) => partition),
      ranges.map(({ after }) => after),
      ranges.map(({ head }) => head),
      erased,
      filter.deckId,
      students,
    ],
  );
  return rows[0]!.count;
}

/** Throws an UnreachedPositionError for positions that say that they are of another log. */
export function requireThisLog(positions: Position[], ranges: PartitionRange[]): void {
  for (const { partition, epoch } of positions) {
    const own = ranges.find((range) => range.partition === partition)?.epoch;
    if (epoch !== undefined && epoch !== own)
      throw new UnreachedPositionError(
        `partition ${partition} has the epoch ${own} since it was made or restored, not ${epoch}`,
      );
  }
}

export interface PartitionRange {
  partition: number;
  /** The first position that the filter's times allow, and the last. */
  from: number;
  head: number;
  /** The last position that there is. */
  last: number;
  epoch: string;
}

/** Returns what times leave of each partition, as it is now. */
export async function partitionRanges(
  client: Db,
  { since, until }: Pick<ExportFilter, 'since' | 'until'>,
): Promise<PartitionRange[]> {
  const { rows } = await client.query<{
    partition: number;
    head: string;
    epoch: string;
    from: string | null;
    to: string | null;
  }>(
    `/* partitionRanges */ select p.partition, p.head, ${epochOf('p')} as epoch, c.from, c.to
     from log_partitions p left join (
       select partition, min(position) filter (where recorded_at >= $1) as "from",
         min(position) filter (where recorded_at >= $2) as "to"
       from events where recorded_at >= least($1::timestamptz, $2::timestamptz) group by partition
     ) c using (partition) order by p.partition`,
    [since, until],
  );
  return rows.map(({ partition, head, epoch, from, to }) => {
    const last = Number(head);
    return {
      partition,
      from: since ? Number(from ?? last + 1) : 1,
      head: until && to !== null ? Number(to) - 1 : last,
      last,
      epoch,
    };
  });
}

/** Returns the students that are approved in a class now. Rejects with `class_not_found`. */
export async function studentsOf(client: Db, classId: number): Promise<number[]> {
  const { rows } = await client.query<{ students: number[] }>(
    `/* studentsOf */ select array(select student_id from class_members m where m.class_id = c.id and m.status = 'approved') as students
     from classes c where c.id = $1`,
    [classId],
  );
  return orThrow(rows[0], 'class_not_found').students;
}
