import type { TProperties, TSchema } from '@sinclair/typebox';

/** The kinds of questions. The compiler names the lists that lack a row for one of them. */
export type QuestionKindName = 'choice';

/** Returns of which kind a question is. As long as there is one, no question names it. */
export const kindNameOf = (_question: object): QuestionKindName => 'choice';

/** What questions of a kind have in calls, beside their id and text. */
export interface QuestionSchema {
  /** What students see. */
  shown: TProperties;
  /** What is right, which only teachers see. */
  key: TProperties;
  /** What is shown, as a teacher sends it. */
  written: TProperties;
  answer: TSchema;
}

export type QuestionProblem = 'required' | 'long' | 'correct';

/** What is wrong with a question, by the field. */
export type QuestionProblems = Record<string, QuestionProblem>;

/** How questions of a kind are checked, scored and counted. `Draft` is one that may lack something yet. */
export interface QuestionKind<Draft, Key, Answer> {
  /** A question of which nothing is written. */
  blank: Draft;
  /** Returns it with its texts as they are kept. */
  tidy<Q extends Draft>(question: Q): Q;
  problems(question: Draft): QuestionProblems;
  /** Returns what an answer earns of the question's one point, from 0 to 1. */
  score(key: Key, answer: Answer | undefined): number;
  /** Returns how many gave each answer. */
  count(answers: readonly Answer[]): Record<string, number>;
  /** Returns the key as it stands over a column of answers in a table. */
  keyText(key: Key): string;
  /** Returns an answer as a cell of a table. */
  answerText(answer: Answer): string;
}
