import type { Pool } from 'pg';
import { classesTaughtBy } from '../../access/class-rights.ts';
import type { KnownAccount } from '../../access/directory.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { PageQuery } from '../../contract/page-query.ts';
import { ofStudent, partitionOf } from '../../log/position.ts';
import { mapPage, type Page, readPage } from '../../postgres/page.ts';
import { byGivenName, loginNameOf } from '../../postgres/person-sql.ts';
import { submissionIds } from '../attempt/exam-event.ts';
import type { ClassResult, ExamResult } from '../attempt/submission.schema.ts';
import { QUESTIONS_SCORED } from '../exam-limits.ts';
import { EXAM_TIME } from '../exam-time.ts';
import { KEYED_QUESTIONS } from '../question/question-sql.ts';
import { type KeyedQuestion, scoreOf } from './scoring.ts';

/** The seconds that a result has are whole ones; the attempt knows exactly. */
const STARTED_AT = `coalesce(a.started_at, r.submitted_at - r.time_spent * interval '1 second')`;

/** What a student handed in, and what it is worth. Throws `no_exam_result`. */
export async function resultOf(pool: Pool, examId: number, studentId: number): Promise<ExamResult> {
  return orThrow(await projectedResult(pool, examId, studentId), 'no_exam_result');
}

/**
 * What students have handed in themselves, also in the moment before it is projected: then it is what the log says,
 * scored by the present key. Throws `no_exam_result`.
 */
export async function ownResult(pool: Pool, examId: number, studentId: number): Promise<ExamResult> {
  const result =
    (await projectedResult(pool, examId, studentId)) ?? (await loggedResult(pool, examId, studentId));
  return orThrow(result, 'no_exam_result');
}

async function projectedResult(
  pool: Pool,
  examId: number,
  studentId: number,
): Promise<ExamResult | undefined> {
  const { rows } = await pool.query<ExamResult>({
    name: 'exam_result',
    text: `select r.exam_id, r.student_id, r.answers, r.score, r.total, true as completed,
             r.submitted_at as completed_at, ${STARTED_AT} as started_at, r.time_spent as time_spent_seconds,
             r.late as late_seconds, r.submitted_by
           from exam_results r left join exam_attempts a using (exam_id, partition, student_id)
           where r.exam_id = $1 and ${ofStudent('r', '$2')}`,
    values: [examId, studentId],
  });
  return rows[0] && withIsoTimes(rows[0]);
}

const withIsoTimes = <R extends Pick<ExamResult, 'completed_at' | 'started_at'>>(row: R): R => ({
  ...row,
  completed_at: isoTime(row.completed_at),
  started_at: isoTime(row.started_at),
});

/** Returns the result of a submission that stands in the log; its row is that which the projection makes of it. */
async function loggedResult(pool: Pool, examId: number, studentId: number): Promise<ExamResult | undefined> {
  const { rows } = await pool.query<Omit<ExamResult, 'score' | 'total'> & { questions: KeyedQuestion[] }>({
    name: 'logged_exam_result',
    text: `select r.exam_id, r.student_id, r.answers, true as completed, r.submitted_at as completed_at,
             ${STARTED_AT} as started_at, r.time_spent as time_spent_seconds, r.late as late_seconds, r.submitted_by,
             coalesce((select ${KEYED_QUESTIONS} from exams e where e.id = $1), '[]') as questions
           from (select $1::integer as exam_id, partition, student_id, data->'answers' as answers, occurred_at as submitted_at,
                   (data->>'time_spent')::integer as time_spent, (data->>'late')::integer as late,
                   data->>'by' as submitted_by
                 from events where partition = $3 and student_id = $2 and id = any ($4) and type = 'ExamSubmitted') r
           left join exam_attempts a using (exam_id, partition, student_id)`,
    values: [examId, studentId, partitionOf(studentId), submissionIds(examId, studentId)],
  });
  if (!rows[0]) return undefined;
  const { questions, ...result } = rows[0];
  return withIsoTimes({ ...result, ...scoreOf(questions, result.answers) });
}

/** Requires that the student is in a class of the teacher's that has the exam. Throws `result_not_accessible`. */
export async function requireResultAccess(
  pool: Pool,
  teacher: KnownAccount,
  examId: number,
  studentId: number,
): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'may_see_result',
    text: `select 1 from exam_classes k
           join class_members m on m.class_id = k.class_id and m.student_id = $3 and m.status = 'approved'
           where k.exam_id = $1 and k.class_id in (${classesTaughtBy('$2')}) limit 1`,
    values: [examId, teacher.id, studentId],
  });
  if (!rowCount) throw new AppError('result_not_accessible');
}

/**
 * Returns a part of all approved students of a class with each of its exams, or with one of them. Sorted by name, the
 * newest exam first.
 */
export async function classResults(
  pool: Pool,
  classId: number,
  { exam_id: examId, ...page }: PageQuery & { exam_id?: number | undefined },
): Promise<Page<ClassResult>> {
  const query = {
    name: 'class_results',
    text: `select m.student_id, e.id as exam_id, e.title as exam_name, u.name, ${loginNameOf('u')} as email,
             case when r.exam_id is not null then 'submitted' when a.exam_id is not null then 'in_progress'
               else 'not_started' end as status,
             r.exam_id is not null as completed, r.score, coalesce(r.total, cardinality(e.scored)) as total,
             (select count(*) from unnest(e.scored) id where coalesce(r.answers, a.answers) ? id)::integer as answered_count,
             case when r.exam_id is null and a.exam_id is not null then
               greatest(0, extract(epoch from a.deadline_at - ${EXAM_TIME}))::float8 end as remaining_seconds,
             coalesce(r.answers, '{}') as answers,
             ${STARTED_AT} as started_at,
             r.submitted_at as completed_at, r.time_spent as time_spent_seconds, coalesce(r.late, 0) as late_seconds,
             r.submitted_by
           from (select e.id, e.title, array(select q.id::text from exam_questions q where q.exam_id = e.id
                   and q.ordinal is not null order by q.ordinal limit ${QUESTIONS_SCORED}) as scored
                 from exam_classes k join exams e on e.id = k.exam_id
                 where k.class_id = $1 and e.id = coalesce($2, e.id)) e
           cross join class_members m join users u on u.id = m.student_id
           left join exam_results r on r.exam_id = e.id and ${ofStudent('r', 'm.student_id')}
           left join exam_attempts a on a.exam_id = e.id and ${ofStudent('a', 'm.student_id')}
           where m.class_id = $1 and m.status = 'approved' order by ${byGivenName('u')}, e.id desc`,
    values: [classId, examId],
  };
  return mapPage(await readPage<ClassResult>(pool, query, page), (row) => ({
    ...row,
    started_at: isoTime(row.started_at),
    completed_at: isoTime(row.completed_at),
  }));
}
