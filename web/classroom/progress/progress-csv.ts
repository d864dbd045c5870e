import type { DateRange, StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import type { CsvRow } from '../../lib/text/csv.ts';

interface ProgressCsvTexts {
  /** Of name, email, cards, time, and time in seconds. */
  head: [string, string, string, string, string];
  duration: (seconds: number) => string;
}

/** The rows as a table for spreadsheets. The name stands first: only there is a quoted cell safe in every country. */
export function progressTable(
  rows: readonly StudentProgress[],
  { head, duration }: ProgressCsvTexts,
): CsvRow[] {
  const cells = rows.map((row) => [
    row.name,
    row.email,
    row.cards_studied,
    duration(row.time_spent_seconds),
    row.time_spent_seconds,
  ]);
  return [head, ...cells];
}

export function progressFileName(classId: number, { start_date, end_date }: DateRange): string {
  const from = start_date && `from-${start_date}`;
  const until = end_date && `until-${end_date}`;
  return `${['class', classId, 'progress', from, until].filter(Boolean).join('-')}.csv`;
}
