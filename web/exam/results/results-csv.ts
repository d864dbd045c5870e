import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { kindOf } from '../../../core/exam/question/question-kinds.ts';
import type { KeyedQuestion } from '../../../core/exam/results/scoring.ts';
import type { CsvRow } from '../../lib/text/csv.ts';

interface ResultsCsvTexts {
  /** Of name, email, exam, status, score, total, time of handing in, seconds taken, seconds late. */
  head: string[];
  question: (number: number, key: string) => string;
  status: (row: ClassResult) => string;
  date: (timestamp: string) => string;
}

/**
 * The rows as a table for spreadsheets, with a column for each scored question: the answer, empty without
 * one. The name stands first: only there is a quoted cell safe in every country.
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
    ...scored.map((question) => {
      const answer = row.answers[question.id];
      return answer === undefined ? '' : kindOf(question).answerText(answer);
    }),
  ]);
  return [[...head, ...scored.map((one, index) => question(index + 1, kindOf(one).keyText(one)))], ...cells];
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
