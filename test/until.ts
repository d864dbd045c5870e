import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when the condition holds; how long that may take is the test's own time limit. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(10);
}
