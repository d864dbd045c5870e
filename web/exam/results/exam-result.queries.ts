import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { useLiveClass } from '../../classroom/classroom.queries.ts';
import { getAll } from '../../lib/call/all-pages.ts';
import { type Get, getTogether } from '../../lib/call/gathered-get.ts';
import { oneAtATime } from '../../lib/call/one-at-a-time.ts';
import { isReadOf } from '../../lib/call/read-keys.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { dropCache, readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import type { LiveState } from '../../lib/live/live-line.ts';
import { isAtWork } from './results-list.ts';

const CACHE = 'class-results:';
export const CLASS_RESULTS_MAX_AGE_MS = 300_000;
/** How often results are read again while somebody is at the exam: only what is begun or handed in is announced. */
const PROGRESS_MS = 5_000;
/** The results of more would take the room that the browser gives to everything that is kept. */
const CACHED_ROWS_MAX = 500;

interface Asked {
  classId: number;
  /** Without it, every exam of the class. */
  examId?: number;
}

const resultsAddress = ({ classId, examId }: Asked) =>
  addressOf('GET /api/classes/:classId/exam-results', { params: { classId }, query: { exam_id: examId } });

let drops = 0;

/** To be called when results may have changed; what is still on the way will not be cached any more. */
export function dropClassResults(): void {
  drops += 1;
  dropCache(CACHE);
}

/** Every approved student of the class with the exam, from the cache for five minutes unless somebody is at it. */
export async function loadClassResults(asked: Asked, get: Get): Promise<ClassResult[]> {
  const name = `${CACHE}${asked.classId}:${asked.examId ?? 'all'}`;
  const cached = readCache<ClassResult[]>(name, { maxAgeMs: CLASS_RESULTS_MAX_AGE_MS });
  if (cached) return cached;
  const before = drops;
  const data = await getAll(resultsAddress(asked), get);
  const isKept = data.length <= CACHED_ROWS_MAX && !data.some(isAtWork);
  if (before === drops && isKept) writeCache(name, data);
  return data;
}

/** Every approved student of a class with this exam, or with every exam of the class; nothing is read without a class. */
export function useClassResults(classId: number | null, examId?: number) {
  const asked = classId === null ? null : { classId, examId };
  const load = () => (asked ? loadClassResults(asked, getTogether) : undefined);
  const results = useSWR(asked && resultsAddress(asked), load, {
    refreshInterval: (rows) => (rows?.some(isAtWork) ? PROGRESS_MS : 0),
  });
  /** Reads from the server, past the cache. Rejects when that fails. */
  const refresh = () => {
    dropClassResults();
    return results.mutate(load(), { revalidate: false });
  };
  return { ...results, refresh };
}

/** Reads what one student has handed in, as the teacher sees it. */
export const useStudentResult = (examId: number, studentId: number) =>
  useRead(
    addressOf('GET /api/exams/:examId/result', { params: { examId }, query: { student_id: studentId } }),
  );

/** Reads the results of a class again whenever the server reports new ones. */
export function useLiveResults(classId: number): LiveState {
  const { mutate } = useSWRConfig();
  const [revalidate] = useState(() =>
    oneAtATime(() => {
      dropClassResults();
      // The class's exams and its results, and what is open of one student.
      return mutate(
        (key) =>
          isReadOf(key, ['GET /api/classes/:classId/exams', 'GET /api/classes/:classId/exam-results'], {
            classId,
          }) || isReadOf(key, ['GET /api/exams/:examId/result']),
      );
    }),
  );
  return useLiveClass(classId, revalidate);
}
