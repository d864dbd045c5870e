import t from 'tap';
import type { Answers } from '../../core/exam/exam.schema.ts';
import { analyseExam } from '../../core/exam/item-analysis.ts';
import { type KeyedQuestion, scoreOf } from '../../core/exam/scoring.ts';

const QUESTIONS: KeyedQuestion[] = [
  { id: 30, correct_option: 'A' },
  { id: 10, correct_option: 'B' },
  { id: 20, correct_option: 'D' },
];

const submission = (answers: Answers) => ({ ...scoreOf(QUESTIONS, answers), answers });

t.test(
  'each question tells who chose what, the hardest first; equally hard ones in their order',
  async (t) => {
    const analysis = analyseExam(QUESTIONS, [
      submission({ 30: 'A', 10: 'C', 20: 'D' }),
      submission({ 30: 'A', 10: 'C' }),
      submission({ 30: 'A', 10: 'A', 99: 'B' }),
      submission({ 30: 'B', 10: 'B', 20: 'A' }),
    ]);
    t.same(analysis.items, [
      {
        questionId: 10,
        number: 2,
        correctOption: 'B',
        chosen: { A: 1, B: 1, C: 2, D: 0 },
        unanswered: 0,
        facility: 0.25,
      },
      {
        questionId: 20,
        number: 3,
        correctOption: 'D',
        chosen: { A: 1, B: 0, C: 0, D: 1 },
        unanswered: 2,
        facility: 0.25,
      },
      {
        questionId: 30,
        number: 1,
        correctOption: 'A',
        chosen: { A: 3, B: 1, C: 0, D: 0 },
        unanswered: 0,
        facility: 0.75,
      },
    ]);
    t.equal(analysis.submissions, 4);
    t.equal(analysis.average, 1.25);
  },
);

t.test('the distribution counts whole numbers out of ten, rounded', async (t) => {
  const { distribution } = analyseExam(QUESTIONS, [
    submission({}),
    submission({ 30: 'A' }),
    submission({ 30: 'A' }),
    submission({ 30: 'A', 10: 'B' }),
    submission({ 30: 'A', 10: 'B', 20: 'D' }),
  ]);
  t.same(distribution, [1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1]);
});

t.test('without submissions there is no average, and nothing is divided by zero', async (t) => {
  const analysis = analyseExam(QUESTIONS, []);
  t.equal(analysis.average, null);
  t.match(analysis.items, [{ number: 1, facility: 0 }, { number: 2 }, { number: 3 }]);
  t.same(analyseExam([], [{ score: 0, total: 0, answers: {} }]).items, []);
});

t.test('only the questions that are scored are analysed', async (t) => {
  const many = Array.from({ length: 60 }, (_, n): KeyedQuestion => ({ id: n + 1, correct_option: 'A' }));
  t.equal(analyseExam(many, []).items.length, 50);
});
