import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { EXAMS, isExamList, setExamClasses } from '../exam.queries.ts';

/** What a teacher changes about an exam from a list. */
export type ExamChange = { examId: number } & (
  | { kind: 'assign'; classroom: ExamClass }
  | { kind: 'unassign'; classId: number }
  | { kind: 'visibility'; isHidden: boolean }
);

interface Changeable {
  id: number;
  is_hidden: boolean;
  /** Absent in the list of one class. */
  classes?: ExamClass[];
}

const byName = new Intl.Collator('vi', { numeric: true });

function changed<E extends Changeable>(exam: E, change: ExamChange): E {
  const { classes } = exam;
  switch (change.kind) {
    case 'visibility':
      return { ...exam, is_hidden: change.isHidden };
    case 'assign':
      if (!classes || classes.some(({ id }) => id === change.classroom.id)) return exam;
      return {
        ...exam,
        classes: [...classes, change.classroom].sort((a, b) => byName.compare(a.name, b.name)),
      };
    case 'unassign':
      return classes ? { ...exam, classes: classes.filter(({ id }) => id !== change.classId) } : exam;
    default:
      return change satisfies never;
  }
}

/** The exams as they are once these changes, in this order, are through. */
export function withChanges<E extends Changeable>(
  exams: readonly E[],
  changes: readonly ExamChange[],
): readonly E[] {
  return changes.reduce<readonly E[]>(
    (list, change) => list.map((exam) => (exam.id === change.examId ? changed(exam, change) : exam)),
    exams,
  );
}

/** The ids that an assignment sends: of every class that the exam has once the change is through. */
export function classIdsAfter(exam: Changeable, change: ExamChange): number[] {
  return (changed(exam, change).classes ?? []).map(({ id }) => id);
}

interface Sending {
  send: () => Promise<unknown>;
  /** Called when the change has been taken back; the next one for the same exam waits for it. */
  onFailure: (error: unknown) => Promise<unknown>;
}

/**
 * Shows changes before the server has them. Those of one exam are sent one after the other. Each sends what the one
 * before it has made of the exam; two at once would undo each other.
 */
export function createExamChangeQueue() {
  const listeners = createListeners();
  const last = new Map<number, Promise<void>>();
  let pending: readonly ExamChange[] = [];

  const show = (next: readonly ExamChange[]) => {
    pending = next;
    listeners.notify();
  };

  const run = async (change: ExamChange, { send, onFailure }: Sending) => {
    const drop = () => show(pending.filter((other) => other !== change));
    try {
      await send();
    } catch (error) {
      drop();
      await onFailure(error).catch(() => {});
      return;
    }
    drop();
  };

  return {
    /** In the order in which they were made. */
    pending: () => pending,
    subscribe: listeners.add,
    /** Shows the change at once; resolves when the server has answered, whatever it said. */
    make(change: ExamChange, sending: Sending): Promise<void> {
      show([...pending, change]);
      const { examId } = change;
      const done = (last.get(examId) ?? Promise.resolve()).then(() => run(change, sending));
      last.set(examId, done);
      return done.finally(() => {
        if (last.get(examId) === done) last.delete(examId);
      });
    },
  };
}

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
      const text = { done: msg`Class assigned successfully`, failed: failureText.classAssignFailed };
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
