import { useSWRConfig } from 'swr';
import { dropClassResults } from '../exam-results/use-class-results.ts';

/** Whether what was read under this key may tell of an exam or its results. */
export const tellsOfExams = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(exams|classes\/\d+\/exam)/.test(key);

/** To be called after a write to an exam: everything that shows it is read anew. */
export function useExamsChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => {
    dropClassResults();
    return mutate(tellsOfExams);
  };
}
