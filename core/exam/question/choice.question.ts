import { tidyText } from '../../text/tidy-text.ts';
import { OPTION_FIELD, OPTION_LETTERS, OPTION_TEXT_MAX } from '../exam-limits.ts';
import type { OptionLetter } from './choice.schema.ts';
import type { QuestionKind, QuestionProblems } from './question-kind.ts';

const FIELDS = Object.values(OPTION_FIELD);

type ChoiceDraft = Record<(typeof FIELDS)[number], string> & { correct_option: OptionLetter | null };

/** A question with four options, of which one is right. */
export const choice: QuestionKind<ChoiceDraft, { correct_option: OptionLetter }, OptionLetter> = {
  blank: { option_a: '', option_b: '', option_c: '', option_d: '', correct_option: null },

  tidy: (question) => ({
    ...question,
    ...Object.fromEntries(FIELDS.map((field) => [field, tidyText(question[field])])),
  }),

  problems(question) {
    const problems: QuestionProblems = {};
    for (const field of FIELDS) {
      if (question[field] === '') problems[field] = 'required';
      else if (question[field].length > OPTION_TEXT_MAX) problems[field] = 'long';
    }
    if (question.correct_option === null) problems.correct_option = 'correct';
    return problems;
  },

  score: ({ correct_option }, answer) => (answer === correct_option ? 1 : 0),

  count: (answers) =>
    Object.fromEntries(
      OPTION_LETTERS.map((letter) => [letter, answers.filter((answer) => answer === letter).length]),
    ),

  keyText: ({ correct_option }) => correct_option,
  answerText: (letter) => letter,
};
