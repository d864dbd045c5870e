import type { Answers, OptionLetter } from './exam.schema.ts';
import { OPTION_LETTERS, QUESTIONS_SCORED } from './exam-limits.ts';
import { type KeyedQuestion, outOfTen } from './scoring.ts';

/** How one question went. */
export interface Item {
  questionId: number;
  /** Its place in the exam, from 1. */
  number: number;
  correctOption: OptionLetter;
  /** How many chose each option. */
  chosen: Record<OptionLetter, number>;
  /** Students that submitted without an answer to it. */
  unanswered: number;
  /** The share of right answers, 0 to 1 ("facility"); 0 when nobody handed in. */
  facility: number;
}

/** How an exam's submissions went. */
export interface ExamAnalysis {
  submissions: number;
  /** Mean score, in points; null without submissions. */
  average: number | null;
  /** How many reached each whole number out of ten, 0 to 10. */
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
  let points = 0;
  for (const { score, total } of submissions) {
    points += score;
    distribution[outOfTen(score, total)]! += 1;
  }
  const items = questions.slice(0, QUESTIONS_SCORED).map(({ id, correct_option }, index): Item => {
    const chosen = Object.fromEntries(OPTION_LETTERS.map((letter) => [letter, 0])) as Item['chosen'];
    let unanswered = 0;
    for (const { answers } of submissions) {
      const letter = answers[id];
      if (letter) chosen[letter] += 1;
      else unanswered += 1;
    }
    const facility = submissions.length ? chosen[correct_option] / submissions.length : 0;
    return { questionId: id, number: index + 1, correctOption: correct_option, chosen, unanswered, facility };
  });
  return {
    submissions: submissions.length,
    average: submissions.length ? points / submissions.length : null,
    distribution,
    items: items.toSorted((a, b) => a.facility - b.facility || a.number - b.number),
  };
}
