import { foldAccents } from '../../lib/text/fold-accents.ts';

export const STATUSES = ['all', 'visible', 'hidden'] as const;
export type Status = (typeof STATUSES)[number];

export interface ExamFilter {
  /** Blank finds everything. */
  text: string;
  status: Status;
}

/** The exams whose title has every word of the text, accents or not, and is visible or hidden as asked. */
export function filterExams<E extends { title: string; is_hidden: boolean }>(
  exams: readonly E[],
  { text, status }: ExamFilter,
): E[] {
  const words = foldAccents(text).split(/\s+/).filter(Boolean);
  return exams.filter(({ title, is_hidden }) => {
    if (status !== 'all' && is_hidden !== (status === 'hidden')) return false;
    const folded = foldAccents(title);
    return words.every((word) => folded.includes(word));
  });
}
