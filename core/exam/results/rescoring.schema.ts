import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id } from '../../contract/endpoint.ts';
import { Questions } from '../exam.schema.ts';

/** Whose score a change of the questions moves. */
export const Rescoring = Type.Object({
  /** Students who have handed in the exam. */
  submission_count: Type.Integer(),
  /** Those whose score or total would be another one, by name. */
  moved: Type.Array(
    Type.Object({
      student_id: Id,
      name: Type.String(),
      score_before: Type.Integer(),
      total_before: Type.Integer(),
      score_after: Type.Integer(),
      total_after: Type.Integer(),
    }),
  ),
});
export type Rescoring = Static<typeof Rescoring>;

export const previewRescoring = contracts('Exams').post('/api/exams/:examId/rescoring', {
  access: 'teacher',
  summary: 'Whose score these questions would move, and by how much; changes nothing',
  body: Type.Object({ questions: Questions }),
  returns: Rescoring,
});
