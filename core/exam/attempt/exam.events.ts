import { Type } from '@sinclair/typebox';
import { defineEvent, type FactOf } from '../../log/define-event.ts';
import { Answers } from '../exam.schema.ts';

/** A student has opened an exam for the first time: its clock runs. */
export const ExamStartedV1 = Type.Object({
  exam_id: Type.Integer({ description: 'The exam. It may have been deleted since.' }),
  duration_minutes: Type.Integer({ description: 'Minutes that the exam gave at that moment.' }),
});

/** A student has handed in an exam, or the server has for them. */
export const ExamSubmittedV1 = Type.Object({
  exam_id: Type.Integer({ description: 'The exam. It may have been deleted since.' }),
  answers: Type.Unsafe<Answers>({
    ...Answers,
    description:
      'The options that count, A to D, by the id of the question; what was not answered is absent. When it was handed in ' +
      'late, what had been saved in time.',
  }),
  time_spent: Type.Integer({ description: 'Seconds since the start.' }),
  late: Type.Integer({ description: 'Seconds after the end, 0 within its grace.' }),
  by: Type.Union([Type.Literal('student'), Type.Literal('server')], {
    description: 'Who handed it in: the student, or the server when the time was over.',
  }),
});

export const ExamStarted = defineEvent('ExamStarted', [ExamStartedV1], []);
export type ExamStarted = FactOf<typeof ExamStarted>;

export const ExamSubmitted = defineEvent('ExamSubmitted', [ExamSubmittedV1], []);
export type ExamSubmitted = FactOf<typeof ExamSubmitted>;
