import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';

/** An exam of a teacher. Its attempts are written with the database's clock, by `attempt.ts` and `save-answers.ts`. */
export const Exam = defineTable('exams', {
  id: p.integer().primary().autoincrement(),
  teacherId: p.integer(),
  title: p.text(),
  durationMinutes: p.integer(),
  isHidden: p.boolean().default(false),
  mainContentType: p.text().$type<'text' | 'audio' | 'none'>(),
  mainText: p.text().nullable(),
  mainAudioPath: p.text().nullable(),
  createdAt: p.datetime().defaultRaw('now()'),
});

/** A question of an exam; one that was taken out stays, without an ordinal. */
export const ExamQuestion = defineTable('exam_questions', {
  id: p.integer().primary().autoincrement(),
  examId: p.integer(),
  ordinal: p.integer().nullable(),
  questionText: p.text(),
  optionA: p.text(),
  optionB: p.text(),
  optionC: p.text(),
  optionD: p.text(),
  correctOption: p.text().$type<'A' | 'B' | 'C' | 'D'>(),
});

/** A class to which an exam is assigned. */
export const ExamClass = defineTable('exam_classes', {
  examId: p.integer().primary(),
  classId: p.integer().primary(),
});
