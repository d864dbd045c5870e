import type { ExamResult } from '../attempt/submission.schema.ts';

/** Seconds for each question below which nobody has read them before choosing. */
export const VERY_FAST_SECONDS = 3;

/** Whether what was handed in took so little time that its questions may have been known before. */
export const isVeryFast = ({
  time_spent_seconds: seconds,
  total,
}: Pick<ExamResult, 'total'> & { time_spent_seconds: number | null }): boolean =>
  seconds !== null && seconds < VERY_FAST_SECONDS * total;
