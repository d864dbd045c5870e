import { MACHINE } from '../../../bin/check/report.ts';
import type { PartOutcome } from './cluster-part.ts';

const WORDS =
  'The product on an engine of several servers, tried for real: its own tests run there, then the engine is broken while ' +
  'students answer and sit an exam, an administrator imports decks, and a teacher watches a class. All that clients receive ' +
  'is written down and compared with the log afterwards. `npm run test:cluster` does it; docs/testing.md says how.';

/** The report of a part in Markdown: nothing in it identifies the machine. */
export function clusterReport(
  { violations, engine, sections }: PartOutcome,
  { date, command, minutes, about }: { date: string; command: string; minutes: number; about: string },
): string {
  return `# The product on several servers: ${about}

${WORDS}

- Date: ${date}, in ${minutes.toFixed(0)} minutes
- Again: \`${command}\`
- Engine: ${engine}
- Machine, which all servers share with the product and its clients: ${MACHINE}
- **Violations: ${violations.length}**

## Violations

${violations.length ? violations.map((violation) => `- ${violation.replaceAll('\n', ' ')}`).join('\n') : 'None.'}

${sections.join('\n\n')}
`;
}
