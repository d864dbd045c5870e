import type { Exam } from '../../core/exam/exam.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useExamsChanged } from './use-exams-changed.ts';

/** Takes the form of a change: files can't be sent as PATCH by every server in between. */
export function useUpdateExam(examId: number): (form: FormData) => Promise<void> {
  const examsChanged = useExamsChanged();
  return async (form) => {
    await callApi<{ data: Exam }>('POST', `/api/exams/${examId}`, { body: form });
    void examsChanged();
  };
}
