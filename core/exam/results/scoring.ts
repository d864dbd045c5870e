import type { Answers, QuestionKey } from '../exam.schema.ts';
import { QUESTIONS_SCORED } from '../exam-limits.ts';
import { kindOf } from '../question/question-kinds.ts';

/** What scoring needs of a question. */
export type KeyedQuestion = QuestionKey & { id: number };

/**
 * Returns how many points the answers to an exam's first fifty questions, in their order, earn, and of how many. Answers
 * to other questions count nothing.
 */
export function scoreOf(questions: KeyedQuestion[], answers: Answers): { score: number; total: number } {
  const scored = questions.slice(0, QUESTIONS_SCORED);
  const score = scored.reduce(
    (sum, question) => sum + kindOf(question).score(question, answers[question.id]),
    0,
  );
  return { score, total: scored.length };
}
