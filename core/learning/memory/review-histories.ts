import type { EventRegister } from '../../log/event-register.ts';
import {
  erasedStudents,
  type PartitionRange,
  partitionRanges,
  studentsOf,
} from '../../log/export/export-events.ts';
import { partitionOf } from '../../log/position.ts';
import { LogGapError } from '../../log/read.ts';
import type { Connection } from '../../postgres/transaction.ts';
import {
  CardReviewed,
  CardReviewImported,
  type ImportedReview,
  type Review,
  SchedulerWeightsSet,
  type WeightsSet,
} from '../learning.events.ts';

/** The students and cards whose answers are read. */
export interface HistoryScope {
  /** Of the students that are approved in this class now. */
  classId?: number | undefined;
  /** Of one student. */
  studentId?: number | undefined;
  /** To cards of this deck. */
  deckId?: number | undefined;
  /** What was recorded at this moment or later is not read. */
  until?: Date | undefined;
}

export interface HistoryPlan {
  register: EventRegister;
  scope: HistoryScope;
  students: number[] | undefined;
  /** Students who are erased: nothing of theirs is read. */
  erased: number[];
  /** Each is read from its beginning, since memories come from there. */
  ranges: PartitionRange[];
  /** Positions to be read in all. */
  total: number;
}

/** An answer that was not taken back, one that was imported, or new weights of a student. */
export type HistoryEvent = Review | ImportedReview | WeightsSet;

export interface HistoryPage {
  partition: number;
  /** In the order of their positions; each student's are in one partition. */
  events: HistoryEvent[];
  /** Of all positions to be read, how many this page has read. */
  read: number;
  /** Nothing more comes of this partition. */
  isLast: boolean;
}

/**
 * What will be read by this register, up to the log's heads as they are now. Rejects with `class_not_found`.
 */
export async function planHistories(
  client: Connection,
  register: EventRegister,
  scope: HistoryScope,
): Promise<HistoryPlan> {
  const { classId, studentId } = scope;
  const ofClass = classId === undefined ? undefined : await studentsOf(client, classId);
  const students =
    studentId === undefined ? ofClass : [studentId].filter((student) => ofClass?.includes(student) ?? true);
  const theirs = students && new Set(students.map(partitionOf));
  const ranges = (await partitionRanges(client, { until: scope.until })).filter(
    ({ partition, head }) => head > 0 && (!theirs || theirs.has(partition)),
  );
  const erased = await erasedStudents(client);
  return {
    register,
    scope,
    students,
    erased,
    ranges,
    total: ranges.reduce((sum, { head }) => sum + head, 0),
  };
}

const PAGE_SIZE = 5_000;

/**
 * Reads the answers that stand and the weights that were set, partition by partition, a page at a time. The next page
 * is on its way while one is worked on. After a partition's last page the client is free for other queries. Throws a
 * LogGapError at a missing event, and an UnreadableEventError for an event that this program does not know.
 */
export async function* readHistories(client: Connection, plan: HistoryPlan): AsyncGenerator<HistoryPage> {
  for (const range of plan.ranges) {
    const undone = await undoneOf(client, range);
    let next: Promise<HistoryPage> | undefined = readPage(client, plan, range, 0, undone);
    try {
      for (let after = PAGE_SIZE; next; after += PAGE_SIZE) {
        const page: HistoryPage = await next;
        next = page.isLast ? undefined : readPage(client, plan, range, after, undone);
        // It is awaited in its turn; until then its failure is not an unhandled one.
        next?.catch(() => {});
        yield page;
      }
    } finally {
      await Promise.allSettled([next]);
    }
  }
}

const named = (studentId: number, id: string): string => `${studentId} ${id}`;

/** The answers of a partition that have been taken back. */
async function undoneOf(client: Connection, { partition, head }: PartitionRange): Promise<Set<string>> {
  const { rows } = await client.query<{ student_id: number; review: string }>(
    `/* undoneOf */ select student_id, data->>'review' as review from events
     where partition = $1 and position <= $2 and type = 'CardReviewUndone'`,
    [partition, head],
  );
  return new Set(rows.map(({ student_id, review }) => named(student_id, review)));
}

const TYPES: readonly string[] = [CardReviewed, CardReviewImported, SchedulerWeightsSet].map(
  ({ name }) => name,
);

/** As `readPage` makes them. */
type Row = [
  position: number,
  student: number,
  id: string,
  type: string,
  version: number,
  at: number,
  data: unknown,
];

async function readPage(
  client: Connection,
  { register, scope, students, erased }: HistoryPlan,
  { partition, head }: PartitionRange,
  after: number,
  undone: Set<string>,
): Promise<HistoryPage> {
  const until = Math.min(after + PAGE_SIZE, head);
  // Not those wanted: what no program knows is read as well, and fails.
  const others = Object.keys(register.types).filter((type) => !TYPES.includes(type));
  // One text a page: a row of its own for each event takes the driver three times as long.
  const { rows } = await client.query<{ text: string | null; read: number }>({
    name: 'read_histories',
    text: `select count(*)::integer as read, string_agg(
             '[' || position || ',' || student_id || ',"' || id || '",' || to_json(type) || ',' || version || ','
               || date_part('epoch', occurred_at) * 1000 || ',' || data || ']', ',' order by position
           ) filter (
             where type <> all ($4) and student_id <> all ($7) and ($5::integer[] is null or student_id = any ($5))
               and ($6::integer is null or type = 'SchedulerWeightsSet' or data->'deck_id' = to_jsonb($6::integer))
           ) as text
           from events where partition = $1 and position > $2 and position <= $3`,
    values: [partition, after, until, others, students, scope.deckId, erased],
  });
  const { text, read } = rows[0]!;
  if (read !== until - after)
    throw new LogGapError(
      `partition ${partition} has ${read} events from position ${after + 1} to ${until}, not ${until - after}`,
    );
  const stored = (JSON.parse(`[${text ?? ''}]`) as Row[])
    .filter(([, student, id]) => undone.size === 0 || !undone.has(named(student, id)))
    .map(([position, studentId, id, type, version, at, data]) => ({
      partition,
      position,
      id,
      studentId,
      type,
      version,
      data,
      occurredAt: new Date(at),
    }));
  const events = register.decodeOf(stored, TYPES) as HistoryEvent[];
  return { partition, events, read, isLast: until === head };
}
