import { BATCH_MAX } from '../../core/batch/batch-limits.ts';
import { callApi } from './api-client.ts';
import { type BatchEntry, type BatchRequest, entryBody, loadAll } from './batch.ts';
import { createListeners } from './listeners.ts';

/** Reads `url` and answers the whole body; throws an ApiError. */
export type Get = <T>(url: string) => Promise<T>;

const getAlone: Get = (url) => callApi('GET', url);

interface Asked {
  url: string;
  settle: (body: unknown) => void;
}

/**
 * A `Get` that sends what is asked for at the same moment, as when a screen opens, in one batch; a single read goes
 * alone. Each hook of the screen keeps its own key, states and retry, and still they share one call.
 */
export function gatheredGet(
  loadAll: (requests: BatchRequest[]) => Promise<BatchEntry[]>,
  alone: Get = getAlone,
): Get {
  let asked: Asked[] = [];

  const send = (sent: Asked[]) => {
    if (sent.length === 1) {
      for (const { url, settle } of sent) settle(alone(url));
      return;
    }
    const entries = loadAll(sent.map(({ url }) => ({ url })));
    sent.forEach(({ settle }, index) => {
      settle(entries.then((all) => entryBody(all[index])));
    });
  };

  const flush = () => {
    const all = asked;
    asked = [];
    for (let start = 0; start < all.length; start += BATCH_MAX) send(all.slice(start, start + BATCH_MAX));
  };

  return <T>(url: string) =>
    new Promise<T>((resolve) => {
      asked.push({ url, settle: (body) => resolve(body as Promise<T>) });
      if (asked.length === 1) queueMicrotask(flush);
    });
}

const failures = createListeners();

/** Hears of each batch that failed as a whole, when its parts are read one by one; answers how to stop. */
export const onBatchFailed = failures.add;

/** What screens read with, whatever they are made of: hooks that are there at the same moment share a call. */
export const getTogether: Get = gatheredGet((requests) => loadAll(requests, () => failures.notify()));
