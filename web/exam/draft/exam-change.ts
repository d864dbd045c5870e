import type { ExamClass } from '../../../core/exam/exam.schema.ts';

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
