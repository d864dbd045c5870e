import type { Exam, MainContentType, OptionLetter, Question } from '../../core/exam/exam.schema.ts';
import { DURATION_DEFAULT } from '../../core/exam/exam-limits.ts';

/** The texts of a question, in the order of the form. */
export const QUESTION_TEXTS = ['question_text', 'option_a', 'option_b', 'option_c', 'option_d'] as const;
export type QuestionText = (typeof QUESTION_TEXTS)[number];

/** Where the text of each option stands. */
export const OPTION_FIELD = { A: 'option_a', B: 'option_b', C: 'option_c', D: 'option_d' } as const;

/** A question's texts and key, without its identity. */
export type QuestionContent = Record<QuestionText, string> & { correct_option: OptionLetter | null };

/** A question as typed; one that is not stored yet has no id. */
export interface QuestionValues extends QuestionContent {
  /** Distinguishes the blocks of the form. */
  key: number;
  id: number | null;
}

/** An exam as typed. */
export interface ExamValues {
  title: string;
  duration: string;
  isHidden: boolean;
  contentType: MainContentType;
  mainText: string;
  /** The stored audio, as long as the exam still has it. */
  audioPath: string | null;
  questions: readonly QuestionValues[];
  /** The last key given to a question: none is given twice, so that what is known of a block is never another's. */
  lastKey: number;
}

export const NO_QUESTION: QuestionContent = {
  question_text: '',
  option_a: '',
  option_b: '',
  option_c: '',
  option_d: '',
  correct_option: null,
};

export const NEW_EXAM: ExamValues = {
  title: '',
  duration: String(DURATION_DEFAULT),
  isHidden: false,
  contentType: 'none',
  mainText: '',
  audioPath: null,
  questions: [{ ...NO_QUESTION, key: 1, id: null }],
  lastKey: 1,
};

const questionValues = ({ id, ...content }: Question, index: number): QuestionValues => ({
  ...content,
  key: index + 1,
  id,
});

/** A stored exam as the form shows it. */
export const examValues = (exam: Exam): ExamValues => ({
  title: exam.title,
  duration: String(exam.duration_minutes),
  isHidden: exam.is_hidden,
  contentType: exam.main_content_type,
  mainText: exam.main_text ?? '',
  audioPath: exam.main_audio_path,
  questions: exam.questions.map(questionValues),
  lastKey: exam.questions.length,
});

/** Nothing of it was filled in. */
export const isBlank = (question: QuestionContent): boolean =>
  question.correct_option === null && QUESTION_TEXTS.every((field) => question[field].trim() === '');

const comparable = ({ questions, lastKey: _lastKey, ...rest }: ExamValues) =>
  JSON.stringify([rest, questions.map(({ key: _key, ...question }) => question)]);

/** Returns whether two forms say the same. */
export const sameExam = (one: ExamValues, other: ExamValues): boolean =>
  one === other || comparable(one) === comparable(other);
