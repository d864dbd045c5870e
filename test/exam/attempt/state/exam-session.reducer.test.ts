import fc from 'fast-check';
import t from 'tap';
import type { ExamResult } from '../../../../core/exam/attempt/submission.schema.ts';
import {
  adjusted,
  clockText,
  doubted,
  remainingMs,
  resumed,
  timeLeft,
  timeLevel,
} from '../../../../web/exam/attempt/state/countdown.ts';
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
  tally,
} from '../../../../web/exam/attempt/state/exam-session.state.ts';
import { runs } from '../../../harness/depth.ts';
import { attemptOf, studentExam } from '../sample-exam.ts';

const start = (count = 12) => {
  const exam = studentExam(count);
  return startExam(exam, exam.attempt);
};
const after = (state: ExamSession, ...events: ExamEvent[]) => events.reduce(examReducer, state);
const answered = (questionId: number, answer: 'A' | 'B' | 'C' | 'D'): ExamEvent => ({
  type: 'answered',
  questionId,
  answer,
});
const skipped = (questionId: number): ExamEvent => ({ type: 'skipped', questionId });
const reviewed = (questionId: number): ExamEvent => ({ type: 'reviewed', questionId });
const SUBMISSION = { key: 'a key', reason: 'student' as const };

t.test('EXS-22 SL-46 more than fifty questions are cut to the first fifty', async (t) => {
  const cut = start(51);
  t.equal(cut.exam.questions.length, 50);
  t.equal(cut.exam.questions.at(-1)?.question_text, 'Question 50');
  t.ok(cut.exam.isCut);
  t.notOk(start(50).exam.isCut);
});

t.test(
  'EXS-05 EXS-06 EXS-07 (document 2 §4) a skip takes the place of an answer, and no answer that of a skip',
  async (t) => {
    const state = after(start(), answered(101, 'A'), answered(101, 'C'), answered(102, 'D'));
    t.same(state.marks, { 101: 'C', 102: 'D' });
    t.same(tally(state), { answered: 2, skipped: 0, open: 10 });
    const other = after(start(), answered(101, 'A'), skipped(101));
    t.same(other.marks, { 101: 'skipped' });
    t.equal(after(other, answered(101, 'B')), other, 'its options are closed');
    t.same(after(other, reviewed(101), answered(101, 'B')).marks, { 101: 'B' });
    t.same(tally(other), { answered: 0, skipped: 1, open: 11 });
  },
);

t.test('EXS-08 SL-45 Review goes to the page of the question and takes it off the list', async (t) => {
  const state = after(start(25), skipped(111), { type: 'turned', page: 1 });
  const back = after(state, reviewed(111));
  t.equal(back.page, 2);
  t.same(back.marks, {});
  t.same(after(back, answered(111, 'B')).marks, { 111: 'B' });
  t.equal(after(back, reviewed(112)), back, 'what was not skipped stays');
});

t.test('what is handed in does not change any more', async (t) => {
  const state = after(start(), answered(101, 'A'), { type: 'handed-in', submission: SUBMISSION });
  t.equal(state.phase, 'handing-in');
  for (const event of [answered(101, 'B'), skipped(101), { type: 'handed-in', submission: SUBMISSION }])
    t.equal(after(state, event as ExamEvent), state);
  const attempt = attemptOf(60, { answers: { 102: 'B' }, version: 4 });
  t.same(after(state, { type: 'reconciled', exam: studentExam(12), attempt }).marks, { 101: 'A' });
  const page = after(state, { type: 'turned', page: 2 });
  t.equal(page.page, 2, 'it can still be read');
});

t.test('EXS-17 after a refusal the student goes on and can hand in again', async (t) => {
  const state = after(
    start(),
    answered(101, 'A'),
    { type: 'handed-in', submission: SUBMISSION },
    { type: 'hand-in-failed' },
  );
  t.match(state, { phase: 'taking', submission: null, marks: { 101: 'A' } });
  t.ok(isUnsaved(state));
});

t.test('an answer of the server that was overtaken by a newer save brings nothing back', async (t) => {
  const saved = after(start(), answered(101, 'A'), {
    type: 'saved',
    marks: { 101: 'A' },
    version: 1,
    savedAt: null,
  });
  const old = after(saved, { type: 'reconciled', exam: studentExam(12), attempt: attemptOf(60) });
  t.same(old.marks, { 101: 'A' });
  t.equal(old.base.version, 1);
  t.notOk(isUnsaved(old));
});

