import type { Pool } from 'pg';
import { examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { Answers, Exam, ExamBody } from '../../../core/exam/exam.schema.ts';
import { createExam } from '../../../core/exam/exam-changes.ts';
import { examWithKey } from '../../../core/exam/exam-list.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { sql } from '../../harness/sql.ts';

export const newExam = async (pool: Pool, teacherId: number, body: ExamBody): Promise<Exam> =>
  examWithKey(pool, await createExam(pool, teacherId, body));

/** The event of handing in, unremarkable but for what the test says. */
export const submission = (
  studentId: number,
  exam_id: number,
  answers: Answers,
  { time_spent = 60, late = 0, by = 'student' as 'student' | 'server', at = '2026-03-01T05:00:00Z' } = {},
): NewEvent =>
  examSubmitted({ exam_id, answers, time_spent, late, by }, { studentId, key: 'once', at: Date.parse(at) });

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
