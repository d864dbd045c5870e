import type { Body, FormOf } from '../../../core/api.ts';
import type { ExamBody, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { tidyQuestion } from '../../../core/exam/question/question-kinds.ts';
import { type FormTexts, formOf } from '../../lib/call/form-of.ts';
import type { ExamValues } from './exam-values.ts';

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
