import { cpus, totalmem } from 'node:os';
import { matrix } from './fault-matrix.ts';
import type { WorldOutcome } from './fault-run.ts';

export interface Totals {
  kills: Record<string, number>;
  processKills: number;
  failovers: number;
  events: number;
  attempts: number;
  requests: number;
  violations: number;
  seconds: number;
}

const INVARIANTS: Record<string, string> = {
  I1: 'each acknowledged event is in the log once, as it was sent, where its acknowledgement says',
  I2: 'nothing is in the log that nobody sent',
  I3: 'positions are 1 to the head, without holes',
  I4: 'each student’s events are in the order in which they were given',
  I5: 'every projection is what the log says (`nho verify`)',
  I6: 'heads and checkpoints never fall, and checkpoints are within the log',
  I7: 'each answer that stands counts once; nothing is parked',
  I8: 'one submission of each exam, in time or what was saved, with the points of what was accepted; decks whole and once',
  I9: 'every request ends within 10 s, and fails by 503 with Retry-After alone, while a fault allows it',
  I10: 'the product works again within the bound of the fault',
  I11: 'nothing is left: locks, transactions, connections, files, processes',
  I12: 'no answer holds a key, a secret or somebody else’s address',
};

export function totalsOf(outcomes: WorldOutcome[]): Totals {
  const kills: Record<string, number> = {};
  for (const outcome of outcomes)
    for (const [what, count] of Object.entries(outcome.kills)) kills[what] = (kills[what] ?? 0) + count;
  const sum = (of: (outcome: WorldOutcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  return {
    kills,
    processKills: Object.values(kills).reduce((total, count) => total + count, 0),
    failovers: sum(({ failovers }) => failovers),
    events: sum(({ events }) => events),
    attempts: sum(({ attempts }) => attempts),
    requests: sum(({ outcomes: ends }) => Object.values(ends).reduce((total, count) => total + count, 0)),
    violations: sum(({ violations }) => violations.reduce((total, { what }) => total + countOf(what), 0)),
    seconds: sum(({ seconds }) => seconds),
  };
}

const number = (value: number): string => Math.round(value).toLocaleString('en');

/** How many violations a line stands for. */
const countOf = (what: string): number => Number(/^and (\d+) more$/.exec(what)?.[1] ?? 1);

export function totalsText(outcomes: WorldOutcome[]): string {
  const { processKills, failovers, events, attempts, requests, violations, seconds } = totalsOf(outcomes);
  return (
    `${number(processKills)} kills, ${failovers} failovers, ${number(events)} events, ${number(attempts)} exams, ` +
    `${number(requests)} requests, ${violations} violations, in ${(seconds / 60).toFixed(1)} minutes`
  );
}

function recoveryRows(outcomes: WorldOutcome[]): string[] {
  const all = outcomes.flatMap(({ recoveries }) => recoveries);
  const groups = Map.groupBy(all, ({ row, what }) => `${row} | ${what}`);
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, list]) => {
      const times = list.map(({ ms }) => ms).sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
      return `| ${name} | ${list.length} | ${number(at(0.5))} | ${number(times.at(-1)!)} | ${number(list[0]!.boundMs)} |`;
    });
}

function matrixRows(outcomes: WorldOutcome[]): string[] {
  return matrix.map(({ number: name, fault, expected, how, tests, remark }) => {
    const count = outcomes.reduce((total, { done }) => total + (done[name] ?? 0), 0);
    const here = {
      shot: `${count} times`,
      always: 'always',
      tests: 'by tests alone',
      'not here': 'not run here',
    }[how];
    const files = tests?.map((file) => `\`${file}\``).join(', ') ?? '';
    return `| ${name} | ${fault} | ${expected} | ${here}${remark ? `, ${remark}` : ''} | ${files} |`;
  });
}

/** The report in Markdown; `words` stand before all figures. */
export function faultsReport(
  outcomes: WorldOutcome[],
  { date, seed, command, words }: { date: string; seed: number; command: string; words: string[] },
): string {
  const totals = totalsOf(outcomes);
  const ends: Record<string, number> = {};
  for (const outcome of outcomes)
    for (const [status, count] of Object.entries(outcome.outcomes))
      ends[status] = (ends[status] ?? 0) + count;
  const slowest = Math.max(...outcomes.map(({ slowestMs }) => slowestMs));
  const violations = outcomes.flatMap(({ violations: list }, index) =>
    list.map(({ invariant, what }) => `- Product ${index + 1}, ${invariant}: ${what}`),
  );
  const kinds = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, count]) => `${what} ${number(count)}`)
      .join(', ');
  return `# Faults

${words.join('\n\n')}

Run on ${date}, seed ${seed} (\`${command}\`), on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}) and ${number(totalmem() / 2 ** 30)} GB, Node ${process.version}.

**${totalsText(outcomes)}.**

- Killed: ${kinds(totals.kills)}.
- Requests ended: ${kinds(ends)}. A name in capitals is a connection that ended without an answer, as that of a process
  that was killed. The slowest took ${number(slowest)} ms.
- Whoever else used the machine: a process that does nothing took up to ${number(Math.max(...outcomes.map(({ slowestStartMs }) => slowestStartMs)))} ms to start, usually below 500. Bounds of time are
  stretched by that factor while it lasts. ${number(outcomes.reduce((total, one) => total + one.beyondBound, 0))} requests and recoveries lasted longer than their plain bound, all of
  them while the fault allows it or the machine was slow, unless they are told below. ${number(outcomes.reduce((total, one) => total + one.other503, 0))} requests were told to come back
  although no fault allows it; those are told below that came while the machine was less than twice as slow as usual.
- By the rule of three, no violation in ${number(totals.processKills)} kills means fewer than ${(300 / Math.max(1, totals.processKills)).toFixed(1)} % at 95 % confidence.

## Violations

${violations.length ? violations.join('\n') : 'None.'}

## What must hold

| | |
| --- | --- |
${Object.entries(INVARIANTS)
  .map(([name, what]) => `| ${name} | ${what} |`)
  .join('\n')}

## The faults

| | fault | expected, besides | done | test files |
| --- | --- | --- | --- | --- |
${matrixRows(outcomes).join('\n')}

Besides, a process that appends without HTTP in between is killed with the others: most of the events are its.

## How long it took

Milliseconds. Loaded, on this machine.

| | until | times | median | longest | bound |
| --- | --- | --- | --- | --- | --- |
${recoveryRows(outcomes).join('\n')}

## The products

Each is a database of its own, two API processes, two workers, and everybody who uses them. The two of a kind have a launcher, the API's one port, or each runs by itself.

| | processes | database | queue | minutes | kills | failovers | events | exams | decks imported | violations |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${outcomes
  .map(
    ({ plan, seconds, kills, failovers, events, attempts, imports, violations: list }, index) =>
      `| ${index + 1} | ${plan.isLaunched ? 'launched' : 'by themselves'} | ${plan.standby ? 'primary and synchronous standby' : 'one'} | ${plan.redis ? 'Redis' : 'PostgreSQL'} | ${(seconds / 60).toFixed(1)} | ${number(Object.values(kills).reduce((total, count) => total + count, 0))} | ${failovers} | ${number(events)} | ${attempts} | ${imports} | ${list.length} |`,
  )
  .join('\n')}
`;
}
