import { isDeepStrictEqual } from 'node:util';
import type { Test } from 'tap';
import { until } from './until.ts';

/** Asserts that what is read becomes this, and tells the difference when it has not in the end. */
export async function becomes<T>(
  t: Test,
  read: () => Promise<T>,
  expected: NoInfer<T>,
  message = 'becomes what is expected',
): Promise<void> {
  await until(async () => isDeepStrictEqual(await read(), expected)).catch(() => {});
  t.same(await read(), expected, message);
}
