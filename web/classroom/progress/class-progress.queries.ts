import useSWR from 'swr';
import { addressOf } from '../../../core/address.ts';
import type {
  DateRange,
  StudentStats,
  StudentsProgress,
} from '../../../core/classroom/class-progress.schema.ts';
import { getAllPages } from '../../lib/call/all-pages.ts';
import { type Get, getTogether } from '../../lib/call/gathered-get.ts';
import { useList } from '../../lib/call/use-read.ts';
import { dropCache, readCache, writeCache } from '../../lib/kept/expiring-cache.ts';

export const STUDENT_STATS_MAX_AGE_MS = 300_000;

/** The end keeps class 1 apart from class 12. */
const cachePrefix = (classId: number) => `student-stats:${classId}:`;

let drops = 0;

/** Forgets what is cached of the class's students; what is still on the way will not be cached any more. */
export function dropStudentStats(classId: number): void {
  drops += 1;
  dropCache(cachePrefix(classId));
}

interface Asked {
  classId: number;
  studentId: number;
  range: DateRange;
}

const statsAddress = ({ range, ...params }: Asked) =>
  addressOf('GET /api/classes/:classId/student-stats/:studentId', { params, query: range });

/** A student's figures, from the cache for five minutes. */
export async function loadStudentStats(asked: Asked, get: Get): Promise<StudentStats> {
  const { classId, studentId, range } = asked;
  const name = `${cachePrefix(classId)}${studentId}:${range.start_date ?? ''}:${range.end_date ?? ''}`;
  const cached = readCache<StudentStats>(name, { maxAgeMs: STUDENT_STATS_MAX_AGE_MS });
  if (cached) return cached;
  const before = drops;
  const { data } = await get(statsAddress(asked));
  if (before === drops) writeCache(name, data);
  return data;
}

export function useStudentStats(classId: number, studentId: number, range: DateRange) {
  const asked = { classId, studentId, range };
  const load = () => loadStudentStats(asked, getTogether);
  const stats = useSWR(statsAddress(asked), load);
  /** Reads from the server, past the cache. Rejects when that fails. */
  const refresh = () => {
    dropStudentStats(classId);
    return stats.mutate(load(), { revalidate: false });
  };
  return { ...stats, refresh };
}

export const useStudentDays = (classId: number) =>
  useList(addressOf('GET /api/classes/:classId/student-days', { params: { classId } }));

/** The answer, and what it is about: while other dates are being read, it is still that of the dates before. */
export interface ProgressOfRange extends StudentsProgress {
  range: DateRange;
}

export function useStudentsProgress(classId: number, range: DateRange) {
  const address = addressOf('GET /api/classes/:classId/students-progress', {
    params: { classId },
    query: range,
  });
  const load = async (): Promise<ProgressOfRange> => ({ ...(await getAllPages(address)), range });
  const progress = useSWR(address, load, { keepPreviousData: true });
  /** Reads again from the server. Rejects when that fails. */
  const refresh = () => progress.mutate(load(), { revalidate: false });
  return { ...progress, refresh };
}
