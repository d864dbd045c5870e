import { ofStudents, partitionCount, partitionsOf, withPartition } from '../../log/position.ts';
import { arrayLiteral } from '../../postgres/array-literal.ts';
import type { Tx } from '../../postgres/transaction.ts';
import type { Review } from '../learning.events.ts';
import { TIME_SPENT_MAX } from '../learning-limits.ts';

/** What a student may claim beside the time that has passed, in milliseconds: what one answer may say. */
const ALLOWANCE_MS = TIME_SPENT_MAX * 1_000;

/** What can be claimed at once after a long time, in milliseconds: a day without a connection. */
const CREDIT_MAX_MS = 24 * 3_600_000;

/** The time that a student may still claim, as of the latest answer. Milliseconds. */
export interface StudyClock {
  creditMs: number;
  recordedAt: number;
}

/**
 * Returns the seconds that count of those that an answer claims, and the clock after it. Credit grows with the
 * database's time between answers, up to a day; each second that counts is paid from it. So answers given without a
 * connection count in full when they arrive at once. No student can claim more than the time that has passed, and an
 * hour.
 */
export function boundedSeconds(
  before: StudyClock | undefined,
  { claimed, recordedAt }: { claimed: number; recordedAt: number },
): { seconds: number; clock: StudyClock } {
  // A clock that was set back gives nothing and takes nothing.
  const passed = before ? Math.max(0, recordedAt - before.recordedAt) : 0;
  const credit = Math.min(CREDIT_MAX_MS, before ? before.creditMs + passed : ALLOWANCE_MS);
  const seconds = Math.min(claimed, Math.floor(credit / 1_000));
  const latest = Math.max(recordedAt, before?.recordedAt ?? recordedAt);
  return { seconds, clock: { creditMs: credit - seconds * 1_000, recordedAt: latest } };
}

interface KnownClock {
  since: number;
  student_id: number | null;
  credit_ms: number;
  recorded_at: number;
}

const milliseconds = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;

/** The seconds that count of an answer, by its place, where these are fewer than it claims. */
export type CutSeconds = Map<number, number>;

/** A number for the place of an event in the log. */
export const placeOf = ({ partition, position }: Pick<Review, 'partition' | 'position'>): number =>
  position * partitionCount() + partition;

/**
 * Counts these answers, those of each partition in order, whether they stand or are taken back later. Time that has
 * been claimed stays claimed. Returns, and keeps, the answers that count for less than they claim.
 */
export async function boundStudyTime(reviews: Review[], tx: Tx): Promise<CutSeconds> {
  const cut: CutSeconds = new Map();
  if (reviews.length === 0) return cut;
  const students = [...new Set(reviews.map(({ studentId }) => studentId))];
  const { rows } = await tx.query<KnownClock>({
    name: 'study_clocks',
    text: `select ${milliseconds('r.since')} as since, c.student_id, c.credit_ms,
             ${milliseconds('c.recorded_at')} as recorded_at
           from study_time_rule r cross join unnest($1::integer[]) k (student_id)
             left join study_clocks c on ${ofStudents('c', 'k.student_id', '$2')}`,
    values: [arrayLiteral(students), arrayLiteral(partitionsOf(students))],
  });
  const since = rows[0]!.since;
  const clocks = new Map<number, StudyClock>();
  for (const { student_id, credit_ms, recorded_at } of rows)
    if (student_id !== null) clocks.set(student_id, { creditMs: credit_ms, recordedAt: recorded_at });
  const changed = new Map<number, StudyClock>();
  for (const review of reviews) {
    if (review.recordedAt === undefined) throw new Error(`${review.id}: when it was recorded is not known`);
    const recordedAt = new Date(review.recordedAt).getTime();
    if (recordedAt < since) continue;
    const claimed = review.data.time_spent;
    const before = changed.get(review.studentId) ?? clocks.get(review.studentId);
    const { seconds, clock } = boundedSeconds(before, { claimed, recordedAt });
    changed.set(review.studentId, clock);
    if (seconds < claimed) cut.set(placeOf(review), seconds);
  }
  if (changed.size) await saveClocks(changed, tx);
  if (cut.size)
    await tx.query(
      `/* boundStudyTime */ insert into cut_reviews (partition, position, seconds)
       select place % $3::integer, place / $3::integer, seconds from unnest($1::bigint[], $2::integer[]) c (place, seconds)`,
      [[...cut.keys()], [...cut.values()], partitionCount()],
    );
  return cut;
}

async function saveClocks(clocks: Map<number, StudyClock>, tx: Tx): Promise<void> {
  await tx.query({
    name: 'save_study_clocks',
    text: `insert into study_clocks (partition, student_id, credit_ms, recorded_at)
           ${withPartition(
             `select student_id, credit_ms, recorded_at
              from unnest($1::integer[], $2::integer[], $3::timestamptz[]) c (student_id, credit_ms, recorded_at)`,
             '$4',
           )}
           on conflict (partition, student_id) do update set credit_ms = excluded.credit_ms, recorded_at = excluded.recorded_at`,
    values: [
      arrayLiteral([...clocks.keys()]),
      arrayLiteral([...clocks.values()].map(({ creditMs }) => creditMs)),
      arrayLiteral([...clocks.values()].map(({ recordedAt }) => new Date(recordedAt).toISOString())),
      arrayLiteral(partitionsOf([...clocks.keys()])),
    ],
  });
}

/** Of these answers of one partition, which `boundStudyTime` has taken in, those that count for less than they claim. */
export async function cutSeconds(reviews: Review[], tx: Tx): Promise<CutSeconds> {
  const [first] = reviews;
  if (!first) return new Map();
  const { rows } = await tx.query<{ position: number; seconds: number }>(
    `/* cutSeconds */ select position::float8 as position, seconds from cut_reviews where partition = $1 and position = any ($2)`,
    [first.partition, arrayLiteral(reviews.map(({ position }) => position))],
  );
  return new Map(rows.map(({ position, seconds }) => [placeOf({ ...first, position }), seconds]));
}
