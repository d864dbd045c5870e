import useSWR from 'swr';
import type { DateRange, StudentsProgress } from '../../core/classroom/class-progress.schema.ts';
import { getAllPages } from '../lib/all-pages.ts';
import { withQuery } from '../lib/api-client.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** The answer, and what it is about: while other dates are being read, it is still that of the dates before. */
export interface ProgressOfRange extends StudentsProgress {
  range: DateRange;
}

/** Every student of the class with the work of these days. */
export function useStudentsProgress(classId: number, range: DateRange) {
  const url = withQuery(`/api/classes/${classId}/students-progress`, range);
  const load = async (): Promise<ProgressOfRange> => ({
    ...(await getAllPages<StudentsProgress>(url, getTogether)),
    range,
  });
  const progress = useSWR(url, load, { keepPreviousData: true });
  /** Reads anew; rejects when that fails. */
  const refresh = () => progress.mutate(load(), { revalidate: false });
  return { ...progress, refresh };
}
