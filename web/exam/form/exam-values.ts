import type { Body, FormOf } from '../../../core/api.ts';
import type {
  Exam,
  ExamBody,
  MainContentType,
  Question,
  QuestionBody,
} from '../../../core/exam/exam.schema.ts';
import { DURATION_DEFAULT } from '../../../core/exam/exam-limits.ts';
import {
  BLANK_QUESTION,
  type QuestionDraft,
  tidyQuestion,
} from '../../../core/exam/question/question-kinds.ts';
import { type FormTexts, formOf } from '../../lib/call/form-of.ts';

/** What a change of an exam sends: files can't be sent as PATCH by every server in between. */
export type ExamChangeBody = Body<'POST /api/exams/:examId'>;

/** The questions as they are sent, in which nothing may be wrong. */
export const toQuestions = ({ questions }: ExamValues): QuestionBody[] =>
  questions.map(
    ({ key: _key, id, ...draft }) => ({ ...(id !== null && { id }), ...tidyQuestion(draft) }) as QuestionBody,
  );

const examTexts = (values: ExamValues): FormTexts<ExamBody> => ({
  title: values.title.trim(),
  duration_minutes: String(Number(values.duration)),
  is_hidden: values.isHidden ? '1' : '0',
  main_content_type: values.contentType,
  main_text: values.contentType === 'text' ? values.mainText.trim() : undefined,
  questions: JSON.stringify(toQuestions(values)),
});

const examFiles = (values: ExamValues, audio: File | null) => ({
  main_audio: [values.contentType === 'audio' ? audio : null],
});

/** The form of a new exam. */
export const toExamForm = (values: ExamValues, audio: File | null): FormOf<ExamBody> =>
  formOf<ExamBody>(examTexts(values), examFiles(values, audio));

/** The form of an exam's change, which the server takes as a request of the method PATCH. */
export const toExamChange = (values: ExamValues, audio: File | null): FormOf<ExamChangeBody> =>
  formOf<ExamChangeBody>({ _method: 'PATCH', ...examTexts(values) }, examFiles(values, audio));

/** A question as typed; one that is not stored yet has no id. */
export interface QuestionValues extends QuestionDraft {
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

export const NEW_EXAM: ExamValues = {
  title: '',
  duration: String(DURATION_DEFAULT),
  // A draft, until the class is to take it.
  isHidden: true,
  contentType: 'none',
  mainText: '',
  audioPath: null,
  questions: [{ ...BLANK_QUESTION, key: 1, id: null }],
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
export function isBlank(question: QuestionDraft): boolean {
  const tidy = tidyQuestion(question);
  return JSON.stringify({ ...tidy, ...BLANK_QUESTION }) === JSON.stringify(tidy);
}

const comparable = ({ questions, lastKey: _lastKey, ...rest }: ExamValues) =>
  JSON.stringify([rest, questions.map(({ key: _key, ...question }) => question)]);

/** Returns whether two forms say the same. */
export const sameExam = (one: ExamValues, other: ExamValues): boolean =>
  one === other || comparable(one) === comparable(other);
