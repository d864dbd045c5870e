import type { Pool } from 'pg';
import { partitionOf } from '../log/position.ts';
import { UNKNOWN_MIGRATIONS } from '../postgres/newer-database.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { announceProgress, lockClassProgress, recomputeStudents } from './class-progress.projection.ts';
import type { Gathering } from './class-progress.schema.ts';

/** Students that one transaction computes: with a year behind each, their partition stands still for a tenth of a second. */
const STUDENTS = 20;

/**
 * Has the figures of these classes computed again, student by student, after their decks have changed. Needs
 * `lockClassProgress` for all. Of a class that is to be deleted, call it before.
 */
export async function requestGathering(tx: Tx, classIds: readonly number[]): Promise<void> {
  const { rows } = await tx.query<{ class_id: number; student_id: number }>(
    `/* requestGathering */ select class_id, student_id from class_members where class_id = any ($1::integer[]) and status = 'approved'`,
    [classIds],
  );
  await tx.query(
    `/* requestGathering */ insert into class_gatherings (class_id, student_id, partition)
     select class_id, student_id, partition_of(student_id) from unnest($1::integer[], $2::integer[]) m (class_id, student_id)
     on conflict do nothing`,
    [rows.map((row) => row.class_id), rows.map((row) => row.student_id)],
  );
  for (const classId of classIds) announceProgress(tx, classId);
}

/**
 * Computes the figures of some students of a class that wait for it. The transaction holds their partition back.
 * Returns false when none waits. Any number of processes may do so at once.
 */
export async function gatherSome(pool: Pool): Promise<boolean> {
  // By student, so that one batch after another is of another partition.
  const { rows } = await pool.query<{ class_id: number; student_id: number }>({
    name: 'next_gathering',
    text: `select class_id, student_id from class_gatherings where ${UNKNOWN_MIGRATIONS} is null
           order by class_id, student_id limit 1`,
  });
  const [next] = rows;
  if (!next) return false;
  const { class_id: classId, student_id: first } = next;
  await inTransaction(pool, async (tx) => {
    await lockClassProgress(tx, [first]);
    const { rows: students } = await tx.query<{ student_id: number }>(
      `/* gatherSome */ delete from class_gatherings where class_id = $1 and student_id in (
         select student_id from class_gatherings where class_id = $1 and partition = $2
         order by student_id limit ${STUDENTS})
       returning student_id`,
      [classId, partitionOf(first)],
    );
    if (students.length)
      await recomputeStudents(
        tx,
        classId,
        students.map((row) => row.student_id),
      );
  });
  return true;
}

/** Returns how many of a class's students its figures have by now; null when nobody waits. */
export async function gatheringOf(pool: Pool, classId: number): Promise<Gathering | null> {
  const { rows } = await pool.query<Gathering>({
    name: 'gathering_of',
    text: `select count(*)::integer as students, (count(*) - count(g.student_id))::integer as gathered
           from class_members m left join class_gatherings g using (class_id, student_id)
           where m.class_id = $1 and m.status = 'approved'`,
    values: [classId],
  });
  const gathering = rows[0]!;
  return gathering.gathered < gathering.students ? gathering : null;
}
