import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../command/start-error.ts';
import type { Running } from './keep-running.ts';

const PATIENCE_MS = 60_000;

const ANSWER_MS = 2_000;

/** Undefined when nothing answers in time. */
function statusOf(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve) => {
    // It is our own process, whose certificate is for the name that others call it by; nothing secret is asked.
    const request = get(url, { agent: false, rejectUnauthorized: false, timeout: ANSWER_MS }, (answer) => {
      answer.resume().on('error', () => {});
      resolve(answer.statusCode);
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
  });
}

/**
 * Waits until `url` responds with 200. Throws a StartError when a process of `needed` ends first, or after a minute
 * without an answer.
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
    if ((await statusOf(url)) === 200) return;
  }
  throw new StartError(`${url} did not answer 200 within a minute: see what was written above.`);
}
