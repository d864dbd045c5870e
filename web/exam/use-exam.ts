import { useState } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import type { Exam } from '../../core/exam/exam.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

const read = async (url: string) => (await getTogether<{ data: Exam }>(url)).data;

/** An own exam, as its teacher sees it; nothing is read without an id. */
export function useExam(examId: number | null) {
  return useSWR(examId === null ? null : `/api/exams/${examId}`, read);
}

const READ_ONCE: SWRConfiguration = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
};

let visits = 0;

/**
 * The same to be edited: read anew for each visit, since saving what was kept from an earlier one would undo what has
 * changed meanwhile; and then only once, since nothing may change below a form.
 */
export function useExamToEdit(examId: number | null) {
  const [visit] = useState(() => ++visits);
  return useSWR(
    examId === null ? null : [`/api/exams/${examId}`, visit],
    ([url]: [string, number]) => read(url),
    READ_ONCE,
  );
}
