import { availableParallelism, cpus, totalmem } from 'node:os';
import { closingReport } from './closing-report.ts';
import type { Verdict } from './second-run.ts';

/** Returns the report of a run of tests, in Markdown: nothing in it identifies the machine. */
export function testsReport(
  verdict: Verdict,
  { part, date, minutes }: { part: string | undefined; date: string; minutes: number },
): string {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const { passed, failed } = verdict.count;
  const complaints = closingReport(verdict);
  const rows = Object.entries(verdict.seconds)
    .sort(([, a], [, b]) => b - a)
    .map(([file, seconds]) => `| \`${file}\` | ${seconds.toFixed(0)} |`);
  return `# ${part ? `The part “${part}” of the long check` : 'The tests'}

Tests that look, kill or throw dice try more here than in the check. \`npm run test:deep${part ? ` -- --part ${part}` : ''}\` makes
this report.

- Date: ${date}
- Machine: ${machine}
- Files: ${rows.length}, with ${passed} assertions passed and ${failed} failed, in ${minutes.toFixed(0)} minutes

${complaints.length > 0 ? `\`\`\`\n${complaints.join('\n')}\n\`\`\`\n\n` : ''}| File | Seconds |
| --- | ---: |
${rows.join('\n')}
`;
}
