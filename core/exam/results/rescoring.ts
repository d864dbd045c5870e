import type { Pool } from 'pg';
import { byGivenName } from '../../postgres/person-sql.ts';
import type { Answers, QuestionBody } from '../exam.schema.ts';
import type { Rescoring } from './rescoring.schema.ts';
import { scoreOf } from './scoring.ts';

/** Returns the students whose score these questions would change, by name. A new question has no answers yet. */
export async function previewRescoring(
  pool: Pool,
  examId: number,
  questions: QuestionBody[],
): Promise<Rescoring> {
  const { rows } = await pool.query<{
    student_id: number;
    name: string;
    answers: Answers;
    score: number;
    total: number;
  }>({
    name: 'submissions_with_names',
    text: `select r.student_id, u.name, r.answers, r.score, r.total
           from exam_results r join users u on u.id = r.student_id where r.exam_id = $1 order by ${byGivenName('u')}`,
    values: [examId],
  });
  const keyed = questions.map((question) => ({ ...question, id: question.id ?? 0 }));
  const moved = rows.flatMap(({ student_id, name, answers, ...before }) => {
    const after = scoreOf(keyed, answers);
    if (after.score === before.score && after.total === before.total) return [];
    return {
      student_id,
      name,
      score_before: before.score,
      total_before: before.total,
      score_after: after.score,
      total_after: after.total,
    };
  });
  return { submission_count: rows.length, moved };
}
