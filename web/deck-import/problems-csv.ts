import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import type { CsvRow } from '../lib/text/csv.ts';

interface ProblemsCsvTexts {
  /** Of row, its first words, field, severity, what is wrong. */
  head: [string, string, string, string, string];
  severity: (problem: Problem) => string;
  /** In the user's language. */
  text: (problem: Problem) => string;
}

/** Everything that was found, as a table for spreadsheets; fields by their names in the file. */
export function problemsTable(
  problems: readonly Problem[],
  { head, severity, text }: ProblemsCsvTexts,
): CsvRow[] {
  const cells = problems.map((problem) => [
    problem.row ?? '',
    problem.params.words ?? '',
    problem.field ?? '',
    severity(problem),
    text(problem),
  ]);
  return [head, ...cells];
}

export const problemsFileName = (importId: number): string => `import-${importId}-problems.csv`;
