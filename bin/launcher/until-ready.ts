import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Running } from './keep-running.ts';

const PATIENCE_MS = 60_000;

/**
 * Waits until `url` answers 200. A process of `needed` that ends before that, or a minute without an answer, is a
 * StartError.
 */
export async function untilReady(
  url: string,
  needed: Record<string, Running>,
  signal?: AbortSignal,
): Promise<void> {
  let failure: string | undefined;
  for (const [name, running] of Object.entries(needed))
    void running.ended.then((how) => {
      failure ??= `${name} ${how} before it was ready: see what it wrote above.`;
    });
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(30)) {
    if (failure) throw new StartError(failure);
    if (signal?.aborted) return;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
  throw new StartError(`${url} did not answer 200 within a minute: see what was written above.`);
}
