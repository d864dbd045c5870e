import { OPTION_LETTERS, OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { type Found, letterOf, type Part, type PasteReason } from './found-question.ts';
import { applyKey, groupsOf, type KeyEntry, takeKey } from './pasted-key.ts';
import { isTable, readTable } from './pasted-table.ts';
import { readText } from './pasted-text.ts';

export interface PastedQuestion extends QuestionDraft {
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

function check(found: Found): PasteReason | { letter: OptionLetter | null } {
  if (found.fault) return found.fault;
  const { question, options } = found;
  const answers = [...new Set(found.answers.filter((answer) => answer.trim() !== ''))];
  const parts: Part[] = [
    ...(question === '' ? (['question'] as const) : []),
    ...OPTION_LETTERS.filter((letter) => !options[letter]),
  ];
  if (parts.length > 0) return { kind: 'missing', parts };
  const letters = new Set(answers.map(letterOf));
  if (letters.size > 1) return { kind: 'answers' };
  const [letter = null] = letters;
  if (letter === null && answers.length > 0) return { kind: 'answer', found: answers.join(' ') };
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

const unasked = (entries: readonly KeyEntry[]): PasteProblem[] =>
  [...groupsOf(entries, ({ line }) => line)].map(([line, same]) => ({
    line,
    text: same.map(({ number, letter }) => `${number}. ${letter}`).join(', '),
    reason: { kind: 'unasked', numbers: same.map(({ number }) => number) },
  }));

/**
 * Reads questions out of what a teacher pastes: rows of a spreadsheet (question, A, B, C, D, the right letter), or text
 * with numbered questions, lines "A. …", and "Answer: B" or an asterisk before the right option. The right letters may
 * stand in a key below all; a question that has none is read without.
 */
export function parseQuestions(pasted: string): Pasted {
  const { rest, key } = takeKey(tidy(pasted));
  const found = isTable(rest) ? readTable(rest) : readText(rest);
  const left = applyKey(found, key);
  const result: Pasted = { questions: [], problems: [] };
  for (const one of found) {
    const { line, question, options } = one;
    const checked = check(one);
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
  result.problems.push(...unasked(left));
  return result;
}
