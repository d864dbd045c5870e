import { hash, randomUUID } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { Pool } from 'pg';
import { gatherSome } from '../../core/classroom/class-gathering.ts';
import { eventRegister } from '../../core/events.ts';
import { CardReviewed, CardReviewedV1 } from '../../core/learning/learning.events.ts';
import { Appender, type NewEvent } from '../../core/log/append/appender.ts';
import { partitionOf } from '../../core/log/position.ts';
import { projectionLag } from '../../core/log/projecting/checkpoint.ts';
import { projectBatch } from '../../core/log/projecting/project-batch.ts';
import { type DefinedProjection, readBy } from '../../core/log/projection.ts';
import { inTransaction } from '../../core/postgres/transaction.ts';
import { projections } from '../../core/projections.ts';

type ReviewData = Static<typeof CardReviewedV1>;

const REVIEW: ReviewData = {
  deck_id: 1,
  card_id: 1,
  rating: 2,
  card_type: 'new',
  first_status: 2,
  tries: 1,
  time_spent: 5,
  day: '2026-03-01',
};

/** A review by a student, unremarkable but for what the test says. */
export function review(studentId: number, data: Partial<ReviewData> = {}): NewEvent {
  const full = { ...REVIEW, ...data };
  return CardReviewed.make(CardReviewedV1, {
    studentId,
    id: randomUUID(),
    data: full,
    hash: hash('sha256', JSON.stringify(full), 'hex'),
    occurredAt: new Date(`${full.day}T05:00:00.000Z`),
  });
}

/** Appends the events one after the other, so that their order is the one given. */
export async function given(pool: Pool, events: NewEvent[]): Promise<void> {
  const appender = new Appender(pool);
  for (const event of events) await appender.append(event);
}

/** Projects everything that is in the log. */
export async function projectAll(pool: Pool, only: DefinedProjection[] = projections): Promise<void> {
  const behind = await projectionLag(pool);
  for (const projection of only.map((one) => readBy(eventRegister, one)))
    for (const { partition } of behind.filter(({ projection: name }) => name === projection.name))
      while ((await projectBatch(pool, projection, partition)).events > 0);
  while (await gatherSome(pool));
}

/** From now on answers may claim more time than has passed: for a test that is not about that. */
export const claimFreely = async (pool: Pool): Promise<void> =>
  void (await pool.query(`update study_time_rule set since = '3000-01-01Z'`));

/** Empties projections and their checkpoints, as before a rebuild. */
export async function resetProjections(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    for (const projection of projections) await projection.reset(tx);
    await tx.query('update projection_checkpoints set position = 0');
  });
}

/** Nobody has done anything: the log is empty, and so are the projections. */
export async function emptyLog(pool: Pool): Promise<void> {
  await pool.query('truncate events, parked_events; update log_partitions set head = 0');
  await resetProjections(pool);
}

/** A student of this partition. */
export function studentOf(partition: number): number {
  let student = 1;
  while (partitionOf(student) !== partition) student++;
  return student;
}

/** Two students of one partition, and one of another. */
export function neighbours(): { first: number; second: number; elsewhere: number } {
  const first = 1;
  let second = 2;
  while (partitionOf(second) !== partitionOf(first)) second++;
  let elsewhere = 2;
  while (partitionOf(elsewhere) === partitionOf(first)) elsewhere++;
  return { first, second, elsewhere };
}
