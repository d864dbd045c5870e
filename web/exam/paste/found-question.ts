import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';

/** A part of a question: its text or an option. */
export type Part = 'question' | OptionLetter;

/** Why something that was pasted is no question. */
export type PasteReason =
  | { kind: 'missing'; parts: Part[] }
  /** There is an answer, but it is none of the four letters. */
  | { kind: 'answer'; found: string }
  | { kind: 'answers' }
  | { kind: 'twice'; part: Part }
  | { kind: 'more' }
  | { kind: 'long'; part: Part }
  /** It stands before any question. */
  | { kind: 'stray' }
  /** A key has answers to questions that are not there. */
  | { kind: 'unasked'; numbers: number[] };

/** What was found of one question, right or not. */
export interface Found {
  /** Where it begins, counted from 1. */
  line: number;
  /** As it is numbered. */
  number: number | null;
  question: string;
  options: Partial<Record<OptionLetter, string>>;
  /** The letters that are said to be right, as they are written. */
  answers: string[];
  /** What makes it unreadable, whatever else it has. */
  fault?: PasteReason;
}

/** The option that a text names: `B`, `b)`, `(B)`, `B.`; null when it names none. */
export function letterOf(text: string): OptionLetter | null {
  const letter = /^\(?\s*([A-D])\s*[.):]?$/i.exec(text.trim())?.[1]?.toUpperCase();
  return OPTION_LETTERS.find((one) => one === letter) ?? null;
}
