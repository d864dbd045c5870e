import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { useLiveClass } from '../classroom/use-live-class.ts';
import type { LiveState } from '../lib/live-line.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { dropClassResults } from './use-class-results.ts';

const RESULT_OF_STUDENT = /^\/api\/exams\/\d+\/result\b/;

/** Reads the results of a class anew whenever the server says that there are others. */
export function useLiveResults(classId: number): LiveState {
  const { mutate } = useSWRConfig();
  const [revalidate] = useState(() =>
    oneAtATime(() => {
      dropClassResults();
      // The class's exams and its results, and what is open of one student.
      return mutate(
        (key) =>
          typeof key === 'string' &&
          (key.startsWith(`/api/classes/${classId}/exam`) || RESULT_OF_STUDENT.test(key)),
      );
    }),
  );
  return useLiveClass(classId, revalidate);
}
