import type { Answer, Answers, Attempt } from '../../../../core/exam/exam.schema.ts';

/** What was done with a question: answered, or skipped. */
export type Mark = Answer | 'skipped';

/** By the question's id; a question that nothing was done with has no entry. */
export type Marks = Readonly<Record<string, Mark>>;

export const NO_MARKS: Marks = {};

const entries = (marks: Marks) => Object.entries(marks) as [string, Mark][];

/** A question that is said to be both answered and skipped is answered. */
export const marksOf = ({ answers, skipped }: Pick<Attempt, 'answers' | 'skipped'>): Marks => ({
  ...Object.fromEntries(skipped.map((id) => [id, 'skipped' as const])),
  ...answers,
});

export function answersOf(marks: Marks): Answers {
  const answers: Answers = {};
  for (const [id, mark] of entries(marks)) if (mark !== 'skipped') answers[id] = mark;
  return answers;
}

/** Ids of the skipped questions, in the order of their ids. */
export const skippedOf = (marks: Marks): number[] =>
  entries(marks).flatMap(([id, mark]) => (mark === 'skipped' ? [Number(id)] : []));

/** Leaves out marks of questions that the exam doesn't have. */
export const onlyOf = (ids: ReadonlySet<number>, marks: Marks): Marks =>
  Object.fromEntries(entries(marks).filter(([id]) => ids.has(Number(id))));

/** The questions that the two differ in. */
export const changedBetween = (one: Marks, other: Marks): string[] =>
  Object.keys({ ...one, ...other }).filter((id) => one[id] !== other[id]);

export const sameMarks = (one: Marks, other: Marks): boolean => changedBetween(one, other).length === 0;

/** The server's marks, and over them each one that was changed here since `base`, removed ones included. */
export function mergeMarks(base: Marks, own: Marks, server: Marks): Marks {
  const merged: Record<string, Mark> = { ...server };
  for (const id of changedBetween(base, own)) {
    const mark = own[id];
    if (mark === undefined) delete merged[id];
    else merged[id] = mark;
  }
  return merged;
}
