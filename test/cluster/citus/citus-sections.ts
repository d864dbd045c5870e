import type { CallCost } from './call-costs.ts';
import { RATIO_MIN, type SpeedOutcome } from './citus-speed.ts';
import type { SuiteOutcome } from './citus-suite.ts';
import type { WorldOutcome } from './citus-world.ts';
import type { DistributeOutcome } from './distribute-trial.ts';

/** Which of the product's own tests have run there. */
export function suiteSection({ areas, failed, seconds }: SuiteOutcome): string {
  const files = areas.flatMap((area) => area.files).length;
  return `## The product’s own tests

${files} files in ${(seconds / 60).toFixed(0)} minutes, ${failed.length} failed.

| | files | assertions passed |
| --- | ---: | ---: |
${areas.map((area) => `| ${area.area} | ${area.files.length} | ${area.passed} |`).join('\n')}`;
}

const number = (value: number): string => Math.round(value).toLocaleString('en');
const seconds = (value: number): string => value.toFixed(1);

/** Codes and how often, the most frequent first. */
const counts = (outcomes: Record<string, number>): string =>
  Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status} × ${number(count)}`)
    .join(', ');

/** What clients saw of one breakage, in a line. */
export const aftermathText = (one: WorldOutcome): string =>
  `${seconds(one.seconds)} s, then ${seconds(one.recoverySeconds)} s until nothing failed; ${one.affected} of ${one.students} students met it; ` +
  `${counts(one.outcomes)}; ${number(one.events)} events; ${one.violations.length} violations${one.remark ? `; ${one.remark}` : ''}`;

/** What was broken, what clients received, and what is there. */
export function worldSection(outcomes: WorldOutcome[]): string {
  return `## What was broken

Each time a product of its own is in use: two API processes, two workers, 200 students who answer, 50 who sit an exam, imports
of decks, and an open board of a class of those 200. Requests are sent again until they are acknowledged, as browsers do.
A name in capitals is a connection that ended without an answer.

| | seconds | until nothing failed, after that | students who met it | what clients received | the slowest request | projections followed after | the board was silent for |
| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |
${outcomes
  .map(
    (one) =>
      `| ${one.what}${one.remark ? ` (${one.remark})` : ''} | ${seconds(one.seconds)} | ${seconds(one.recoverySeconds)} s | ${one.affected} of ${one.students} | ${counts(one.outcomes)} | ${seconds(one.slowestMs / 1_000)} s | ${seconds(one.projectedSeconds)} s | ${seconds(one.boardSilentSeconds)} s |`,
  )
  .join('\n')}

## What is there

Every acknowledged answer and every submission is in the log once, where its acknowledgement says; positions have no gap;
projections are at the head of the log; \`nho verify\` finds no difference. What contradicts that is a violation.

| | events in the log | of them acknowledged to students | exams | imports | board opened | violations |
| --- | ---: | ---: | ---: | ---: | --- | ---: |
${outcomes
  .map(
    (one) =>
      `| ${one.name} | ${number(one.events)} | ${number(one.acknowledged)} | ${one.attempts} | ${one.imports} | ${counts(one.boardOpened)} | ${one.violations.length} |`,
  )
  .join('\n')}`;
}

/** What stood in the way of `nho distribute`, and what came of it. */
export function distributeSection({ rows, violations }: DistributeOutcome): string {
  return `## \`nho distribute\`, ended and refused

A database with a small log is laid out over the servers. At every step that it reports it is ended, and what it needs is taken
away. It is then to be as it was, on all servers, and in use. ${violations.length} violations.

| what was done | what was answered | what is there |
| --- | --- | --- |
${rows.map(({ done, answered, there }) => `| ${done} | ${answered} | ${there} |`).join('\n')}`;
}

/** What was asked of the speed and is not so. */
export function speedFaults({ ratio, failed }: SpeedOutcome, costs: CallCost[]): string[] {
  return [
    ...(ratio < RATIO_MIN
      ? [`speed: ${ratio.toFixed(2)} of one PostgreSQL’s answers, asked is ${RATIO_MIN}`]
      : []),
    ...(failed ? [`speed: ${failed} answers failed`] : []),
    ...costs.flatMap(({ call, failure }) => (failure ? [`speed: ${call}: ${failure}`] : [])),
    ...costs.flatMap(({ call, workers, spread }) =>
      workers > 1 ? [`speed: ${call}: ${workers} workers have a part in it: ${spread.join(' · ')}`] : [],
    ),
  ];
}

/** Answers a second beside one PostgreSQL, and what single calls cost. */
export function speedSection({ rounds, ratio }: SpeedOutcome, costs: CallCost[]): string {
  return `## What it costs

Answers a second over HTTP, acknowledged when they are on the disk: one API process, one worker, 200 connections, 2,000
students. Both on this machine, in turn. The median of the rounds’ ratios is **${ratio.toFixed(2)}** (asked: ${RATIO_MIN}).

| round | Citus | p99 | one PostgreSQL | p99 | ratio |
| --- | ---: | ---: | ---: | ---: | ---: |
${rounds
  .map(
    (round, index) =>
      `| ${index + 1} | ${number(round.citus)} | ${number(round.citusP99)} ms | ${number(round.plain)} | ${number(round.plainP99)} ms | ${(round.citus / round.plain).toFixed(2)} |`,
  )
  .join('\n')}

What one call of a student costs, nothing else being done: statements that the coordinator is sent, tasks that it gives to
workers, and how many workers have a part in it.

| call | statements | tasks | workers | ms |
| --- | ---: | ---: | ---: | ---: |
${costs
  .map((one) => `| ${one.call} | ${one.statements} | ${one.tasks} | ${one.workers} | ${one.ms.toFixed(1)} |`)
  .join('\n')}`;
}
