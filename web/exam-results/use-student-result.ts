import useSWR from 'swr';
import type { ExamResult } from '../../core/exam/submission.schema.ts';
import { withQuery } from '../lib/api-client.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** What one student has handed in, as the teacher sees it. */
export function useStudentResult(examId: number, studentId: number) {
  const url = withQuery(`/api/exams/${examId}/result`, { student_id: studentId });
  return useSWR(url, async () => (await getTogether<{ data: ExamResult }>(url)).data);
}
