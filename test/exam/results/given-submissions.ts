import type { Pool } from 'pg';
import { examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { Answers, Exam, ExamBody } from '../../../core/exam/exam.schema.ts';
import { createExam } from '../../../core/exam/exam-changes.ts';
import { examWithKey } from '../../../core/exam/exam-list.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';

export const newExam = async (pool: Pool, teacherId: number, body: ExamBody): Promise<Exam> =>
  examWithKey(pool, await createExam(pool, teacherId, body));

/** The event of handing in, unremarkable but for what the test says. */
export const submission = (
  studentId: number,
  exam_id: number,
  answers: Answers,
  { time_spent = 60, late = 0, by = 'student' as 'student' | 'server', at = '2026-03-01T05:00:00Z' } = {},
): NewEvent =>
  examSubmitted({ exam_id, answers, time_spent, late, by }, { studentId, key: 'once', at: Date.parse(at) });
