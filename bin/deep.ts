/**
 * The long check, in parts that each run alone: tests that look, kill and throw dice more than in the check; then the
 * checklist of security, failing processes and lines, seeded faults, and speed on a phone. Each writes its report into
 * docs/reports. A part that has passed on this version is not run again: an interrupted run goes on.
 *
 * - --part NAME: only this part.
 * - --shard N/M: of the mutants only each M-th, from the N-th on.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KeptResults } from './check/kept-results.ts';
import { interruption } from './command/processes.ts';

const ROOT = join(import.meta.dirname, '..');
const KEPT = join(ROOT, '.tap/deep');

const report = (name: string) => ['--report', join(ROOT, `docs/reports/${name}.md`)];

const { values: options } = parseArgs({ options: { part: { type: 'string' }, shard: { type: 'string' } } });

const tests = (part: string, name = part) => ['test.ts', '--part', part, ...report(name)];
const shard = options.shard ? ['--shard', options.shard] : [];

/** The programs of each part. */
const PARTS: Record<string, string[][]> = {
  galleries: [tests('galleries')],
  histories: [tests('histories')],
  engines: [tests('engines')],
  faults: [tests('faults', 'fault-tests'), ['faults.ts', ...report('faults')]],
  security: [['security.ts', '--deep', ...report('security')]],
  mutants: [['mutants.ts', '--results', join(KEPT, 'mutants'), ...shard, ...report('mutants')]],
  speed: [['speed.ts', ...report('speed')]],
};

interface Passed {
  minutes: number;
}

const signal = interruption();

function run([program, ...args]: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program as string), ...args], {
    cwd: ROOT,
    // By the channel it notices the end of this process, whatever ended it.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

const chosen = options.part ? [options.part] : Object.keys(PARTS);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join()}: they are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const kept = new KeptResults<Passed>(KEPT);
const failed: string[] = [];
const lines: string[] = [];
for (const name of chosen) {
  const title = [name, ...(name === 'mutants' ? shard : [])].join(' ');
  const before = kept.get(title);
  if (before) {
    lines.push(`${title}: has passed before, in ${before.minutes.toFixed(0)} minutes`);
    continue;
  }
  if (signal.aborted) break;
  console.log(`\n== ${title}\n`);
  const begun = performance.now();
  let isFine = true;
  for (const program of PARTS[name]!) isFine = !signal.aborted && (await run(program)) && isFine;
  const minutes = (performance.now() - begun) / 60_000;
  if (isFine) kept.set(title, { minutes });
  else failed.push(title);
  lines.push(`${title}: ${isFine ? 'passed' : 'failed'}, in ${minutes.toFixed(0)} minutes`);
}
console.log(`\n${lines.join('\n')}`);
if (signal.aborted) console.error('Interrupted.');
process.exit(failed.length > 0 || signal.aborted ? 1 : 0);
