import type { QuestionBody } from '../../core/exam/exam.schema.ts';
import type { ExamValues, QuestionValues } from './exam-values.ts';

function questionBody(question: QuestionValues): QuestionBody {
  if (question.correct_option === null) throw new Error('A question without a key cannot be sent');
  return {
    ...(question.id !== null && { id: question.id }),
    question_text: question.question_text.trim(),
    option_a: question.option_a.trim(),
    option_b: question.option_b.trim(),
    option_c: question.option_c.trim(),
    option_d: question.option_d.trim(),
    correct_option: question.correct_option,
  };
}

/** The questions as they are sent; each must have a key. */
export const toQuestions = ({ questions }: ExamValues): QuestionBody[] => questions.map(questionBody);

/** The form of an exam; with `method`, for the server to take it as a request of that method. */
export function toExamForm(values: ExamValues, audio: File | null, method?: 'PATCH'): FormData {
  const form = new FormData();
  if (method) form.append('_method', method);
  form.append('title', values.title.trim());
  form.append('duration_minutes', String(Number(values.duration)));
  form.append('is_hidden', values.isHidden ? '1' : '0');
  form.append('main_content_type', values.contentType);
  if (values.contentType === 'text') form.append('main_text', values.mainText.trim());
  form.append('questions', JSON.stringify(toQuestions(values)));
  // Last, so that the server has everything else before it reads the file.
  if (values.contentType === 'audio' && audio) form.append('main_audio', audio);
  return form;
}
