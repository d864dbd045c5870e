import type { Attempt, StudentExam } from '../../../core/exam/exam.schema.ts';

export const START = Date.parse('2026-11-21T08:00:00Z');

const iso = (ms: number) => new Date(ms).toISOString();

/** An attempt that began at START, unremarkable but for what the test says. */
export const attemptOf = (minutes: number, overrides: Partial<Attempt> = {}): Attempt => ({
  started_at: iso(START),
  deadline_at: iso(START + minutes * 60_000),
  remaining_seconds: minutes * 60,
  submitted: false,
  answers: {},
  skipped: [],
  version: 0,
  saved_at: null,
  ...overrides,
});

/** An exam of questions 101, 102 and so on. */
export const studentExam = (count: number, minutes = 60, attempt: Partial<Attempt> = {}): StudentExam => ({
  id: 3,
  title: 'Unit 1',
  duration_minutes: minutes,
  is_hidden: false,
  main_content_type: 'text',
  created_at: iso(START),
  main_text: 'Once upon a time',
  main_audio_path: null,
  questions: Array.from({ length: count }, (_, index) => ({
    id: 101 + index,
    question_text: `Question ${index + 1}`,
    option_a: 'first',
    option_b: 'second',
    option_c: 'third',
    option_d: 'fourth',
  })),
  attempt: attemptOf(minutes, attempt),
});
