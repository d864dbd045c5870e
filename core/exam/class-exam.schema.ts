import { Type } from '@sinclair/typebox';
import { contracts, Id } from '../contract/endpoint.ts';

export const takeExamOut = contracts('Exams').del('/api/classes/:classId/exams/:examId', {
  access: 'teacher',
  summary: 'Takes an exam out of a class, also one of another author',
  params: Type.Object({ classId: Id, examId: Id }),
});
