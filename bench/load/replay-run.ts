import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { BenchDatabase } from '../school/bench-database.ts';
import type { ReplayReport } from './replay-process.ts';

export interface ReplayResult extends Required<ReplayReport> {
  /** The most memory that the process and its children held together, in millions of bytes. */
  megabytes: number;
  /** Likewise of Postgres's processes for it, without what they share. */
  backendMegabytes: number;
}

export interface Replay {
  /** Resolves when it has begun to take in the log. */
  begun: Promise<void>;
  result: Promise<ReplayResult>;
  isRunning(): boolean;
}

const POLL_MS = 50;

/** Starts `bench/load/replay-process.ts` and watches it. */
export function startReplay(
  bench: BenchDatabase,
  task: 'pass' | 'build' | 'verify',
  env: Record<string, string> = {},
): Replay {
  const child = bench.run('bench/load/replay-process.ts', { TASK: task, ...env });
  const begun = Promise.withResolvers<void>();
  let last: ReplayReport | undefined;
  let isRunning = true;
  child.on('message', (report: ReplayReport) => {
    last = report;
    begun.resolve();
  });
  const peak = { megabytes: 0, backendMegabytes: 0 };
  const timer = setInterval(() => {
    peak.megabytes = Math.max(peak.megabytes, sum(familyOf(child.pid!), 'VmRSS'));
    void backends(bench).then((pids) => {
      peak.backendMegabytes = Math.max(peak.backendMegabytes, sum(pids, 'RssAnon'));
    });
  }, POLL_MS);
  const result = once(child, 'exit').then(([code]) => {
    isRunning = false;
    clearInterval(timer);
    begun.resolve();
    if (code !== 0 || last?.took === undefined) throw new Error(`the ${task} ended with ${code}`);
    return { ...last, ...peak } as ReplayResult;
  });
  return { begun: begun.promise, result, isRunning: () => isRunning };
}

function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function sum(pids: number[], field: string): number {
  const kilobytes = pids.reduce(
    (total, pid) => total + Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status(pid))?.[1] ?? 0),
    0,
  );
  return Math.round((kilobytes * 1_024) / 1e6);
}

/** A process with its children and theirs. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(/PPid:\s+(\d+)/.exec(status(Number(name)))?.[1])] as const);
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

async function backends({ database }: BenchDatabase): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>({
    name: 'rebuilding_backends',
    text: `select pid from pg_stat_activity where application_name like 'nho rebuilding%'`,
  });
  return rows.map(({ pid }) => pid);
}
