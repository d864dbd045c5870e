import { cell, MACHINE } from '../check/report.ts';

/** A test that proves a row: its file, and its title as it stands there. */
interface Proof {
  file: string;
  title: string;
}

/** A row of the checklist of security. */
export interface SecurityRow {
  number: number;
  /** What is promised. */
  promise: string;
  proofs: Proof[];
  /** Why it does not apply, what of it is left out on purpose, or what is open. */
  reason?: string;
}

/** What a review could do to an earlier version, and the numbers of the rows that hold it now. */
export type Finding = [finding: string, rows: number[]];

/** What the tests have counted, by its name. */
export type Figures = Record<string, number>;

export interface SecurityRun {
  date: string;
  seed: string;
  depth: string;
  postgres: string;
  minutes: number;
  /** Test files that were run, and whether all of their tests passed. */
  files: Map<string, boolean>;
  figures: Figures;
  found: Finding[];
}

/** `holds` when every file of its tests has passed; a row without tests has its reason. */
export function verdictOf({ proofs, reason }: SecurityRow, files: Map<string, boolean>): string {
  if (proofs.length === 0) return reason?.startsWith('Open:') ? 'open' : 'does not apply';
  if (proofs.some(({ file }) => files.get(file) === false)) return 'fails';
  return proofs.every(({ file }) => files.get(file)) ? 'holds' : 'not tried';
}

/** `46 hold, 1 open`, in the order in which they are met. */
export function countText(rows: SecurityRow[], files: Map<string, boolean>): string {
  const byVerdict = Map.groupBy(rows, (row) => verdictOf(row, files));
  return [...byVerdict].map(([verdict, { length }]) => `${length}: ${verdict}`).join(', ');
}

const thousands = (count = 0): string => count.toLocaleString('en-US');

/** Returns the report of a run, in Markdown: nothing in it identifies the machine. */
export function securityReport(rows: SecurityRow[], run: SecurityRun): string {
  const { date, seed, depth, postgres, minutes, files, figures, found } = run;
  const failed = [...files].filter(([, passed]) => !passed).map(([file]) => file);
  const lines = rows.map((row) => {
    const proofs = row.proofs.map(({ file, title }) => `“${title}” (\`${file}\`)`);
    return [
      `S${row.number}`,
      row.promise,
      verdictOf(row, files),
      [...proofs, row.reason ?? ''].filter(Boolean).join('; '),
    ]
      .map(cell)
      .join(' | ');
  });
  return `# Is it secure?

The rows of the checklist, with the tests that prove them. A row holds when every file of its tests has passed in this
run; what does not apply, or is left out on purpose, says why. \`npm run test:security -- --report docs/reports/security.md\`
makes this report.

- Date: ${date}
- Machine: ${MACHINE}, PostgreSQL ${postgres}
- Seed: ${seed} (\`TEST_SEED\`), depth: ${depth}, in ${minutes.toFixed(0)} minutes
- Rows: ${countText(rows, files)}
- Test files: ${files.size}, of which ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}

## What was tried

- ${thousands(figures.requests)} requests with hostile values, to ${thousands(figures.routes)} calls by eight callers. The slowest was
  answered after ${thousands(figures.slowest)} ms. ${thousands(figures.lines)} lines of log were searched.
- ${thousands(figures.calls)} random calls by students, of which ${thousands(figures.granted)} were granted; each answer was searched for
  ${thousands(figures.marks)} marks of what belongs to others.
- ${thousands(figures.expressions)} regular expressions, with ${thousands(figures.texts)} long texts.
- Violations: ${failed.length === 0 ? 'none' : 'see the files that failed'}.

## What reviews of earlier versions could do

${found.map(([finding, numbers]) => `- ${finding}: ${numbers.map((number) => `S${number}`).join(', ')}`).join('\n')}

## Rows

| | What is promised | Verdict | Proved by, or reason |
| --- | --- | --- | --- |
${lines.map((line) => `| ${line} |`).join('\n')}
`;
}
