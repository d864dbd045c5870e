import t from 'tap';
import type { ExamResult } from '../../../../core/exam/attempt/submission.schema.ts';
import {
  type ExamEvent,
  examReducer,
  startExam,
} from '../../../../web/exam/attempt/state/exam-session.reducer.ts';
import { type ExamSession, isUnsaved, tally } from '../../../../web/exam/attempt/state/exam-session.state.ts';
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

t.test('EXS-05 an answer takes the place of the one before', async (t) => {
  const state = after(start(), answered(101, 'A'), answered(101, 'C'), answered(102, 'D'));
  t.same(state.marks, { 101: 'C', 102: 'D' });
  t.same(tally(state), { answered: 2, skipped: 0, open: 10 });
});

t.test('EXS-06 skipping removes the answer, and an answer takes the skip back', async (t) => {
  const state = after(start(), answered(101, 'A'), skipped(101));
  t.same(state.marks, { 101: 'skipped' });
  t.same(after(state, answered(101, 'B')).marks, { 101: 'B' });
  t.same(tally(state), { answered: 0, skipped: 1, open: 11 });
});

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
