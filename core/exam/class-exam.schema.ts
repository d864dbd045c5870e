import { Type } from '@sinclair/typebox';
import { Done, endpoint, Id } from '../endpoint.ts';

export const takeExamOut = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/exams/:examId',
  access: 'teacher',
  schema: {
    summary: 'Takes an exam out of a class, also one of another author',
    tags: ['Exams'],
    params: Type.Object({ classId: Id, examId: Id }),
    response: { 200: Done },
  },
});
