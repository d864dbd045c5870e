import { checkQuestion } from '../../../core/exam/question/question-kinds.ts';
import { EXAM_FIELDS, type ExamField, type ExamProblems } from './exam-rules.ts';
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
