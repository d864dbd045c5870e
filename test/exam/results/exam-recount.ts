import type { Pool } from 'pg';
import { sql } from '../../harness/sql.ts';

export interface ResultRow {
  exam_id: number;
  student_id: number;
  answers: Record<string, string>;
  score: number;
  total: number;
}

export const resultRows = (pool: Pool): Promise<ResultRow[]> =>
  sql(pool)<ResultRow>`select exam_id, student_id, answers, score, total from exam_results
    order by exam_id, student_id`;

/** The results as the log and the exams' present questions make them, in SQL of its own. */
export const recount = (pool: Pool): Promise<ResultRow[]> =>
  sql(pool)<ResultRow>`select x.id as exam_id, e.student_id, e.data->'answers' as answers,
    count(*) filter (where q.correct_option = e.data->'answers'->>(q.id::text))::integer as score,
    count(q.id)::integer as total
    from events e join exams x on x.id = (e.data->>'exam_id')::integer
    left join lateral (select id, correct_option from exam_questions
    where exam_id = x.id and ordinal is not null order by ordinal limit 50) q on true
    where e.type = 'ExamSubmitted' group by x.id, e.student_id, e.data->'answers' order by 1, 2`;
