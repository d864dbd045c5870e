import {
  DURATION_MAX,
  DURATION_MIN,
  EXAM_AUDIO_LIMIT,
  EXAM_TITLE_MAX,
  MAIN_TEXT_MAX,
  QUESTIONS_MAX,
} from '../../../core/exam/exam-limits.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import type { ExamValues } from './exam-values.ts';

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
