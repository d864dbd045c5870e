import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import type { KeyedQuestion } from '../../../core/exam/scoring.ts';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import type { CsvRow } from '../../lib/csv.ts';

interface ResultsCsvTexts {
  /** Of name, email, exam, status, score, total, time of handing in, seconds taken, seconds late. */
  head: string[];
  question: (number: number, correctOption: string) => string;
  status: (row: ClassResult) => string;
  date: (timestamp: string) => string;
}

/**
 * The rows as a table for spreadsheets, with a column for each scored question: the chosen letter, empty without an
 * answer. The name stands first: only there is a quoted cell safe in every country.
 */
export function resultsTable(
  rows: readonly ClassResult[],
  questions: readonly KeyedQuestion[],
  { head, question, status, date }: ResultsCsvTexts,
): CsvRow[] {
  const scored = questions.slice(0, QUESTIONS_SCORED);
  const cells = rows.map((row) => [
    row.name,
    row.email,
    row.exam_name,
    status(row),
    row.score ?? '',
    row.total,
    row.completed_at === null ? '' : date(row.completed_at),
    row.time_spent_seconds ?? '',
    row.completed ? row.late_seconds : '',
    ...scored.map(({ id }) => row.answers[id] ?? ''),
  ]);
  return [
    [...head, ...scored.map(({ correct_option }, index) => question(index + 1, correct_option))],
    ...cells,
  ];
}

const part = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 09:05`, local, which every spreadsheet takes for a date. */
export function spreadsheetDate(timestamp: string): string {
  const date = new Date(timestamp);
  const day = `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
  return `${day} ${part(date.getHours())}:${part(date.getMinutes())}`;
}

export const resultsFileName = (classId: number, examId: number | null): string =>
  examId === null ? `class-${classId}-exam-results.csv` : `class-${classId}-exam-${examId}-results.csv`;
