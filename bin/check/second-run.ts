import { type Count, NOTHING, sum } from './process-report.ts';
import type { TestRun } from './test-plan.ts';
import { type Ended, runTests, type TestRunOptions } from './test-run.ts';

/** More unsteady files than these fail a run: so many are no chance. */
export const MAX_UNSTEADY = 3;

/** When more files fail, something is broken for all of them, and none is run again. */
const MAX_REPEATED = 10;

/** What a whole run says. */
export interface Verdict {
  count: Count;
  /** What failed twice, by its second run; or once, when nothing was run again. */
  failed: Ended[];
  /** What failed once and then passed alone, by its first run. */
  unsteady: Ended[];
  /** What each file took when it ran first. */
  seconds: Record<string, number>;
}

/**
 * Runs test files so many at a time; then each that failed once more, alone, after all others. A failure is forgiven when
 * the file then passes. `once`: nothing is run again.
 */
export async function runTwice(
  runs: TestRun[],
  jobs: number,
  { once = false, ...options }: TestRunOptions & { once?: boolean },
): Promise<Verdict> {
  const first = await runTests(runs, jobs, options);
  const seconds = Object.fromEntries(
    first.flatMap((one) => (one.files.length === 1 ? [[one.files[0], one.seconds]] : [])),
  );
  const bad = first.filter(({ passed }) => !passed);
  const good = first.filter(({ passed }) => passed);
  const verdict: Verdict = {
    count: good.map(({ count }) => count).reduce(sum, NOTHING),
    failed: [],
    unsteady: [],
    seconds,
  };
  for (const one of bad) {
    const isFinal = once || bad.length > MAX_REPEATED || options.signal.aborted;
    if (!isFinal) (options.print ?? console.log)(`\nOnce more, alone: ${one.files.join(' ')}`);
    const again = isFinal ? [one] : await runTests([{ files: one.files, seconds: 0 }], 1, options);
    const failed = again.filter(({ passed }) => !passed);
    verdict.count = again.map(({ count }) => count).reduce(sum, verdict.count);
    verdict.failed.push(...failed);
    if (failed.length === 0) verdict.unsteady.push(one);
  }
  if (verdict.unsteady.length > MAX_UNSTEADY) verdict.count.failed += verdict.unsteady.length;
  return verdict;
}
