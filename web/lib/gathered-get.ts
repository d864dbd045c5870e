import { callApi } from './api-client.ts';
import { type BatchEntry, type BatchRequest, entryBody } from './batch.ts';

/** Reads `url` and answers the whole body; throws an ApiError. */
export type Get = <T>(url: string) => Promise<T>;

export const getAlone: Get = (url) => callApi('GET', url);

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

  const flush = () => {
    const sent = asked;
    asked = [];
    if (sent.length === 1) {
      for (const { url, settle } of sent) settle(alone(url));
      return;
    }
    const entries = loadAll(sent.map(({ url }) => ({ url })));
    sent.forEach(({ settle }, index) => {
      settle(entries.then((all) => entryBody(all[index])));
    });
  };

  return <T>(url: string) =>
    new Promise<T>((resolve) => {
      asked.push({ url, settle: (body) => resolve(body as Promise<T>) });
      if (asked.length === 1) queueMicrotask(flush);
    });
}
