import type { Answers, OptionLetter } from './exam.schema.ts';
import { QUESTIONS_SCORED } from './exam-limits.ts';

/** What scoring needs of a question. */
export interface KeyedQuestion {
  id: number;
  correct_option: OptionLetter;
}

/**
 * Returns how many of an exam's first fifty questions, in their order, were answered right, and of how many. Answers
 * to other questions count nothing.
 */
export function scoreOf(questions: KeyedQuestion[], answers: Answers): { score: number; total: number } {
  const scored = questions.slice(0, QUESTIONS_SCORED);
  const score = scored.filter(({ id, correct_option }) => answers[id] === correct_option).length;
  return { score, total: scored.length };
}

/** A score as points, of which there are ten, with one decimal; an exam without questions gives 0. */
export const pointsOf = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score / total) * 100) / 10;

/** A score as a whole number out of ten; an exam without questions gives 0. */
export const outOfTen = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score / total) * 10);
