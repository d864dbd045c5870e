import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import { csvText } from '../lib/csv.ts';

interface ProblemsCsvTexts {
  /** Of row, field, severity, what is wrong. */
  head: [string, string, string, string];
  severity: (problem: Problem) => string;
  /** In the user's language. */
  text: (problem: Problem) => string;
}

/** Everything that was found, as a file for spreadsheets; fields by their names in the file. */
export function problemsCsv(
  problems: readonly Problem[],
  { head, severity, text }: ProblemsCsvTexts,
): string {
  const cells = problems.map((problem) => [
    problem.row ?? '',
    problem.field ?? '',
    severity(problem),
    text(problem),
  ]);
  return csvText([head, ...cells]);
}

export const problemsFileName = (importId: number): string => `import-${importId}-problems.csv`;
