import { CardReviewed, CardReviewUndone, type Review, type Undo } from '../learning/learning.events.ts';
import { resolveUndone } from '../learning/progress/standing-reviews.ts';
import { allPartitions, ofStudent, ofStudents, partitionOf, partitionsOf } from '../log/position.ts';
import { lockCheckpoints } from '../log/projecting/checkpoint.ts';
import { defineProjection, type FindOnce } from '../log/projection.ts';
import { arrayLiteral } from '../postgres/array-literal.ts';
import { byShard } from '../postgres/several-servers.ts';
import { announce, type Tx } from '../postgres/transaction.ts';

const TABLES = ['class_progress', 'class_progress_months', 'class_days'];

/**
 * How much has each student of a class studied of the class's decks on each day? Deck stats say it for each deck; here
 * they are added up over the decks that the class has now, for the students that it has now.
 *
 * A row is always computed as a whole, from deck stats that are at least as far as the checkpoint. So computing it
 * again changes nothing. A change of a class's students or decks computes the rows concerned again in the same
 * transaction. Or it has them computed a few students at a time (`requestGathering`). It holds the checkpoints of those
 * students' partitions meanwhile (`lockClassProgress`): a batch is applied either before that change or after it.
 */
export const classProgress = defineProjection({
  name: 'class_progress',
  tables: TABLES,
  events: [CardReviewed, CardReviewUndone],
  // Rows are computed again up to the position of the undo.
  typesAlone: ['CardReviewUndone'],
  // Teachers read it and append nothing: no student waits while a class is computed again.
  isReadBack: false,
  follows: 'deck_stats',
  isSettledWhole: true,
  settledBy: ['classes', 'class_members', 'class_decks'],
  unsettled: 'class_id in (select class_id from public.class_gatherings)',
  apply: applyReviews,
  settle: async (tx) => {
    for (const partitions of byShard(allPartitions())) await recomputeAll(tx, partitions);
  },
  addUp: (tx) => addUpDays(tx, allPartitions()),
  reset: async (tx) => void (await tx.query(`truncate ${TABLES.join()}`)),
});

/** Takes `change` (class_id, student_id, day and what came to each) into the sums by month and by partition. */
const ADD_UP = `
  months as (
    insert into class_progress_months as m (class_id, month, partition, student_id, cards, seconds)
    select class_id, date_trunc('month', day)::date, partition, student_id, sum(more_cards), sum(more_seconds)
    from change group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (class_id, month, partition, student_id) do update set
      cards = m.cards + excluded.cards, seconds = m.seconds + excluded.seconds
  ), days as (
    insert into class_days as d (class_id, day, partition, students, cards, seconds)
    select class_id, day, partition, sum(more_students), sum(more_cards), sum(more_seconds)
    from change group by 1, 2, 3 order by 1, 2, 3
    on conflict (class_id, day, partition) do update set
      students = d.students + excluded.students, cards = d.cards + excluded.cards,
      seconds = d.seconds + excluded.seconds
  )`;

/** Days of a student from which every review has been taken back have no row. */
async function applyReviews(events: (Review | Undo)[], tx: Tx, once: FindOnce): Promise<void> {
  const { reviews, undone } = await once(resolveUndone);
  const touched = [...reviews, ...undone];
  const { rows } = await tx.query<{ class_id: number; is_gone: boolean }>({
    name: 'add_class_progress',
    text: `with touched as (
             select distinct m.class_id, r.student_id, r.day
             from (select distinct * from unnest($1::integer[], $2::integer[], $3::date[]) r (student_id, deck_id, day)) r
             join class_members m on m.student_id = r.student_id and m.status = 'approved'
             join class_decks k on k.class_id = m.class_id and k.deck_id = r.deck_id
           ), computed as (
             select t.class_id, t.student_id, t.day, partition_of(t.student_id) as partition, sum(s.cards) as cards,
               sum(s.seconds) as seconds
             from touched t join class_decks k on k.class_id = t.class_id
             left join deck_stats s on ${ofStudents('s', 't.student_id', '$4')} and s.deck_id = k.deck_id and s.day = t.day
             group by t.class_id, t.student_id, t.day
           ), change as (
             select c.*,
               (c.cards is not null)::integer - (p.class_id is not null)::integer as more_students,
               coalesce(c.cards, 0) - coalesce(p.cards, 0) as more_cards,
               coalesce(c.seconds, 0) - coalesce(p.seconds, 0) as more_seconds
             from computed c left join (select * from class_progress where partition = any ($4)) p
               using (class_id, day, partition, student_id)
             where c.cards is not null or p.class_id is not null
           ), put as (
             insert into class_progress (class_id, day, partition, student_id, cards, seconds)
             select class_id, day, partition, student_id, cards, seconds from change where cards is not null
             order by class_id, day, partition, student_id
             on conflict (class_id, day, partition, student_id) do update set cards = excluded.cards, seconds = excluded.seconds
           ), gone as (
             delete from class_progress p using change c where c.cards is null and p.partition = any ($4)
               and p.class_id = c.class_id and p.day = c.day and p.partition = c.partition and p.student_id = c.student_id
           ), ${ADD_UP}
           select class_id, bool_or(cards is null) as is_gone from change group by class_id`,
    values: [
      arrayLiteral(touched.map((event) => event.studentId)),
      arrayLiteral(touched.map((event) => event.data.deck_id)),
      arrayLiteral(touched.map((event) => event.data.day)),
      arrayLiteral(partitionsOf(touched.map((event) => event.studentId))),
    ],
  });
  for (const { class_id } of rows) announceProgress(tx, class_id);
  const emptied = rows.filter((row) => row.is_gone).map((row) => row.class_id);
  // Only an undo takes away, and it comes with those of its partition alone.
  if (emptied.length) await removeEmptySums(tx, emptied, events[0]!.partition);
}

