import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { letterOf } from './found-question.ts';

export interface PastedOption {
  letter: OptionLetter;
  text: string;
  /** Marked by an asterisk. */
  isRight: boolean;
}

/** What a line of pasted text says; `whole` is all of it. */
export type Line =
  | { kind: 'blank' }
  | { kind: 'numbered'; whole: string; number: number; text: string }
  | { kind: 'options'; options: PastedOption[] }
  /** A fifth option, which questions here don't have. */
  | { kind: 'more'; whole: string }
  | { kind: 'answer'; whole: string; answer: string }
  | { kind: 'other'; whole: string };

/** `Answer: B`, `The answer is B`, `Đáp án B`; "Answer the questions" is none. */
const ANSWER =
  /^(?:the )?(?:correct answer|right answer|answer|correct|ans|key|đáp án đúng|đáp án|trả lời|đ\/a)(?:\s*(?:is|là)?\s*[:.=–-]|\s+(?:is|là)\s|\s(?=\(?[A-D]\)?\.?$))\s*(.*)$/iu;
/** `Question 3:`, `Câu 3.`, `3)`; after the word the mark may be missing. */
const NUMBERED =
  /^(?:(?:question|câu hỏi|câu|q\.?|bài)\s*(\d{1,3})\s*[.):\-–]?|(\d{1,3})\s*[.):](?!\d))\s*(.*)$/iu;
/** `B. …`, `b) …`, `(B) …`; `D.C.` is no option, nor is `a.m.`. */
const OPTION =
  /^(\*?)\s*\(?(?:([A-D])\s*(?:[.)](?!\p{L}\.)|\/(?=\s))|([a-d])(?:\)|[.](?=\s)))\s*(\*?)\s*(.*)$/u;
const FIFTH = /^\*?\s*\(?E[.)]\s/u;

function optionOf(text: string): PastedOption | null {
  const match = OPTION.exec(text.trim());
  const letter = letterOf(match?.[2] ?? match?.[3] ?? '');
  if (!match || !letter) return null;
  return { letter, text: (match[5] ?? '').trim(), isRight: match[1] === '*' || match[4] === '*' };
}

const LETTER_AHEAD = String.raw`(?=\*?\s*\(?[A-Da-d][.)/])`;
/** Options that share a line are far from each other… */
const FAR = new RegExp(String.raw`(?:\t|\s{2,})\s*${LETTER_AHEAD}`, 'u');
/** …or, one blank apart, all four. */
const NEAR = new RegExp(String.raw`\s+${LETTER_AHEAD}`, 'u');

const isRow = (options: (PastedOption | null)[]): options is PastedOption[] =>
  options.every((option, index) => {
    const before = options[index - 1];
    return option !== null && (before === undefined || (before !== null && before.letter < option.letter));
  });

/** The options that a line holds, in their order; null when it holds none. */
function optionsOf(text: string): PastedOption[] | null {
  const near = text.split(NEAR).map(optionOf);
  if (near.length === 4 && isRow(near)) return near;
  const far = text.split(FAR).map(optionOf);
  if (isRow(far)) return far;
  const one = optionOf(text);
  return one && [one];
}

/** The letter of an answer that goes on after it (`B. Hà Nội`); otherwise the answer as it is. */
function answerOf(text: string): string {
  const letter = /^\(?([A-Da-d])(?![\p{L}\p{N}])/u.exec(text.trim())?.[1];
  return letter ?? text.trim();
}

function readOne(whole: string): Line {
  if (whole === '') return { kind: 'blank' };
  const options = optionsOf(whole);
  if (options) return { kind: 'options', options };
  if (FIFTH.test(whole)) return { kind: 'more', whole };
  const answer = ANSWER.exec(whole);
  if (answer) return { kind: 'answer', whole, answer: answerOf(answer[1] ?? '') };
  const numbered = NUMBERED.exec(whole);
  if (!numbered) return { kind: 'other', whole };
  const [, afterWord, alone, text = ''] = numbered;
  return { kind: 'numbered', whole, number: Number(afterWord ?? alone), text };
}

/** Returns what a line says: one thing, or a question and after it its four options. */
export function readLine(line: string): Line[] {
  const whole = line.trim();
  const [question = '', ...rest] = whole.split(NEAR);
  const options = rest.map(optionOf);
  if (options.length !== 4 || !isRow(options) || optionOf(question)) return [readOne(whole)];
  return [readOne(question), { kind: 'options', options }];
}
