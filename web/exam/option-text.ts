import type { OptionLetter, StudentQuestion } from '../../core/exam/exam.schema.ts';

/** Returns what stands behind a letter. */
export function optionText(question: StudentQuestion, letter: OptionLetter): string {
  switch (letter) {
    case 'A':
      return question.option_a;
    case 'B':
      return question.option_b;
    case 'C':
      return question.option_c;
    case 'D':
      return question.option_d;
  }
}
