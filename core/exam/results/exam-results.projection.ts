import type { EventOf } from '../../log/event-register.ts';
import { type Erased, StudentErased, takeErased } from '../../log/log.events.ts';
import { ofStudents, partitionOf, partitionsOf } from '../../log/position.ts';
import { lockCheckpoints } from '../../log/projecting/checkpoint.ts';
import { defineProjection, forgetStudents } from '../../log/projection.ts';
import { byShard } from '../../postgres/several-servers.ts';
import { announce, type Tx } from '../../postgres/transaction.ts';
import { ExamSubmitted } from '../attempt/exam.events.ts';
import type { Answers } from '../exam.schema.ts';
import { KEYED_QUESTIONS } from '../question/question-sql.ts';
import { type KeyedQuestion, scoreOf } from './scoring.ts';

/**
 * What has each student handed in of each exam, and how many points does the present key give? A change of the key
 * computes the scores again in the same transaction, while holding the checkpoints (`lockExamResults`): a submission is
 * scored either before that change, and then again, or after it.
 */
export const examResults = defineProjection({
  name: 'exam_results',
  tables: ['exam_results'],
  events: [ExamSubmitted, StudentErased],
  isReadBack: true,
  settledBy: ['exams', 'exam_questions'],
  apply: applySubmissions,
  settle: async (tx) => {
    await tx.query('/* settle */ delete from exam_results where exam_id not in (select id from exams)');
    const { rows } = await tx.query<{ id: number }>('/* settle */ select id from exams order by id');
    for (const { id } of rows) await rescore(tx, id);
  },
  reset: async (tx) => void (await tx.query('truncate exam_results')),
});

type Submission = EventOf<typeof ExamSubmitted>;

/** Returns the questions with their key, in order, of the exams among these that still exist. */
async function keysOf(tx: Tx, examIds: number[]): Promise<Map<number, KeyedQuestion[]>> {
  const { rows } = await tx.query<{ id: number; questions: KeyedQuestion[] }>({
    name: 'exam_keys',
    text: `select e.id, ${KEYED_QUESTIONS} as questions from exams e where e.id = any ($1)`,
    values: [examIds],
  });
  return new Map(rows.map(({ id, questions }) => [id, questions]));
}

async function applySubmissions(events: (Submission | Erased)[], tx: Tx): Promise<void> {
  const { erased, others } = takeErased(events);
  await forgetStudents(tx, ['exam_results'], erased);
  if (others.length) await addSubmissions(others, tx);
}

async function addSubmissions(events: Submission[], tx: Tx): Promise<void> {
  const keys = await keysOf(tx, [...new Set(events.map(({ data }) => data.exam_id))]);
  const known = events.flatMap((event) => {
    const questions = keys.get(event.data.exam_id);
    return questions ? [{ ...event, ...scoreOf(questions, event.data.answers) }] : [];
  });
  const { rows } = await tx.query<{ class_id: number }>({
    name: 'add_exam_results',
    text: `with submission as (
             select * from rows from (unnest($1::integer[], $2::integer[]), jsonb_array_elements($3::jsonb),
               unnest($4::integer[], $5::integer[], $6::timestamptz[], $7::integer[], $8::integer[], $9::text[]))
               s (exam_id, student_id, answers, score, total, submitted_at, time_spent, late, submitted_by)
           ), added as (
             insert into exam_results
               (exam_id, partition, student_id, answers, score, total, submitted_at, time_spent, late, submitted_by)
             select exam_id, partition_of(student_id), student_id, answers, score, total, submitted_at, time_spent, late, submitted_by
             from submission on conflict do nothing
           )
           select distinct k.class_id from submission s join exam_classes k using (exam_id)
           join class_members m on m.class_id = k.class_id and m.student_id = s.student_id and m.status = 'approved'`,
    values: [
      known.map(({ data }) => data.exam_id),
      known.map(({ studentId }) => studentId),
      JSON.stringify(known.map(({ data }) => data.answers)),
      known.map(({ score }) => score),
      known.map(({ total }) => total),
      known.map(({ occurredAt }) => occurredAt.toISOString()),
      known.map(({ data }) => data.time_spent),
      known.map(({ data }) => data.late),
      known.map(({ data }) => data.by),
    ],
  });
  announceResults(
    tx,
    rows.map((row) => row.class_id),
  );
}

/** How a change of a class's results is announced. */
export const resultsOf = (classId: number): string => `exam_results:${classId}`;

/** Has open pages read the results of these classes again. */
export const announceResults = (tx: Tx, classIds: readonly number[]): void =>
  announce(tx, classIds.map(resultsOf));

/** Holds back the projector until the transaction ends. Call it before an exam's key is changed. */
export const lockExamResults = (tx: Tx): Promise<void> => lockCheckpoints(tx, examResults.name);

/** Scores every submission of an exam by its present key. Needs `lockExamResults`. */
export async function rescore(tx: Tx, examId: number): Promise<void> {
  const questions = (await keysOf(tx, [examId])).get(examId) ?? [];
  const { rows } = await tx.query<{ student_id: number; answers: Answers; score: number; total: number }>(
    '/* rescore */ select student_id, answers, score, total from exam_results where exam_id = $1',
    [examId],
  );
  const changed = rows.flatMap(({ student_id, answers, ...before }) => {
    const now = scoreOf(questions, answers);
    return now.score === before.score && now.total === before.total ? [] : [{ student_id, ...now }];
  });
  for (const together of byShard(partitionsOf(changed.map(({ student_id }) => student_id)))) {
    const own = changed.filter(({ student_id }) => together.includes(partitionOf(student_id)));
    await tx.query(
      `/* rescore */ update exam_results r set score = s.score, total = s.total
       from unnest($2::integer[], $3::integer[], $4::integer[]) s (student_id, score, total)
       where r.exam_id = $1 and ${ofStudents('r', 's.student_id', '$5')}`,
      [
        examId,
        own.map(({ student_id }) => student_id),
        own.map(({ score }) => score),
        own.map(({ total }) => total),
        together,
      ],
    );
  }
  const { rows: classes } = await tx.query<{ class_id: number }>(
    '/* rescore */ select class_id from exam_classes where exam_id = $1',
    [examId],
  );
  announceResults(
    tx,
    classes.map((row) => row.class_id),
  );
}

/** Removes the results of an exam. Needs `lockExamResults`. */
export const forgetResults = async (tx: Tx, examId: number): Promise<void> =>
  void (await tx.query('/* forgetResults */ delete from exam_results where exam_id = $1', [examId]));
