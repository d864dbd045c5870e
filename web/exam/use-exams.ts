import useSWR from 'swr';
import type { ExamSummary } from '../../core/exam/exam.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

export const EXAMS_KEY = '/api/exams';

/** The teacher's own exams, the newest first. */
export function useExams() {
  const load = () => getAll<ExamSummary>(EXAMS_KEY, getTogether);
  const exams = useSWR(EXAMS_KEY, load);
  /** Reads anew; rejects when that fails. */
  const refresh = () => exams.mutate(load(), { revalidate: false });
  return { ...exams, refresh };
}

/** Whether a list of exams, the teacher's or a class's, was read under this key. */
export const isExamList = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(classes\/\d+\/)?exams$/.test(key);
