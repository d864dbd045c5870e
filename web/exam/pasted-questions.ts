import type { OptionLetter } from '../../core/exam/exam.schema.ts';
import { OPTION_LETTERS, OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../core/exam/exam-limits.ts';
import type { QuestionContent } from './exam-values.ts';
import { type Found, letterOf, type Part, type PasteReason } from './found-question.ts';
import { isTable, readTable } from './pasted-table.ts';
import { readText } from './pasted-text.ts';

export interface PastedQuestion extends QuestionContent {
  line: number;
}

export interface PasteProblem {
  line: number;
  /** What stands there. */
  text: string;
  reason: PasteReason;
}

export interface Pasted {
  questions: PastedQuestion[];
  problems: PasteProblem[];
}

function check(found: Found): PasteReason | { letter: OptionLetter } {
  if (found.fault) return found.fault;
  const { question, options } = found;
  const answers = [...new Set(found.answers.filter((answer) => answer.trim() !== ''))];
  const parts: Part[] = [
    ...(question === '' ? (['question'] as const) : []),
    ...OPTION_LETTERS.filter((letter) => !options[letter]),
    ...(answers.length === 0 ? (['answer'] as const) : []),
  ];
  if (parts.length > 0) return { kind: 'missing', parts };
  const letters = new Set(answers.map(letterOf));
  if (letters.size > 1) return { kind: 'answers' };
  const [letter] = letters;
  if (!letter) return { kind: 'answer', found: answers.join(' ') };
  if (question.length > QUESTION_TEXT_MAX) return { kind: 'long', part: 'question' };
  const long = OPTION_LETTERS.find((one) => (options[one] ?? '').length > OPTION_TEXT_MAX);
  return long ? { kind: 'long', part: long } : { letter };
}

/** Line ends and blanks as we write them; invisible characters that word processors leave are taken away. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029|\v/g, '\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[\u200b\u2060\ufeff]/g, '');

/**
 * Reads questions out of what a teacher pastes: rows of a spreadsheet (question, A, B, C, D, the right letter), or text
 * with numbered questions, lines "A. …", and "Answer: B" or an asterisk before the right option.
 */
export function parseQuestions(pasted: string): Pasted {
  const text = tidy(pasted);
  const result: Pasted = { questions: [], problems: [] };
  for (const found of isTable(text) ? readTable(text) : readText(text)) {
    const { line, question, options } = found;
    const checked = check(found);
    if ('kind' in checked) {
      const shown = question || Object.values(options).find((option) => option !== '') || '';
      result.problems.push({ line, text: shown, reason: checked });
      continue;
    }
    result.questions.push({
      line,
      question_text: question,
      option_a: options.A ?? '',
      option_b: options.B ?? '',
      option_c: options.C ?? '',
      option_d: options.D ?? '',
      correct_option: checked.letter,
    });
  }
  return result;
}
