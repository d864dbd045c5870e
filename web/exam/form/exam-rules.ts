import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  DURATION_MAX,
  DURATION_MIN,
  EXAM_AUDIO_LIMIT,
  EXAM_TITLE_MAX,
  MAIN_TEXT_MAX,
  QUESTIONS_MAX,
} from '../../../core/exam/exam-limits.ts';
import type { QuestionProblem } from '../../../core/exam/question/question-kind.ts';
import { checkQuestion } from '../../../core/exam/question/question-kinds.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import type { ExamValues } from './exam-values.ts';

/** The id of a field's control; of the questions as a whole, that of the button for one more. */
export const examControl = (field: ExamField): string => `exam-${field}`;

/** The id of a control in a question; of the right option, that of the first radio button. */
export const questionControl = (key: number, field: string): string => `question-${key}-${field}`;

/** The ids of the controls that are wrong, in the order of the form. */
export function wrongControls(values: ExamValues, problems: ExamProblems): string[] {
  const above = EXAM_FIELDS.filter((field) => problems[field] && field !== 'questions');
  const inQuestions = values.questions.flatMap((question) =>
    Object.keys(checkQuestion(question)).map((field) => questionControl(question.key, field)),
  );
  return [
    ...above.map(examControl),
    ...inQuestions,
    ...(problems.questions ? [examControl('questions')] : []),
  ];
}

const texts: Record<ExamProblem | QuestionProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  long: msg`This is too long`,
  refused: msg`This value is not accepted`,
  duration: msg({ message: 'A whole number from {min} to {max}' }),
  class: noticeText.selectAClass,
  audio: msg`Please choose an audio file`,
  none: msg`Please add at least one question`,
  many: msg({ message: 'At most {most} questions' }),
  correct: msg`Please mark the right option`,
};

export const problemText = (i18n: I18n, problem: ExamProblem | QuestionProblem | undefined) =>
  problem &&
  i18n._({ ...texts[problem], values: { min: DURATION_MIN, max: DURATION_MAX, most: QUESTIONS_MAX } });

/** The fields above the questions, in the order of the form, and the questions as a whole. */
export const EXAM_FIELDS = [
  'title',
  'duration',
  'classId',
  'contentType',
  'mainText',
  'audio',
  'questions',
] as const;
export type ExamField = (typeof EXAM_FIELDS)[number];

export type ExamProblem = 'required' | 'long' | 'duration' | 'class' | 'audio' | 'none' | 'many' | 'refused';
export type ExamProblems = Partial<Record<ExamField, ExamProblem>>;

function checkMain({ contentType, mainText, audioPath }: ExamValues, audio: File | null): ExamProblems {
  if (contentType === 'audio') return audio || audioPath ? {} : { audio: 'audio' };
  if (contentType === 'none') return {};
  const text = mainText.trim();
  if (text === '') return { mainText: 'required' };
  return text.length > MAIN_TEXT_MAX ? { mainText: 'long' } : {};
}

/** What the form holds beside what it keeps. */
export interface Chosen {
  audio: File | null;
  /** The id of the chosen class, empty for none; null when no class is asked for. */
  classId: string | null;
}

/** Returns what is wrong above the questions, and with them as a whole. */
export function checkExam(values: ExamValues, { audio, classId }: Chosen): ExamProblems {
  const problems: ExamProblems = {};
  const title = values.title.trim();
  if (title === '') problems.title = 'required';
  else if (graphemeCount(title) > EXAM_TITLE_MAX) problems.title = 'long';
  const minutes = Number(values.duration);
  if (values.duration.trim() === '') problems.duration = 'required';
  else if (!Number.isInteger(minutes) || minutes < DURATION_MIN || minutes > DURATION_MAX)
    problems.duration = 'duration';
  if (classId === '') problems.classId = 'class';
  Object.assign(problems, checkMain(values, audio));
  if (values.questions.length === 0) problems.questions = 'none';
  else if (values.questions.length > QUESTIONS_MAX) problems.questions = 'many';
  return problems;
}

/** Returns why a file can't be an exam's audio, as far as its name and type show. The server looks at its content. */
export function audioRefusal(file: File): 'not_an_exam_audio' | 'exam_audio_too_large' | null {
  const isNamed = /\.(mp3|wav)$/i.test(file.name);
  const isTyped = /^audio\/(mpeg|mp3|wav|wave|x-wav|vnd\.wave)$/i.test(file.type);
  if (!isNamed && !isTyped) return 'not_an_exam_audio';
  return file.size >= EXAM_AUDIO_LIMIT ? 'exam_audio_too_large' : null;
}