t.test('another device went on: what it did is there, and what was done here as well', async (t) => {
  const state = after(start(), answered(101, 'A'), skipped(102));
  const attempt = attemptOf(60, { answers: { 101: 'D', 103: 'C' }, skipped: [104], version: 3 });
  const merged = after(state, { type: 'reconciled', exam: studentExam(12), attempt });
  t.same(merged.marks, { 101: 'A', 102: 'skipped', 103: 'C', 104: 'skipped' });
  t.same(merged.base, { version: 3, marks: { 101: 'D', 103: 'C', 104: 'skipped' } });
});

t.test('a question that the teacher has taken out is forgotten', async (t) => {
  const state = after(start(), answered(101, 'A'), answered(112, 'B'));
  const met = after(state, { type: 'reconciled', exam: studentExam(11), attempt: attemptOf(60) });
  t.same(met.marks, { 101: 'A' });
  t.equal(met.exam.questions.length, 11);
});

t.test('EXS-21 EXS-25 of an exam that was handed in the result has the answers', async (t) => {
  const exam = studentExam(3);
  const state = startExam(exam, attemptOf(60, { submitted: true, answers: { 101: 'A' }, skipped: [103] }));
  t.equal(state.phase, 'submitted');
  const result = { score: 1, total: 3, answers: { 101: 'A', 102: 'B' } } as unknown as ExamResult;
  const read = after(state, { type: 'result-read', result });
  t.same(read.marks, { 101: 'A', 102: 'B', 103: 'skipped' });
  t.match(read.result, { score: 1, total: 3 });
  t.equal(after(read, answered(101, 'B')), read);
});

t.test('another window of the browser went on from the same version', async (t) => {
  const state = after(start(), answered(101, 'A'));
  const followed = after(state, { type: 'followed', version: 0, marks: { 101: 'B', 102: 'C' } });
  t.same(followed.marks, { 101: 'A', 102: 'C' });
  t.equal(after(state, { type: 'followed', version: 1, marks: { 102: 'C' } }), state);
});

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

/** A question that was skipped is answered by getting its options back first. */
const eventsOf = ({ questionId, mark }: NonNullable<Step['change']>): ExamEvent[] =>
  mark === 'skipped' ? [skipped(questionId)] : [reviewed(questionId), answered(questionId, mark)];

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
    const next = after(before, ...eventsOf(change));
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

const MINUTE = 60_000;

t.test('SL-48 of all answers of the server the shortest counts, wherever the page was then', async (t) => {
  const first = adjusted(null, 600, 1_000);
  t.equal(remainingMs(first, 1_000), 600_000);
  const slow = adjusted(first, 595, 11_000);
  t.equal(remainingMs(slow, 11_000), 590_000, 'an answer that was long under way promises too much');
  const woken = adjusted(first, 400, 11_000);
  t.equal(remainingMs(woken, 11_000), 400_000, 'the clock stood still in between');
  t.equal(remainingMs(woken, 999_000), 0);
});

t.test('EXS-24 stored time has gone on; a clock set back or leaping ahead brings none back', async (t) => {
  const stored = { remainingMs: 10 * MINUTE, at: 1_000_000 };
  t.equal(remainingMs(resumed(stored, 0, 1_000_000 + MINUTE), 0), 9 * MINUTE);
  t.equal(remainingMs(resumed(stored, 0, 0), 0), 10 * MINUTE);
  t.equal(remainingMs(resumed(stored, 0, 1_000_000 + 60 * MINUTE), 0), 0);
  t.notOk(resumed(stored, 0, 0).confirmed);
  const truth = adjusted(resumed(stored, 0, 1_000_000 + 60 * MINUTE), 540, 0);
  t.same(truth, { endsAt: 9 * MINUTE, confirmed: true }, 'what the server says takes the place of it');
  const sure = adjusted(null, 600, 0);
  t.same(doubted(sure, 5 * MINUTE), { endsAt: 5 * MINUTE, confirmed: false });
  t.same(doubted(sure, -5 * MINUTE), { endsAt: 10 * MINUTE, confirmed: false });
});

t.test('EXS-01 EXS-09 EXS-10 EXS-11 the time left, its share of the whole, colour and text', async (t) => {
  t.same([100, 50.01, 50, 25.01, 25, 0].map(timeLevel), ['green', 'green', 'amber', 'amber', 'red', 'red']);
  t.same(timeLeft(30 * MINUTE, 3_600), { seconds: 1_800, percent: 50, level: 'amber' });
  t.equal(timeLeft(1, 3_600).seconds, 1);
  t.same(timeLeft(0, 3_600), { seconds: 0, percent: 0, level: 'red' });
  t.equal(timeLeft(70 * MINUTE, 3_600).percent, 100);
  t.equal(timeLeft(1, 0).percent, 0);
  t.same([0, 61, 600, 3_609].map(clockText), ['0:00', '1:01', '10:00', '1:00:09']);
});
