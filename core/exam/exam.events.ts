import { type Static, Type } from '@sinclair/typebox';
import { Answers } from './exam.schema.ts';

/** A student has opened an exam for the first time: its clock runs. */
export const ExamStartedV1 = Type.Object({
  exam_id: Type.Integer(),
  /** What the exam gave at that moment. */
  duration_minutes: Type.Integer(),
});

/** A student has handed in an exam, or the server has for them. */
export const ExamSubmittedV1 = Type.Object({
  exam_id: Type.Integer(),
  answers: Answers,
  /** Seconds since the start. */
  time_spent: Type.Integer(),
  /** Seconds after the end, 0 within its grace. */
  late: Type.Integer(),
  by: Type.Union([Type.Literal('student'), Type.Literal('server')]),
});

export interface ExamStarted {
  type: 'ExamStarted';
  data: Static<typeof ExamStartedV1>;
}

export interface ExamSubmitted {
  type: 'ExamSubmitted';
  data: Static<typeof ExamSubmittedV1>;
}
