import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { EXAMS, isExamList, setExamClasses } from '../exam.queries.ts';
import { classIdsAfter, type ExamChange } from './exam-change.ts';
import { createExamChangeQueue } from './exam-change-queue.ts';

// One for all pages: a change that is under way must not be overtaken by one from the next page.
const queue = createExamChangeQueue();

/** Assigning, unassigning, showing and hiding exams: seen at once, taken back when the server refuses. */
export function useExamChanges() {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { cache, mutate } = useSWRConfig();
  const pending = useSyncExternalStore(queue.subscribe, queue.pending, queue.pending);

  const make = (
    change: ExamChange,
    text: { done: MessageDescriptor; failed: MessageDescriptor },
    send: () => Promise<unknown>,
  ) =>
    queue.make(change, {
      send: async () => {
        await send();
        notices.success(i18n._(text.done));
      },
      onFailure: (error) => {
        failed(text.failed, error);
        return mutate(isExamList);
      },
    });

  /** Sends all classes of the exam as they are when its turn comes, after the changes before it. */
  const sendClasses = async (exam: ExamSummary, change: ExamChange) => {
    const known: ExamSummary[] | undefined = cache.get(EXAMS)?.data;
    const current = known?.find(({ id }) => id === exam.id) ?? exam;
    const { classes } = await setExamClasses(exam.id, classIdsAfter(current, change));
    await mutate<ExamSummary[]>(
      EXAMS,
      (list) => list?.map((other) => (other.id === exam.id ? { ...other, classes } : other)),
      { revalidate: false },
    );
  };

  return {
    /** What the lists that were read do not have yet. */
    pending,
    assign(exam: ExamSummary, { id, name }: ExamClass) {
      const change: ExamChange = { examId: exam.id, kind: 'assign', classroom: { id, name } };
      const text = { done: msg`Exam assigned to the class`, failed: failureText.classAssignFailed };
      return make(change, text, () => sendClasses(exam, change));
    },
    unassign(exam: ExamSummary, classId: number) {
      const change: ExamChange = { examId: exam.id, kind: 'unassign', classId };
      const text = { done: noticeText.classUnassigned, failed: failureText.classUnassignFailed };
      return make(change, text, () => sendClasses(exam, change));
    },
    setHidden(examId: number, isHidden: boolean) {
      const text = {
        done: isHidden ? msg`Exam is now hidden from students` : msg`Exam is now visible to students`,
        failed: msg({ message: 'Failed to update exam visibility: {message}' }),
      };
      return make({ examId, kind: 'visibility', isHidden }, text, async () => {
        await callApi('PATCH /api/exams/:examId/visibility', {
          params: { examId },
          body: { is_hidden: isHidden },
        });
        await mutate<Pick<ExamSummary, 'id' | 'is_hidden'>[]>(
          isExamList,
          (list) => list?.map((exam) => (exam.id === examId ? { ...exam, is_hidden: isHidden } : exam)),
          { revalidate: false },
        );
      });
    },
  };
}