/** Removes what adds up nothing any more. */
async function removeEmptySums(tx: Tx, classIds: number[], partition: number): Promise<void> {
  await tx.query(
    '/* removeEmptySums */ delete from class_days where class_id = any ($1) and partition = $2 and students = 0',
    [classIds, partition],
  );
  await tx.query(
    '/* removeEmptySums */ delete from class_progress_months where class_id = any ($1) and partition = $2 and cards = 0',
    [classIds, partition],
  );
}

/**
 * Holds back the projector for these students, or for all, until the transaction ends. Call it before
 * anything that decides which rows there are is read or written.
 */
export async function lockClassProgress(tx: Tx, studentIds?: number[]): Promise<void> {
  await lockCheckpoints(tx, classProgress.name, studentIds && partitionsOf(studentIds));
}

/** Computes the rows of one student of a class again, after the student has come or gone. Needs `lockClassProgress`. */
export const recomputeStudent = (tx: Tx, classId: number, studentId: number): Promise<void> =>
  recomputeStudents(tx, classId, [studentId]);

/** Computes the rows of some students of a class, all of one partition, again. Needs `lockClassProgress` for them. */
export async function recomputeStudents(tx: Tx, classId: number, studentIds: number[]): Promise<void> {
  const partition = partitionOf(studentIds[0]!);
  await tx.query(
    `/* recomputeStudents */ with gone as (
       delete from class_progress where class_id = $1 and partition = $3 and student_id = any ($2) returning day, cards, seconds
     ), gone_months as (
       delete from class_progress_months where class_id = $1 and partition = $3 and student_id = any ($2)
     )
     update class_days d set students = d.students - g.students, cards = d.cards - g.cards, seconds = d.seconds - g.seconds
     from (select day, count(*) as students, sum(cards) as cards, sum(seconds) as seconds from gone group by day) g
     where d.class_id = $1 and d.day = g.day and d.partition = $3`,
    [classId, studentIds, partition],
  );
  await fill(tx, classId, studentIds);
  await removeEmptySums(tx, [classId], partition);
  announceProgress(tx, classId);
}

/** Computes all rows of these partitions, of every class. */
async function recomputeAll(tx: Tx, partitions: number[]): Promise<void> {
  for (const table of ['class_progress', 'class_progress_months'])
    await tx.query(`/* recomputeAll */ delete from ${table} where partition = any ($1)`, [partitions]);
  await tx.query(
    `/* recomputeAll */ insert into class_progress (class_id, day, partition, student_id, cards, seconds)
     select m.class_id, s.day, s.partition, s.student_id, sum(s.cards), sum(s.seconds)
     from class_members m join class_decks k using (class_id)
     join deck_stats s on s.student_id = m.student_id and s.deck_id = k.deck_id
     where m.status = 'approved' and s.partition = any ($1) and partition_of(m.student_id) = any ($1)
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [partitions],
  );
  await tx.query(
    `/* recomputeAll */ insert into class_progress_months (class_id, month, partition, student_id, cards, seconds)
     select class_id, date_trunc('month', day)::date, partition, student_id, sum(cards), sum(seconds)
     from class_progress where partition = any ($1) group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [partitions],
  );
  await addUpDays(tx, partitions);
}

/** Adds up again, over the students of each of these partitions, what every class has studied on each day. */
async function addUpDays(tx: Tx, partitions: number[]): Promise<void> {
  await tx.query('/* addUpDays */ delete from class_days where partition = any ($1)', [partitions]);
  await tx.query(
    `/* addUpDays */ insert into class_days (class_id, day, partition, students, cards, seconds)
     select class_id, day, partition, count(*), sum(cards), sum(seconds)
     from class_progress where partition = any ($1) group by 1, 2, 3 order by 1, 2, 3`,
    [partitions],
  );
}

/** Of these students, those that are in the class, from nothing. */
async function fill(tx: Tx, classId: number, studentIds: number[]): Promise<void> {
  await tx.query(
    `/* fill */ with change as (
       select m.class_id, m.student_id, s.day, partition_of(m.student_id) as partition, sum(s.cards) as more_cards,
         sum(s.seconds) as more_seconds, 1 as more_students
       from class_members m join class_decks k using (class_id)
       join deck_stats s on ${ofStudent('s', 'm.student_id')} and s.deck_id = k.deck_id
       where m.class_id = $1 and m.student_id = any ($2) and m.status = 'approved'
       group by m.class_id, m.student_id, s.day
     ), put as (
       insert into class_progress (class_id, day, partition, student_id, cards, seconds)
       select class_id, day, partition, student_id, more_cards, more_seconds from change
       order by class_id, day, partition, student_id
     ), ${ADD_UP}
     select`,
    [classId, studentIds],
  );
}

/** Has the teachers' open tabs read the class again. */
export const announceProgress = (tx: Tx, classId: number): void =>
  announce(tx, [`class_progress:${classId}`]);
