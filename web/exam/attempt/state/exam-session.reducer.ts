import type { ExamResult } from '../../../../core/exam/attempt/submission.schema.ts';
import type { Answer, Attempt, StudentExam } from '../../../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../../../core/exam/exam-limits.ts';
import {
  type ExamSession,
  type Marks,
  marksOf,
  mergeMarks,
  onlyOf,
  QUESTIONS_PER_PAGE,
  type ShownExam,
  type ShownResult,
  type Submission,
  sameMarks,
} from './exam-session.state.ts';

export type ExamEvent =
  | { type: 'answered'; questionId: number; answer: Answer }
  | { type: 'skipped'; questionId: number }
  /** Takes the question off the skipped list and goes to its page. */
  | { type: 'reviewed'; questionId: number }
  /** Goes to the question's page. */
  | { type: 'went-to'; questionId: number }
  | { type: 'turned'; page: number }
  /** The server has acknowledged `marks`. */
  | { type: 'saved'; marks: Marks; version: number; savedAt: string | null }
  /** What the server has, read again. */
  | { type: 'reconciled'; exam: StudentExam; attempt: Attempt }
  /** What the server has instead of what was to be saved. */
  | { type: 'conflicted'; attempt: Attempt }
  /** What another window of this browser has. */
  | { type: 'followed'; marks: Marks; version: number }
  | { type: 'handed-in'; submission: Submission }
  /** It was refused: the student may go on and try again. */
  | { type: 'hand-in-failed' }
  | { type: 'time-over' }
  | { type: 'scored'; result: ShownResult }
  | { type: 'result-read'; result: ExamResult };

function shown(exam: StudentExam): ShownExam {
  const { id, title, main_content_type, main_text, main_audio_path, questions } = exam;
  return {
    id,
    title,
    main_content_type,
    main_text,
    main_audio_path,
    questions: questions.slice(0, QUESTIONS_SCORED),
    isCut: questions.length > QUESTIONS_SCORED,
  };
}

const idsOf = (exam: ShownExam) => new Set(exam.questions.map(({ id }) => id));

const factsOf = (exam: StudentExam, attempt: Attempt) => ({
  exam: shown(exam),
  startedAt: attempt.started_at,
  durationSeconds: (Date.parse(attempt.deadline_at) - Date.parse(attempt.started_at)) / 1_000,
});

/** An exam as the server gives it, when this browser knows nothing of it yet. */
export function startExam(exam: StudentExam, attempt: Attempt): ExamSession {
  const facts = factsOf(exam, attempt);
  const marks = onlyOf(idsOf(facts.exam), marksOf(attempt));
  return {
    ...facts,
    phase: attempt.submitted ? 'submitted' : 'taking',
    marks,
    base: { version: attempt.version, marks },
    savedAt: attempt.saved_at,
    page: 1,
    submission: null,
    result: null,
  };
}

/** The server's marks become the base, and what was changed here stays over them. */
function adopt(state: ExamSession, attempt: Attempt): ExamSession {
  const ids = idsOf(state.exam);
  const server = onlyOf(ids, marksOf(attempt));
  return {
    ...state,
    marks: onlyOf(ids, mergeMarks(state.base.marks, state.marks, server)),
    base: { version: attempt.version, marks: server },
    savedAt: attempt.saved_at,
  };
}

/** The questions of which what counts is not what was answered here. */
function notCounted({ exam, marks }: ExamSession, counted: Marks): number[] {
  const isCounted = (id: number) =>
    marks[id] === undefined ||
    marks[id] === 'skipped' ||
    sameMarks(onlyOf(new Set([id]), marks), onlyOf(new Set([id]), counted));
  return exam.questions.flatMap(({ id }, index) => (isCounted(id) ? [] : [index + 1]));
}

/** Handed in from elsewhere. That it was is said unless this was, with all that counts, under way from here. */
function withNotCounted(state: ExamSession, counted: Marks): ExamSession {
  const numbers = notCounted(state, counted);
  return numbers.length === 0 && state.phase !== 'taking' ? state : { ...state, notCounted: numbers };
}

