import useSWR from 'swr';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** The exams of a class, the newest first; nothing is read without a class. */
export function useClassExams(classId: number | null) {
  const url = `/api/classes/${classId}/exams`;
  const load = () => getAll<ClassExam>(url, getTogether);
  const exams = useSWR(classId === null ? null : url, load);
  /** Reads anew; rejects when that fails. */
  const refresh = () => exams.mutate(load(), { revalidate: false });
  return { ...exams, refresh };
}
