import t from 'tap';
import type { Answers } from '../../../core/exam/exam.schema.ts';
import { analyseExam } from '../../../core/exam/results/item-analysis.ts';
import { type KeyedQuestion, scoreOf } from '../../../core/exam/results/scoring.ts';

const QUESTIONS: KeyedQuestion[] = [
  { id: 30, correct_option: 'A' },
  { id: 10, correct_option: 'B' },
  { id: 20, correct_option: 'D' },
];

const submission = (answers: Answers) => ({ ...scoreOf(QUESTIONS, answers), answers });

t.test('each question tells who chose what, the hardest first; equally hard ones in order', async (t) => {
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
      counts: { A: 1, B: 1, C: 2, D: 0 },
      unanswered: 0,
      facility: 0.25,
    },
    {
      questionId: 20,
      number: 3,
      counts: { A: 1, B: 0, C: 0, D: 1 },
      unanswered: 2,
      facility: 0.25,
    },
    {
      questionId: 30,
      number: 1,
      counts: { A: 3, B: 1, C: 0, D: 0 },
      unanswered: 0,
      facility: 0.75,
    },
  ]);
  t.equal(analysis.submissions, 4);
  t.equal(analysis.average, (6.7 + 3.3 + 3.3 + 3.3) / 4, 'out of ten');
});

t.test('XRS-15 the distribution counts whole points out of ten, not rounded up', async (t) => {
  const { distribution } = analyseExam(QUESTIONS, [
    submission({}),
    submission({ 30: 'A' }),
    submission({ 30: 'A' }),
    submission({ 30: 'A', 10: 'B' }),
    submission({ 30: 'A', 10: 'B', 20: 'D' }),
  ]);
  t.same(distribution, [1, 0, 0, 2, 0, 0, 1, 0, 0, 0, 1]);
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
