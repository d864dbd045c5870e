import { tidyText } from '../../text/tidy-text.ts';
import type { Answer, QuestionBody, QuestionKey } from '../exam.schema.ts';
import { QUESTION_TEXT_MAX } from '../exam-limits.ts';
import { choice } from './choice.question.ts';
import {
  kindNameOf,
  type QuestionKind,
  type QuestionKindName,
  type QuestionProblems,
} from './question-kind.ts';

/** A question's content and key, which may lack something yet. */
export type QuestionDraft = Omit<QuestionBody, 'id' | keyof QuestionKey> & {
  [Field in keyof QuestionKey]: QuestionKey[Field] | null;
};

type Kind = QuestionKind<Omit<QuestionDraft, 'question_text'>, QuestionKey, Answer>;

const KINDS: Record<QuestionKindName, Kind> = { choice };

export const kindOf = (question: object): Kind => KINDS[kindNameOf(question)];

export const BLANK_QUESTION: QuestionDraft = { question_text: '', ...KINDS.choice.blank };

/** Returns a question with its texts as they are kept. */
export const tidyQuestion = <Q extends QuestionDraft>(question: Q): Q => ({
  ...kindOf(question).tidy(question),
  question_text: tidyText(question.question_text),
});

/** Returns what is wrong with a question, in the order of its fields. */
export function checkQuestion(question: QuestionDraft): QuestionProblems {
  const { question_text: text, ...content } = tidyQuestion(question);
  const problems: QuestionProblems = {};
  if (text === '') problems.question_text = 'required';
  else if (text.length > QUESTION_TEXT_MAX) problems.question_text = 'long';
  return { ...problems, ...kindOf(question).problems(content) };
}
