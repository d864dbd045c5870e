import type { ExamResult, Score, Submitted } from '../../../../core/exam/attempt/submission.schema.ts';
import type {
  Answer,
  Answers,
  Attempt,
  StudentExam,
  StudentQuestion,
} from '../../../../core/exam/exam.schema.ts';

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
const changedBetween = (one: Marks, other: Marks): string[] =>
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

/** `handing-in`: the server has not acknowledged it yet. `time-over`: too late for that, the server hands in itself. */
export type ExamPhase = 'taking' | 'handing-in' | 'time-over' | 'submitted';

/** The exam as it is shown: its first fifty questions. */
export interface ShownExam
  extends Pick<StudentExam, 'id' | 'title' | 'main_content_type' | 'main_text' | 'main_audio_path'> {
  questions: StudentQuestion[];
  /** There are more questions, which are neither shown nor scored. */
  isCut: boolean;
}

/** What the server has acknowledged. */
export interface Acknowledged {
  version: number;
  marks: Marks;
}

export interface Submission {
  /** UUID, made once and sent with every try. A try whose answer was lost is thus not a second one. */
  key: string;
  reason: 'student' | 'time';
}

export type ShownResult = Pick<ExamResult, 'score' | 'total'> &
  Partial<
    Pick<ExamResult, 'submitted_by' | 'late_seconds' | 'time_spent_seconds'> &
      Pick<Submitted, 'answers_counted'>
  >;

/** The answer to handing in; of a submission from elsewhere the points alone are known. */
export type HandedIn = Score & Partial<Pick<Submitted, 'answers_counted' | 'late_seconds'>>;

/** One student and one exam, plain data, so that it can be stored and resumed as it is. */
export interface ExamSession {
  exam: ShownExam;
  /** ISO, by the server's clock. */
  startedAt: string;
  /** The whole time. */
  durationSeconds: number;
  phase: ExamPhase;
  marks: Marks;
  base: Acknowledged;
  /** ISO, by the server's clock; null before the first save. */
  savedAt: string | null;
  /** From 1. */
  page: number;
  submission: Submission | null;
  result: ShownResult | null;
  /**
   * Set when it was handed in by other means than from here: which questions have an answer here that does not count, by
   * their numbers.
   */
  notCounted?: number[];
}

export const QUESTIONS_PER_PAGE = 10;

export const isUnsaved = ({ phase, marks, base }: Pick<ExamSession, 'phase' | 'marks' | 'base'>): boolean =>
  phase === 'taking' && !sameMarks(marks, base.marks);

/** Returns how many questions are answered, skipped and neither. */
export function tally({ exam, marks }: ExamSession): { answered: number; skipped: number; open: number } {
  const answered = Object.keys(answersOf(marks)).length;
  const skipped = Object.keys(marks).length - answered;
  return { answered, skipped, open: exam.questions.length - answered - skipped };
}

/** Returns the part that is shown at once. */
export const shownResult = (
  { score, total, answers_counted, late_seconds = 0 }: HandedIn,
  secondsSpent?: number,
): ShownResult => ({
  score,
  total,
  ...(secondsSpent !== undefined && { time_spent_seconds: secondsSpent + late_seconds }),
  ...(answers_counted === 'saved' && { answers_counted, late_seconds }),
});
