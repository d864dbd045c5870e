import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import type { StudentDays } from '../../../core/classroom/teacher-home.schema.ts';
import { oneAtATime } from '../../lib/call/one-at-a-time.ts';
import { isBelow, isReadOf } from '../../lib/call/read-keys.ts';
import type { LiveState } from '../../lib/live/live-line.ts';
import { useLiveClass } from '../classroom.queries.ts';
import {
  dropStudentStats,
  type ProgressOfRange,
  useStudentDays,
  useStudentsProgress,
} from './class-progress.queries.ts';

/** All students' figures and days, and one student's. */
const FIGURES = [
  'GET /api/classes/:classId/students-progress',
  'GET /api/classes/:classId/student-days',
  'GET /api/classes/:classId/student-stats/:studentId',
] as const;

interface ClassProgress {
  data: ProgressOfRange | undefined;
  /** The last fourteen days of each student; undefined while they are on their way. */
  days: readonly StudentDays[] | undefined;
  error: unknown;
  live: LiveState;
  /** Other dates than those of `data` are being read. */
  isLoading: boolean;
  retry: () => void;
  /** Reads everything again. Rejects when that fails. */
  refresh: () => Promise<unknown>;
  /** The class has other members now. */
  membersChanged: () => void;
}

/** The figures of a class, kept current by the server's stream, and those of the student whose window is open. */
export function useClassProgress(classId: number, range: DateRange): ClassProgress {
  const { mutate } = useSWRConfig();
  const progress = useStudentsProgress(classId, range);
  const days = useStudentDays(classId);
  const [revalidate] = useState(() =>
    oneAtATime(() => {
      dropStudentStats(classId);
      // Whatever the dates.
      return mutate((key) => isReadOf(key, FIGURES, { classId }));
    }),
  );
  const live = useLiveClass(classId, revalidate);

  // Students that come and go while the page is open change what the rest of it says of the class.
  const count = progress.data?.data.length;
  const before = useRef(count);
  const rereadClasses = useEffectEvent(() => {
    void mutate(
      (key) =>
        isReadOf(key, ['GET /api/classes/:classId'], { classId }) || isReadOf(key, ['GET /api/classes']),
    );
  });
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && before.current !== count) rereadClasses();
    before.current = count;
  }, [count]);

  return {
    data: progress.data,
    days: days.data,
    error: progress.error,
    live,
    isLoading: progress.isLoading,
    retry: () => void progress.mutate(),
    refresh: () => {
      dropStudentStats(classId);
      return Promise.all([progress.refresh(), days.refresh()]);
    },
    membersChanged: () => void mutate((key) => isBelow(key, [addressOf('GET /api/classes')])),
  };
}
