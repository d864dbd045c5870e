import fc from 'fast-check';
import t from 'tap';
import type { Answers } from '../../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { analyseExam } from '../../../core/exam/results/item-analysis.ts';
import { outOfTen, pointsOf } from '../../../core/exam/results/points.ts';
import { type KeyedQuestion, scoreOf } from '../../../core/exam/results/scoring.ts';

const keyed = (key: string) =>
  [...key].map((letter, index) => ({ id: index + 1, correct_option: letter as OptionLetter }));

const answered = (letters: string) =>
  Object.fromEntries(
    [...letters].flatMap((letter, index) => (letter === '-' ? [] : [[index + 1, letter as OptionLetter]])),
  );

t.test('right answers count, wrong and missing ones do not', (t) => {
  for (const [key, letters, score] of [
    ['ABCD', 'ABCD', 4],
    ['ABCD', 'ABCA', 3],
    ['ABCD', 'A---', 1],
    ['ABCD', 'DCBA', 0],
    ['ABCD', '----', 0],
    ['', '', 0],
  ] as const)
    t.same(scoreOf(keyed(key), answered(letters)), { score, total: key.length }, `${key} ${letters}`);
  t.end();
});

t.test('answers to other questions count nothing', (t) => {
  t.same(scoreOf(keyed('AB'), { 1: 'A', 3: 'A', 99: 'B' }), { score: 1, total: 2 });
  t.end();
});

t.test('SL-46 CX-20 the first fifty in order count, so that the total is at most 50', (t) => {
  t.equal(QUESTIONS_SCORED, 50);
  const questions = keyed('A'.repeat(51));
  t.same(scoreOf(questions.slice(0, 50), answered('A'.repeat(51))), { score: 50, total: 50 });
  t.same(scoreOf(questions, answered('A'.repeat(51))), { score: 50, total: 50 });
  t.same(scoreOf(questions, { 51: 'A' }), { score: 0, total: 50 });
  t.same(scoreOf(questions.toReversed(), { 51: 'A' }), { score: 1, total: 50 }, 'order, not number');
  t.end();
});

t.test('EXS-20 SL-47 (document 2 §9) the score out of ten is score over total times ten, rounded', (t) => {
  for (const [score, total, expected] of [
    [0, 4, 0],
    [1, 4, 3],
    [1, 3, 3],
    [2, 3, 7],
    [1, 20, 1],
    [1, 21, 0],
    [19, 20, 10],
    [0, 0, 0],
  ] as const)
    t.equal(outOfTen(score, total), expected, `${score} of ${total}`);
  t.end();
});

t.test('XRS-15 points are out of ten, with one decimal', (t) => {
  for (const [score, total, expected] of [
    [0, 4, 0],
    [1, 4, 2.5],
    [3, 4, 7.5],
    [4, 4, 10],
    [1, 3, 3.3],
    [2, 3, 6.7],
    [1, 20, 0.5],
    [49, 50, 9.8],
    [0, 0, 0],
  ] as const)
    t.equal(pointsOf(score, total), expected, `${score} of ${total}`);
  t.end();
});

t.test('a score lies between 0 and its total, whatever was answered', (t) => {
  const letter = fc.constantFrom<OptionLetter>('A', 'B', 'C', 'D');
  fc.assert(
    fc.property(
      fc.array(letter, { maxLength: 70 }),
      fc.dictionary(fc.integer({ min: 1, max: 80 }).map(String), letter),
      (key, answers) => {
        const { score, total } = scoreOf(keyed(key.join('')), answers);
        return (
          score >= 0 && score <= total && total === Math.min(50, key.length) && pointsOf(score, total) <= 10
        );
      },
    ),
  );
  t.end();
});

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
    { questionId: 10, number: 2, counts: { A: 1, B: 1, C: 2, D: 0 }, unanswered: 0, facility: 0.25 },
    { questionId: 20, number: 3, counts: { A: 1, B: 0, C: 0, D: 1 }, unanswered: 2, facility: 0.25 },
    { questionId: 30, number: 1, counts: { A: 3, B: 1, C: 0, D: 0 }, unanswered: 0, facility: 0.75 },
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
