import t from 'tap';
import type { ExamClass } from '../../../core/exam/exam.schema.ts';
import { classIdsAfter, type ExamChange, withChanges } from '../../../web/exam/draft/use-exam-changes.ts';

const A: ExamClass = { id: 1, name: '10A1' };
const B: ExamClass = { id: 2, name: '10A2' };
const C: ExamClass = { id: 3, name: '10A10' };
const EXAMS = [
  { id: 7, is_hidden: true, classes: [A] },
  { id: 8, is_hidden: false, classes: [] },
];

const assign = (examId: number, classroom: ExamClass): ExamChange => ({ examId, kind: 'assign', classroom });
const unassign = (examId: number, { id }: ExamClass): ExamChange => ({
  examId,
  kind: 'unassign',
  classId: id,
});

t.test('HUB-12 changes are seen one after the other, in their own exam only', async (t) => {
  const shown = withChanges(EXAMS, [
    assign(7, C),
    assign(7, B),
    unassign(7, A),
    { examId: 8, kind: 'visibility', isHidden: true },
    { examId: 7, kind: 'visibility', isHidden: false },
    assign(9, A),
  ]);
  t.same(shown, [
    { id: 7, is_hidden: false, classes: [B, C] },
    { id: 8, is_hidden: true, classes: [] },
  ]);
  t.same(EXAMS[0], { id: 7, is_hidden: true, classes: [A] }, 'what was read stays as it was');
});

t.test('a change that the list has already changes nothing', async (t) => {
  const changes = [assign(7, A), unassign(8, A)];
  t.same(withChanges(EXAMS, changes), EXAMS);
});

t.test('the list of one class knows of visibility only', async (t) => {
  const ofClass = [{ id: 7, is_hidden: false }];
  t.same(withChanges(ofClass, [assign(7, A), { examId: 7, kind: 'visibility', isHidden: true }]), [
    { id: 7, is_hidden: true },
  ]);
});

t.test('HUB-10 HUB-11 what is sent is the full list of classes', async (t) => {
  const exam = { id: 7, is_hidden: false, classes: [A, B] };
  t.same(classIdsAfter(exam, assign(7, C)), [1, 2, 3]);
  t.same(classIdsAfter(exam, assign(7, B)), [1, 2]);
  t.same(classIdsAfter(exam, unassign(7, A)), [2]);
  t.same(classIdsAfter({ ...exam, classes: [A] }, unassign(7, A)), []);
});