function reconcile(state: ExamSession, exam: StudentExam, attempt: Attempt): ExamSession {
  const next: ExamSession = { ...state, ...factsOf(exam, attempt) };
  if (attempt.submitted) {
    const marks = onlyOf(idsOf(next.exam), marksOf(attempt));
    const known = state.phase === 'submitted' ? next : withNotCounted(next, marks);
    return { ...known, phase: 'submitted', marks, submission: null };
  }
  // What is being handed in must not change under its key.
  if (state.phase === 'handing-in' || state.phase === 'time-over') return next;
  const going: ExamSession = { ...next, phase: 'taking', submission: null, result: null };
  if (attempt.version > state.base.version) return adopt(going, attempt);
  // An answer that was under way while a newer save was acknowledged brings nothing new.
  const ids = idsOf(next.exam);
  const base = { ...state.base, marks: onlyOf(ids, state.base.marks) };
  return { ...going, marks: onlyOf(ids, state.marks), base };
}

function withoutMark(marks: Marks, questionId: number): Marks {
  const { [questionId]: _, ...rest } = marks;
  return rest;
}

function pageOfQuestion({ exam }: ExamSession, questionId: number): number {
  const index = exam.questions.findIndex(({ id }) => id === questionId);
  return Math.floor(Math.max(0, index) / QUESTIONS_PER_PAGE) + 1;
}

const score = (state: ExamSession, result: ShownResult): ExamSession => ({
  ...state,
  phase: 'submitted',
  submission: null,
  result,
});

/** Applies what the student does, only while the exam is being taken. */
function take(state: ExamSession, event: ExamEvent): ExamSession {
  if (state.phase !== 'taking') return state;
  switch (event.type) {
    case 'answered':
      // Its options are closed until it is reviewed.
      if (state.marks[event.questionId] === 'skipped') return state;
      return { ...state, marks: { ...state.marks, [event.questionId]: event.answer } };
    case 'skipped':
      return { ...state, marks: { ...state.marks, [event.questionId]: 'skipped' } };
    case 'reviewed':
      if (state.marks[event.questionId] !== 'skipped') return state;
      return {
        ...state,
        marks: withoutMark(state.marks, event.questionId),
        page: pageOfQuestion(state, event.questionId),
      };
    case 'conflicted':
      return adopt(state, event.attempt);
    case 'followed': {
      // Of another version it says nothing that the server will not say better.
      if (event.version !== state.base.version) return state;
      const marks = mergeMarks(state.base.marks, state.marks, event.marks);
      return sameMarks(marks, state.marks) ? state : { ...state, marks };
    }
    case 'handed-in':
      return { ...state, phase: 'handing-in', submission: event.submission };
    default:
      return state;
  }
}

/** The state machine of taking an exam; it asks no clock and sends nothing. */
export function examReducer(state: ExamSession, event: ExamEvent): ExamSession {
  switch (event.type) {
    case 'turned':
      return event.page === state.page ? state : { ...state, page: event.page };
    case 'went-to': {
      const page = pageOfQuestion(state, event.questionId);
      return page === state.page ? state : { ...state, page };
    }
    case 'reconciled':
      return reconcile(state, event.exam, event.attempt);
    case 'saved':
      return {
        ...state,
        base: { version: event.version, marks: event.marks },
        savedAt: event.savedAt,
      };
    case 'hand-in-failed':
      return state.phase === 'handing-in' ? { ...state, phase: 'taking', submission: null } : state;
    case 'time-over':
      return state.phase === 'submitted' ? state : { ...state, phase: 'time-over', submission: null };
    case 'scored':
      return score(state, event.result);
    case 'result-read': {
      const { score: points, total, submitted_by, late_seconds, time_spent_seconds, answers } = event.result;
      const skips = Object.entries(state.marks).filter(([id, mark]) => mark === 'skipped' && !answers[id]);
      const missed = notCounted(state, answers);
      return {
        ...score(missed.length > 0 ? { ...state, notCounted: missed } : state, {
          ...state.result,
          score: points,
          total,
          submitted_by,
          late_seconds,
          time_spent_seconds,
        }),
        marks: onlyOf(idsOf(state.exam), { ...Object.fromEntries(skips), ...answers }),
      };
    }
    default:
      return take(state, event);
  }
}
