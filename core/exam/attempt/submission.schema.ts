import { type Static, Type } from '@sinclair/typebox';
import { ClientKey, contracts, Id, Nullable, OneOf, Timestamp } from '../../contract/endpoint.ts';
import { page, pageQuery } from '../../contract/page-query.ts';
import { ROW_ID_MAX } from '../../contract/row-id.ts';
import { Answers, AnswersRead, Attempt } from '../exam.schema.ts';

/** What a student has done so far, to be kept on the server until it is handed in. */
export const SaveBody = Type.Object({
  /** The `version` that these answers were made from. */
  version: Type.Integer({ minimum: 0, maximum: ROW_ID_MAX }),
  answers: Answers,
  skipped: Type.Array(Id, { maxItems: 1_000 }),
});
export type SaveBody = Static<typeof SaveBody>;

export const SubmitBody = Type.Object({ answers: Answers });

/** What was scored. */
export const Score = Type.Object({ score: Type.Integer(), total: Type.Integer() });
export type Score = Static<typeof Score>;

/** How a submission was taken. */
export const Submitted = Type.Object({
  ...Score.properties,
  position: Type.String(),
  /** `saved` after the end and its grace: what had been saved in time counts, not what was sent. */
  answers_counted: OneOf(['sent', 'saved']),
  /** How long after its end it was handed in; 0 within the time and its grace. */
  late_seconds: Type.Integer(),
});
export type Submitted = Static<typeof Submitted>;

/** How a student did. */
export const ExamResult = Type.Object({
  ...Score.properties,
  exam_id: Id,
  student_id: Id,
  answers: AnswersRead,
  completed: Type.Literal(true),
  completed_at: Timestamp,
  started_at: Timestamp,
  /** From start to submission. */
  time_spent_seconds: Type.Integer(),
  /** How long after its end it was handed in; 0 within the time and its grace. */
  late_seconds: Type.Integer(),
  /** `server` when the time was over and the server handed in what had been saved. */
  submitted_by: OneOf(['student', 'server']),
});
export type ExamResult = Static<typeof ExamResult>;

/** One student and one exam of a class, whether handed in or not. */
export const ClassResult = Type.Object({
  student_id: Id,
  exam_id: Id,
  exam_name: Type.String(),
  name: Type.String(),
  /** The address, or the user name of an account without one. */
  email: Type.String(),
  status: OneOf(['not_started', 'in_progress', 'submitted']),
  completed: Type.Boolean(),
  /** Null unless completed. */
  score: Nullable(Type.Integer()),
  total: Type.Integer(),
  /** Scored questions with an answer: of what was handed in, else of what has been saved so far. */
  answered_count: Type.Integer(),
  /** Until the end of an exam in progress, 0 after it; null for any other. */
  remaining_seconds: Nullable(Type.Number()),
  /** Empty unless completed. */
  answers: AnswersRead,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  time_spent_seconds: Nullable(Type.Integer()),
  late_seconds: Type.Integer(),
  submitted_by: Nullable(OneOf(['student', 'server'])),
});
export type ClassResult = Static<typeof ClassResult>;

const { get, post } = contracts('Exams', 'student');

export const saveAnswers = post('/api/exams/:examId/answers', {
  summary: 'Keeps what the student has answered so far, for another device or for when the time is over',
  body: SaveBody,
  returns: Type.Pick(Attempt, ['version', 'saved_at', 'remaining_seconds']),
});

export const submitExam = post('/api/exams/:examId/submit', {
  summary:
    'Hands the exam in, once; a repetition with the same Idempotency-Key is answered as the first time. After the end ' +
    'and its grace, what had been saved in time counts',
  headers: Type.Object({ 'idempotency-key': Type.Optional(ClientKey) }),
  body: SubmitBody,
  returns: Submitted,
});

export const getResult = get('/api/exams/:examId/result', {
  access: 'any',
  summary: "The student's own result; with `student_id`, for a teacher of a class that has the exam",
  querystring: Type.Object({ student_id: Type.Optional(Id) }),
  returns: ExamResult,
});

export const listClassResults = get('/api/classes/:classId/exam-results', {
  access: 'teacher',
  summary: 'Every approved student with every exam of an own class, by name; or with one exam',
  querystring: pageQuery(Type.Object({ exam_id: Type.Optional(Id) })),
  answers: page(ClassResult),
});
