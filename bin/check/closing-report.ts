import { MACHINE } from './report.ts';
import { MAX_UNSTEADY, type Verdict } from './second-run.ts';
import { failuresOf } from './tap-failures.ts';
import type { Ended } from './test-run.ts';

/** Returns the report of a run of tests, in Markdown: nothing in it identifies the machine. */
export function testsReport(
  verdict: Verdict,
  { part, date, minutes }: { part: string | undefined; date: string; minutes: number },
): string {
  const { passed, failed } = verdict.count;
  const complaints = closingReport(verdict);
  const rows = Object.entries(verdict.seconds)
    .sort(([, a], [, b]) => b - a)
    .map(([file, seconds]) => `| \`${file}\` | ${seconds.toFixed(0)} |`);
  return `# ${part ? `The part “${part}” of the long check` : 'The tests'}

Tests that look, kill or throw dice try more here than in the check. \`npm run test:deep${part ? ` -- --part ${part}` : ''}\` makes
this report.

- Date: ${date}
- Machine: ${MACHINE}
- Files: ${rows.length}, with ${passed} assertions passed and ${failed} failed, in ${minutes.toFixed(0)} minutes

${complaints.length > 0 ? `\`\`\`\n${complaints.join('\n')}\n\`\`\`\n\n` : ''}| File | Seconds |
| --- | ---: |
${rows.join('\n')}
`;
}

/** The report fits on a screen: so many failed files have their words, and what was expected only when they are few. */
const WORDED = 6;
const FEW = 3;
/** Lines of what was expected and found, of all these together. */
const MAX_DETAILS = 12;
const MAX_WIDTH = 300;
const SLOWEST = 10;

const cut = (line: string): string => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)} …` : line);

/** The command that runs these alone. */
const command = ({ files }: Ended): string =>
  `${process.env.TEST_DEPTH === 'deep' ? 'TEST_DEPTH=deep ' : ''}npm test -- ${files.join(' ')}`;

/** Returns the first failed assertion in words, or the last that a process said when none has failed. */
function words({ said }: Ended): string {
  const failures = failuresOf(said);
  const failure = failures.find(({ kind }) => kind === 'assertion') ?? failures[0];
  if (!failure) return said.trimEnd().split('\n').at(-1) ?? '';
  return [failure.test, failure.message].filter(Boolean).join(': ');
}

/** Returns what was expected and found, and where. */
function details({ said }: Ended, most: number): string[] {
  const failures = failuresOf(said);
  const lines = (failures.find(({ kind }) => kind === 'assertion') ?? failures[0])?.details ?? [];
  const from = lines.findIndex((line) => /^diff: [|>]/.test(line));
  const to = lines.findIndex((line, index) => index > from && /^\S/.test(line));
  const diff = from < 0 ? [] : lines.slice(from + 1, to < 0 ? undefined : to);
  const compared = diff.map((line) => line.trim()).filter((line) => /^[-+](?![-+]{2} )/.test(line));
  const place = lines.find((line) => /\btest\/\S+:\d+:\d+/.test(line));
  return [...compared.slice(0, most), ...(place ? [`at ${place.trim()}`] : [])];
}

/** Returns why a run failed, then what was unsteady: at most 38 lines. */
export function closingReport({ failed, unsteady }: Pick<Verdict, 'failed' | 'unsteady'>): string[] {
  const lines: string[] = [];
  if (failed.length > 0) lines.push('Failed:');
  for (const one of failed.slice(0, WORDED)) {
    lines.push(`  ${one.files.join(' ')}`, `    ${cut(words(one))}`);
    if (failed.length <= FEW)
      lines.push(...details(one, MAX_DETAILS / failed.length).map((line) => `      ${cut(line)}`));
    lines.push(`    ${command(one)}`);
  }
  const others = failed.slice(WORDED).map(({ files }) => files.join(' '));
  if (others.length > 0) lines.push(`  and ${others.length} more: ${others.join(', ')}`);
  if (unsteady.length > MAX_UNSTEADY)
    lines.push(`Unsteady, and more than ${MAX_UNSTEADY}, which fails the run:`);
  else if (unsteady.length > 0) lines.push('Unsteady: failed, then passed alone. Look for the cause:');
  for (const one of unsteady.slice(0, MAX_UNSTEADY + 1)) {
    lines.push(`  ${one.files.join(' ')}`, `    ${cut(words(one))}`);
    lines.push(`    after ${one.after.join(' ') || 'nothing'} in its process`);
  }
  const more = unsteady.slice(MAX_UNSTEADY + 1).map(({ files }) => files.join(' '));
  if (more.length > 0) lines.push(`  and ${more.length} more: ${more.join(', ')}`);
  return lines;
}

/** Returns the slowest files, a line each. */
export function slowestFiles(seconds: Record<string, number>): string[] {
  return Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, took]) => `${took.toFixed(1).padStart(7)} s ${file}`);
}
