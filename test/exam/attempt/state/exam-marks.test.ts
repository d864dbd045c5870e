import fc from 'fast-check';
import t from 'tap';
import {
  type ExamEvent,
  examReducer,
  startExam,
} from '../../../../web/exam/attempt/state/exam-session.reducer.ts';
import {
  answersOf,
  type ExamSession,
  isUnsaved,
  type Mark,
  type Marks,
  marksOf,
  mergeMarks,
  sameMarks,
  skippedOf,
} from '../../../../web/exam/attempt/state/exam-session.state.ts';
import { runs } from '../../../harness/depth.ts';
import { attemptOf, studentExam } from '../sample-exam.ts';

const QUESTIONS = [101, 102, 103, 104, 105];
const mark = fc.constantFrom<Mark>('A', 'B', 'C', 'D', 'skipped');
const marks: fc.Arbitrary<Marks> = fc.dictionary(fc.constantFrom(...QUESTIONS.map(String)), mark);

t.test('EXS-06 a question is answered or skipped, never both', async (t) => {
  const both = marksOf({ answers: { 101: 'B', 102: 'C' }, skipped: [102, 103] });
  t.same(both, { 101: 'B', 102: 'C', 103: 'skipped' });
  t.same(answersOf(both), { 101: 'B', 102: 'C' });
  t.same(skippedOf(both), [103]);
});

t.test('what goes to the server comes back the same', async (t) => {
  fc.assert(
    fc.property(marks, (all) =>
      sameMarks(marksOf({ answers: answersOf(all), skipped: skippedOf(all) }), all),
    ),
  );
  t.pass();
});

t.test('merging keeps each own change and each of the others', async (t) => {
  fc.assert(
    fc.property(marks, marks, marks, (base, own, server) => {
      const merged = mergeMarks(base, own, server);
      return QUESTIONS.every((id) => merged[id] === (own[id] !== base[id] ? own[id] : server[id]));
    }),
  );
  t.pass();
});

interface Step {
  device: 0 | 1;
  /** Null saves. */
  change: { questionId: number; mark: Mark } | null;
  /** The server's answer gets lost. */
  isLost: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  device: fc.constantFrom<0 | 1>(0, 1),
  change: fc.option(fc.record({ questionId: fc.constantFrom(...QUESTIONS), mark })),
  isLost: fc.boolean(),
});

const eventOf = ({ questionId, mark }: NonNullable<Step['change']>): ExamEvent =>
  mark === 'skipped' ? { type: 'skipped', questionId } : { type: 'answered', questionId, answer: mark };

/** Two devices and a server that takes a save only when it was made from what it has. */
function run(steps: Step[]): { devices: ExamSession[]; server: Marks; owed: Map<number, Mark>[] } {
  const exam = studentExam(QUESTIONS.length);
  let server = { version: 0, marks: {} as Marks };
  const devices = [startExam(exam, exam.attempt), startExam(exam, exam.attempt)];
  /** What each device did to a question after it last knew that the server has it. */
  const owed = [new Map<number, Mark>(), new Map<number, Mark>()];

  const read = () => ({
    ...attemptOf(60, { answers: answersOf(server.marks), skipped: skippedOf(server.marks) }),
    version: server.version,
  });

  function check(device: 0 | 1): void {
    for (const [id, wanted] of owed[device]!)
      if (devices[device]!.marks[id] !== wanted) throw new Error(`device ${device} lost question ${id}`);
  }

  function save(device: 0 | 1, isLost: boolean): void {
    const state = devices[device]!;
    const { base, marks } = state;
    if (!isUnsaved(state)) return;
    if (base.version !== server.version) {
      if (isLost) return;
      devices[device] = examReducer(state, { type: 'conflicted', attempt: read() });
      check(device);
      if (!isUnsaved(devices[device]!)) owed[device]!.clear();
      save(device, false);
      return;
    }
    server = { version: base.version + 1, marks };
    if (isLost) return;
    const { version } = server;
    devices[device] = examReducer(state, { type: 'saved', marks, version, savedAt: null });
    owed[device]!.clear();
  }

  for (const { device, change, isLost } of steps) {
    if (!change) {
      save(device, isLost);
      continue;
    }
    const before = devices[device]!;
    const next = examReducer(before, eventOf(change));
    devices[device] = next;
    const { questionId: id } = change;
    // What is again as the server has it is no change.
    if (next.marks[id] === next.base.marks[id]) owed[device]!.delete(id);
    else if (next !== before) owed[device]!.set(id, next.marks[id]!);
  }
  for (const device of [0, 1] as const) save(device, false);
  for (const device of [0, 1] as const)
    devices[device] = examReducer(devices[device]!, { type: 'reconciled', exam, attempt: read() });
  return { devices, server: server.marks, owed };
}

t.test('two devices, lost answers, any order: no change is lost and all agree in the end', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { devices, server, owed } = run(steps);
      return (
        devices.every(({ marks }) => sameMarks(marks, server)) && owed.every((changes) => changes.size === 0)
      );
    }),
    { numRuns: runs(300, 2_000) },
  );
  t.pass();
});
