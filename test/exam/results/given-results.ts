import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';

/** A student who has not started, unremarkable but for what the test says. */
export function result(student_id: number, name: string, more: Partial<ClassResult> = {}): ClassResult {
  return {
    student_id,
    exam_id: 5,
    exam_name: 'Unit 1',
    name,
    email: `${student_id}@example.org`,
    status: 'not_started',
    completed: false,
    score: null,
    total: 4,
    answered_count: 0,
    remaining_seconds: null,
    answers: {},
    started_at: null,
    completed_at: null,
    time_spent_seconds: null,
    late_seconds: 0,
    submitted_by: null,
    ...more,
  };
}

/** Handed in at this minute, with so many points. */
export const handedIn = (
  student_id: number,
  name: string,
  score: number,
  minute: number,
  more: Partial<ClassResult> = {},
): ClassResult =>
  result(student_id, name, {
    status: 'submitted',
    completed: true,
    score,
    started_at: '2026-11-21T02:00:00.000Z',
    completed_at: `2026-11-21T02:${String(minute).padStart(2, '0')}:00.000Z`,
    time_spent_seconds: minute * 60,
    submitted_by: 'student',
    ...more,
  });
