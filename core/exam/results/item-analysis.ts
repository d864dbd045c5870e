import type { Answers } from '../exam.schema.ts';
import { QUESTIONS_SCORED } from '../exam-limits.ts';
import { kindOf } from '../question/question-kinds.ts';
import { pointsOf } from './points.ts';
import type { KeyedQuestion } from './scoring.ts';

/** How one question went. */
export interface Item {
  questionId: number;
  /** Its place in the exam, from 1. */
  number: number;
  /** How many gave each answer. */
  counts: Record<string, number>;
  /** Students that submitted without an answer to it. */
  unanswered: number;
  /** The mean score, which is the share of right answers, 0 to 1 ("facility"); 0 when nobody handed in. */
  facility: number;
}

/** How an exam's submissions went. */
export interface ExamAnalysis {
  submissions: number;
  /** Mean of the submissions' points, out of ten; null without submissions. */
  average: number | null;
  /** How many reached so many whole points out of ten, 0 to 10: 8.0 to 8.9 points count as 8. */
  distribution: number[];
  /** Every scored question, the hardest first; equally hard ones in the order of the exam. */
  items: Item[];
}

/** What a teacher looks for in an exam's submissions. `questions` are in the order of the exam. */
export function analyseExam(
  questions: KeyedQuestion[],
  submissions: { score: number; total: number; answers: Answers }[],
): ExamAnalysis {
  const distribution = Array.from({ length: 11 }, () => 0);
  let sum = 0;
  for (const { score, total } of submissions) {
    const points = pointsOf(score, total);
    sum += points;
    distribution[Math.floor(points)]! += 1;
  }
  const items = questions.slice(0, QUESTIONS_SCORED).map((question, index): Item => {
    const kind = kindOf(question);
    const given = submissions
      .map(({ answers }) => answers[question.id])
      .filter((answer) => answer !== undefined);
    const earned = given.reduce((sum, answer) => sum + kind.score(question, answer), 0);
    return {
      questionId: question.id,
      number: index + 1,
      counts: kind.count(given),
      unanswered: submissions.length - given.length,
      facility: submissions.length ? earned / submissions.length : 0,
    };
  });
  return {
    submissions: submissions.length,
    average: submissions.length ? sum / submissions.length : null,
    distribution,
    items: items.toSorted((a, b) => a.facility - b.facility || a.number - b.number),
  };
}
