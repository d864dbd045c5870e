import type { Exam } from '../../core/exam/exam.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useExamsChanged } from './use-exams-changed.ts';

interface Created {
  exam: Exam;
  /** Why the class did not get it; undefined when it did. */
  unassigned?: unknown;
}

/** Makes an exam and assigns it to a class; when only the latter fails, the exam is there all the same. */
export function useCreateExam(): (form: FormData, classId: number) => Promise<Created> {
  const examsChanged = useExamsChanged();
  return async (form, classId) => {
    const { data: exam } = await callApi<{ data: Exam }>('POST', '/api/exams', { body: form });
    try {
      await callApi('POST', `/api/exams/${exam.id}/classes`, { body: { class_ids: [classId] } });
      return { exam };
    } catch (error) {
      return { exam, unassigned: error };
    } finally {
      void examsChanged();
    }
  };
}
