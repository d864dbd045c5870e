import { writeSync } from 'node:fs';

/** How many assertions held, failed and were not made. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

export function sum(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The descriptor by which a process that runs test files reports to the check. */
const CHANNEL = 3;

/**
 * What such a process reports: a file has ended, with its assertions; or the process leaves, with its exit code. From then
 * on it is gone at once or never: Node's own threads can wait for each other for ever while it shuts down
 * (https://github.com/nodejs/node/issues/54918).
 */
export type ProcessReport = { file: string; count: Count } | { leavingWith: number };

/** Reports at once: what is not written when the process ends never is. */
export function report(what: ProcessReport): void {
  writeSync(CHANNEL, `${JSON.stringify(what)}\n`);
}
