import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';
import type { Answers } from '../exam.schema.ts';

/** A student's time with an exam, by the clock of the database, and the work saved in it. */
export const ExamAttempt = defineTable('exam_attempts', {
  examId: p.integer().primary(),
  partition: p.smallint().primary(),
  studentId: p.integer().primary(),
  startedAt: p.datetime(),
  deadlineAt: p.datetime(),
  answers: p.json<Answers>().defaultRaw("'{}'"),
  /** The questions that the student puts off. */
  skipped: p.array(Number).columnType('int[]').defaultRaw("'{}'"),
  /** Grows with each save. */
  version: p.integer().default(0),
  savedAt: p.datetime().nullable(),
  /** The log says so first; the row may lag behind it. */
  isSubmitted: p.boolean().default(false),
});
