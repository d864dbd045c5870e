import { useState } from 'react';
import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Address, FormOf } from '../../core/api.ts';
import type { Exam, ExamBody } from '../../core/exam/exam.schema.ts';
import { ApiError, callApi } from '../lib/call/api-client.ts';
import { getData } from '../lib/call/gathered-get.ts';
import { isReadOf } from '../lib/call/read-keys.ts';
import { useList } from '../lib/call/use-read.ts';
import type { ExamChangeBody } from './form/exam-values.ts';
import { dropClassResults } from './results/exam-result.queries.ts';

export const EXAMS = addressOf('GET /api/exams');

/** The teacher's own exams, the newest first. */
export const useExams = () => useList(EXAMS);

/** The exams of a class, the newest first; nothing is read without a class. */
export const useClassExams = (classId: number | null) =>
  useList(
    classId === null
      ? null
      : addressOf('GET /api/classes/:classId/exams', { params: { classId }, query: { fields: 'list' } }),
  );

/** Returns whether a list of exams, the teacher's or a class's, was read under this key. */
export const isExamList = (key: unknown): boolean =>
  isReadOf(key, ['GET /api/exams', 'GET /api/classes/:classId/exams']);

type ExamAddress = Address<'GET /api/exams/:examId'>;

const examAddress = (examId: number): ExamAddress =>
  addressOf('GET /api/exams/:examId', { params: { examId } });

/** The exam as its teacher sees it. */
function forTeacher(exam: Awaited<ReturnType<typeof getData<'GET /api/exams/:examId'>>>): Exam {
  // A student gets an `attempt`, whatever role the browser claims.
  if ('attempt' in exam) throw new ApiError(403, 'wrong_role', 'Your account is not allowed to do this');
  return exam;
}

const readExam = async (address: ExamAddress): Promise<Exam> => forTeacher(await getData(address));

/** An own exam as it is now, past everything that was read before. */
export const examNow = async (examId: number): Promise<Exam> =>
  forTeacher((await callApi('GET /api/exams/:examId', { params: { examId } })).data);

/** An own exam, as its teacher sees it; nothing is read without an id. */
export const useExam = (examId: number | null) =>
  useSWR(examId === null ? null : examAddress(examId), readExam);

const READ_ONCE: SWRConfiguration = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
};

let visits = 0;

/**
 * Reads the exam for editing, again on each visit. A copy kept from an earlier visit would undo what has changed
 * meanwhile. It is read only once a visit, since nothing may change below a form.
 */
export function useExamToEdit(examId: number | null) {
  const [visit] = useState(() => ++visits);
  return useSWR(
    examId === null ? null : ([examAddress(examId), visit] as const),
    ([address]) => readExam(address),
    READ_ONCE,
  );
}

/** Returns whether the answer kept under this key may contain an exam or its results. */
export const concernsExams = (key: unknown): boolean =>
  isExamList(key) ||
  isReadOf(key, [
    'GET /api/exams/:examId',
    'GET /api/exams/:examId/result',
    'GET /api/classes/:classId/exam-results',
  ]);

/** To be called after a write to an exam: everything that shows it is read again. */
function useExamsChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => {
    dropClassResults();
    return mutate(concernsExams);
  };
}

/** Assigns an exam to these classes and no others. Returns the assignment as it is then. */
export const setExamClasses = async (examId: number, classIds: number[]): Promise<Exam> =>
  (await callApi('POST /api/exams/:examId/classes', { params: { examId }, body: { class_ids: classIds } }))
    .data;

interface Created {
  exam: Exam;
  /** Why the class did not get it; undefined when it did. */
  unassigned?: unknown;
}

/** Makes an exam and assigns it to a class; when only the latter fails, the exam is there all the same. */
export function useCreateExam(): (form: FormOf<ExamBody>, classId: number) => Promise<Created> {
  const examsChanged = useExamsChanged();
  return async (form, classId) => {
    const { data: exam } = await callApi('POST /api/exams', { body: form });
    try {
      await setExamClasses(exam.id, [classId]);
      return { exam };
    } catch (error) {
      return { exam, unassigned: error };
    } finally {
      void examsChanged();
    }
  };
}

/** Takes the form of a change: files can't be sent as PATCH by every server in between. */
export function useUpdateExam(examId: number): (form: FormOf<ExamChangeBody>) => Promise<void> {
  const examsChanged = useExamsChanged();
  return async (form) => {
    await callApi('POST /api/exams/:examId', { params: { examId }, body: form });
    void examsChanged();
  };
}
