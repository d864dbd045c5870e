import t from 'tap';
import type { ExamClass } from '../../../core/exam/exam.schema.ts';
import {
  classIdsAfter,
  createExamChangeQueue,
  type ExamChange,
  withChanges,
} from '../../../web/exam/draft/use-exam-changes.ts';

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

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Changes that the server answers when the test says so. */
function given() {
  const queue = createExamChangeQueue();
  const sent: string[] = [];
  const failures: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<void>>();
  const reloads = new Map<string, PromiseWithResolvers<void>>();
  const wait = (list: typeof answers, name: string) => {
    const waiting = Promise.withResolvers<void>();
    list.set(name, waiting);
    return waiting.promise;
  };
  const make = (examId: number, classId: number) => {
    const name = `${examId}-${classId}`;
    return queue.make({ examId, kind: 'unassign', classId } satisfies ExamChange, {
      send: () => {
        sent.push(name);
        return wait(answers, name);
      },
      onFailure: (error) => {
        failures.push(`${name}: ${error instanceof Error && error.message}`);
        return wait(reloads, name);
      },
    });
  };
  const pending = () =>
    queue.pending().map((change) => `${change.examId}-${change.kind === 'unassign' && change.classId}`);
  return { queue, make, pending, sent, failures, answers, reloads };
}

t.test('HUB-12 two quick changes of one exam are both seen at once and sent in turn', async (t) => {
  const { make, pending, sent, answers } = given();
  const first = make(1, 1);
  const second = make(1, 2);
  t.same(pending(), ['1-1', '1-2']);
  await settled();
  t.same(sent, ['1-1'], 'the second waits');
  answers.get('1-1')?.resolve();
  await first;
  await settled();
  t.same(sent, ['1-1', '1-2']);
  t.same(pending(), ['1-2']);
  answers.get('1-2')?.resolve();
  await second;
  t.same(pending(), []);
});

t.test('the changes of different exams do not wait for each other', async (t) => {
  const { make, sent, pending, answers } = given();
  void make(1, 1);
  const other = make(2, 1);
  await settled();
  t.same(sent, ['1-1', '2-1']);
  answers.get('2-1')?.resolve();
  await other;
  t.same(pending(), ['1-1']);
});

t.test('HUB-12 a refused change is taken back, and the next waits until the list is read anew', async (t) => {
  const { queue, make, pending, sent, failures, answers, reloads } = given();
  let told = 0;
  const stop = queue.subscribe(() => {
    told += 1;
  });
  const first = make(1, 1);
  const second = make(1, 2);
  await settled();
  answers.get('1-1')?.reject(new Error('busy'));
  await settled();
  t.same(failures, ['1-1: busy']);
  t.same(pending(), ['1-2'], 'taken back before the list is here');
  t.same(sent, ['1-1']);
  reloads.get('1-1')?.reject(new Error('away as well'));
  await first;
  await settled();
  t.same(sent, ['1-1', '1-2']);
  answers.get('1-2')?.resolve();
  await second;
  t.same(pending(), []);
  t.equal(told, 4, 'two made, two gone');
  stop();
});
