import type { ComponentType } from 'react';
import type { Answer, Question, StudentQuestion } from '../../../core/exam/exam.schema.ts';
import type { QuestionProblems } from '../../../core/exam/question/question-kind.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import type { Item } from '../../../core/exam/results/item-analysis.ts';
import type { QuestionValues } from '../form/exam-values.ts';

/** What a teacher writes of a question below its text. */
export type EditPart = ComponentType<{
  question: QuestionValues;
  /** Those that are shown. */
  problems: QuestionProblems;
  onChange: (fields: Partial<QuestionDraft>) => void;
}>;

/** What a student gives the answer with. */
export type TakePart = ComponentType<{
  question: StudentQuestion;
  answer: Answer | undefined;
  /** The answer can be changed. */
  isOpen: boolean;
  /** The id of the control that gets the question's focus. */
  controlId: string;
  onAnswer: (answer: Answer) => void;
}>;

/** What a teacher sees of a question that was handed in. */
export interface ReviewPart {
  /** One student's answer beside the right one. */
  Given: ComponentType<{ question: Question; answer: Answer | undefined }>;
  /** How often each answer was given. */
  Counts: ComponentType<{ question: Question; counts: Item['counts']; submissions: number }>;
}
