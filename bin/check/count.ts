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

/** Reads tap's own count of all assertions, its last words: `# { total: 16, pass: 6, fail: 7, todo: 1, skip: 2 }`. */
export function readCount(line: string): Count | undefined {
  if (!/^# \{ total: \d+/.test(line)) return undefined;
  const of = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(line)?.[1] ?? 0);
  return { passed: of('pass'), failed: of('fail'), skipped: of('skip') + of('todo') };
}
