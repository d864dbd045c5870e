import type { SuiteOutcome } from './citus-suite.ts';

/** Which of the product's own tests have run there. */
export function suiteSection({ areas, failed, seconds }: SuiteOutcome): string {
  const files = areas.flatMap((area) => area.files).length;
  return `## The product’s own tests

${files} files in ${(seconds / 60).toFixed(0)} minutes, ${failed.length} failed.

| | files | assertions passed |
| --- | ---: | ---: |
${areas.map((area) => `| ${area.area} | ${area.files.length} | ${area.passed} |`).join('\n')}`;
}
