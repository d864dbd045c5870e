import type { MainContentType } from '../../../core/exam/exam.schema.ts';
import { BLANK_QUESTION, type QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { type ExamValues, isBlank, type QuestionValues } from './exam-values.ts';

export type ExamAction =
  | { type: 'replaced'; values: ExamValues }
  | { type: 'changed'; fields: Partial<Pick<ExamValues, 'title' | 'duration' | 'isHidden' | 'mainText'>> }
  | { type: 'content-type-chosen'; contentType: MainContentType }
  | { type: 'question-changed'; key: number; fields: Partial<QuestionDraft> }
  | { type: 'question-added' }
  | { type: 'questions-pasted'; questions: readonly QuestionDraft[] }
  | { type: 'question-removed'; key: number }
  | { type: 'question-moved'; key: number; by: 1 | -1 };

function withMore(
  values: ExamValues,
  kept: readonly QuestionValues[],
  more: readonly QuestionDraft[],
): ExamValues {
  const first = values.lastKey + 1;
  const added = more.map((content, index) => ({ ...content, key: first + index, id: null }));
  return { ...values, questions: [...kept, ...added], lastKey: values.lastKey + more.length };
}

function moved(questions: readonly QuestionValues[], key: number, by: 1 | -1): readonly QuestionValues[] {
  const from = questions.findIndex((question) => question.key === key);
  const [one, other] = [questions[from], questions[from + by]];
  return one && other ? questions.with(from, other).with(from + by, one) : questions;
}

/** A form's exam after something was done to it; questions that it was not done to stay the same objects. */
export function examAfter(values: ExamValues, action: ExamAction): ExamValues {
  const { questions } = values;
  switch (action.type) {
    case 'replaced':
      return action.values;
    case 'changed':
      return { ...values, ...action.fields };
    case 'content-type-chosen':
      if (action.contentType === values.contentType) return values;
      return { ...values, contentType: action.contentType, mainText: '', audioPath: null };
    case 'question-changed':
      return {
        ...values,
        questions: questions.map((question) =>
          question.key === action.key ? { ...question, ...action.fields } : question,
        ),
      };
    case 'question-added':
      return withMore(values, questions, [BLANK_QUESTION]);
    case 'questions-pasted':
      return withMore(
        values,
        questions.filter((question) => question.id !== null || !isBlank(question)),
        action.questions,
      );
    case 'question-removed':
      return { ...values, questions: questions.filter(({ key }) => key !== action.key) };
    case 'question-moved':
      return { ...values, questions: moved(questions, action.key, action.by) };
  }
}
