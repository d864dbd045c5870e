import { stripVTControlCharacters } from 'node:util';
import { cell, MACHINE } from '../check/report.ts';
import type { Outcome, TriedMutant } from './try-mutant.ts';

/** What each outcome is called. */
export const WORDS: Record<Outcome['kind'], string> = {
  caught: 'caught',
  waited: 'waited in vain',
  survived: 'survived',
  hung: 'only hung',
  broken: 'not tried',
};

/** Whether the tests did what they are for. */
export const isNoticed = ({ outcome }: TriedMutant): boolean =>
  outcome.kind === 'caught' || outcome.kind === 'waited';

/** The longest part of a message that is shown: Playwright's are pages. */
const MESSAGE_MAX = 120;

/** A message without a terminal's colours, and not too long. */
function shown(message: string): string {
  const text = stripVTControlCharacters(message);
  return text.length <= MESSAGE_MAX ? text : `${text.slice(0, MESSAGE_MAX - 1)}…`;
}

/** Returns what noticed it, and where: `“should be equal” in “a title” (test/…)`. */
export function noticedBy({ outcome: { failure } }: TriedMutant): string {
  if (!failure) return '';
  return `“${shown(failure.message)}” in ${failure.test ? `“${failure.test}” ` : ''}(${failure.file})`;
}

/** `64 caught, 2 survived`. */
export const countText = (tried: TriedMutant[]): string =>
  (Object.keys(WORDS) as Outcome['kind'][])
    .map((kind) => [WORDS[kind], tried.filter(({ outcome }) => outcome.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');

/** Returns the report of a run, in Markdown: nothing in it identifies the machine. */
export function mutantsReport(
  tried: TriedMutant[],
  { listed, date, minutes }: { listed: number; date: string; minutes: number },
): string {
  const rows = tried
    .filter(({ outcome }) => outcome.kind !== 'caught')
    .map((one) =>
      [
        one.mutant.name,
        `\`${one.mutant.file}\``,
        WORDS[one.outcome.kind],
        noticedBy(one),
        one.seconds.toFixed(0),
      ]
        .map(cell)
        .join(' | '),
    );
  return `# Are faults noticed?

Each mutant is the product with one place made wrong, and its tests were run. Those that an assertion caught are counted,
the others are listed.
“Waited in vain” is a wait that ended by itself and said what for; “only hung” is noticed by no more than a time-out.

- Date: ${date}
- Machine: ${MACHINE}
- Mutants: ${tried.length} of ${listed} (${countText(tried)}); the run that wrote this took ${minutes.toFixed(0)} minutes

| What is wrong | File | Outcome | Told by | s |
| --- | --- | --- | --- | ---: |
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
