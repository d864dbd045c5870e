import type { ResultSort } from './results-list.ts';

/** What the teacher has chosen, with the texts as they stand in their fields. */
export interface ResultControls {
  /** An exam's id, or `all`; empty until the exams are known. */
  exam: string;
  sort: ResultSort;
  minimum: string;
  page: number;
}

export type ResultControlsChange = Partial<ResultControls> | 'reset';

export const ALL_EXAMS = 'all';

export const INITIAL_RESULT_CONTROLS: ResultControls = { exam: '', sort: 'name-up', minimum: '', page: 1 };

/** Any change but that of the page leads back to the first one; a reset keeps the exam. */
export function changeResultControls(controls: ResultControls, change: ResultControlsChange): ResultControls {
  if (change === 'reset') return { ...INITIAL_RESULT_CONTROLS, exam: controls.exam };
  return { ...controls, page: 1, ...change };
}

/** The exam whose results are shown; null for all of them. One that is gone gives way to the one shown at first. */
export function chosenExam<E extends { id: number; submission_count: number }>(
  exams: readonly E[],
  exam: string,
): E | null {
  if (exam === ALL_EXAMS) return null;
  return exams.find(({ id }) => String(id) === exam) ?? firstShown(exams);
}

/** The newest exam that somebody has handed in; while there is none, the newest. */
const firstShown = <E extends { submission_count: number }>(exams: readonly E[]): E | null =>
  exams.find(({ submission_count: count }) => count > 0) ?? exams[0] ?? null;
