import useSWR from 'swr';
import type { DateRange, StudentStats } from '../../core/classroom/class-progress.schema.ts';
import { withQuery } from '../lib/api-client.ts';
import { dropCache, readCache, writeCache } from '../lib/expiring-cache.ts';
import { type Get, getTogether } from '../lib/gathered-get.ts';

export const STUDENT_STATS_MAX_AGE_MS = 300_000;

/** The end keeps class 1 apart from class 12. */
const cachePrefix = (classId: number) => `student-stats:${classId}:`;

let drops = 0;

/** Forgets what is cached of the class's students; what is still on the way will not be cached any more. */
export function dropStudentStats(classId: number): void {
  drops += 1;
  dropCache(cachePrefix(classId));
}

/** A student's figures, from the cache for five minutes. */
export async function loadStudentStats(
  { classId, studentId, range }: { classId: number; studentId: number; range: DateRange },
  get: Get,
): Promise<StudentStats> {
  const name = `${cachePrefix(classId)}${studentId}:${range.start_date ?? ''}:${range.end_date ?? ''}`;
  const cached = readCache<StudentStats>(name, { maxAgeMs: STUDENT_STATS_MAX_AGE_MS });
  if (cached) return cached;
  const before = drops;
  const url = withQuery(`/api/classes/${classId}/student-stats/${studentId}`, range);
  const { data } = await get<{ data: StudentStats }>(url);
  if (before === drops) writeCache(name, data);
  return data;
}

export function useStudentStats(classId: number, studentId: number, range: DateRange) {
  const url = withQuery(`/api/classes/${classId}/student-stats/${studentId}`, range);
  const load = () => loadStudentStats({ classId, studentId, range }, getTogether);
  const stats = useSWR(url, load);
  /** Reads anew from the server, past the cache; rejects when that fails. */
  const refresh = () => {
    dropStudentStats(classId);
    return stats.mutate(load(), { revalidate: false });
  };
  return { ...stats, refresh };
}
