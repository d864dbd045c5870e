import t from 'tap';
import type { ExamChange } from '../../../web/exam/draft/use-exam-changes.ts';
import { createExamChangeQueue } from '../../../web/exam/draft/use-exam-changes.ts';

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
