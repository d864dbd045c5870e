import { ApiError } from '../../lib/call/api-client.ts';
import type { ExamField, ExamProblems } from './exam-rules.ts';

/** The fields of the form by the names that the server has for them. */
const FIELD: Record<string, ExamField> = {
  title: 'title',
  duration_minutes: 'duration',
  main_content_type: 'contentType',
  main_text: 'mainText',
  main_audio: 'audio',
};

/** The fields of the form that the server named. Of the questions it names parts, which the notice shows. */
export function refusedFields(error: unknown): ExamProblems {
  const named = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return Object.fromEntries(named.flatMap((name) => (FIELD[name] ? [[FIELD[name], 'refused']] : [])));
}

/** The server's own text says all about the audio. */
export const isAboutAudio = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_an_exam_audio' || error.code === 'exam_audio_too_large');
