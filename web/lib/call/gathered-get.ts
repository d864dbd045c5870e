import type { Address, Answer, Data, DataRead, Read } from '../../../core/api.ts';
import { BATCH_MAX } from '../../../core/contract/batch-limits.ts';
import { readAt } from './api-client.ts';
import { type BatchEntry, earlyBody, entryBody, loadAll } from './batch.ts';
import { takeEarlyReads } from './early-reads.ts';

/** Reads what is at an address. Returns the whole body. Throws an ApiError. */
export type Get = <C extends Read>(address: Address<C>) => Promise<Answer<C>>;

interface Asked {
  address: Address<Read>;
  settle: (body: unknown) => void;
}

/**
 * A `Get` that sends what is asked for at the same moment, as when a screen opens, in one batch; a single read goes
 * alone. Each hook of the screen keeps its own key, states and retry, and still they share one call.
 */
export function gatheredGet(
  loadAll: (addresses: Address<Read>[]) => Promise<BatchEntry[]>,
  alone: Get = readAt,
): Get {
  let asked: Asked[] = [];

  const send = (sent: Asked[]) => {
    if (sent.length === 1) {
      for (const { address, settle } of sent) settle(alone(address));
      return;
    }
    const entries = loadAll(sent.map(({ address }) => address));
    sent.forEach(({ settle }, index) => {
      settle(entries.then((all) => entryBody(all[index])));
    });
  };

  const flush = () => {
    const all = asked;
    asked = [];
    for (let start = 0; start < all.length; start += BATCH_MAX) send(all.slice(start, start + BATCH_MAX));
  };

  const ask = <C extends Read>(address: Address<C>) =>
    new Promise<Answer<C>>((resolve) => {
      asked.push({ address, settle: (body) => resolve(body as Promise<Answer<C>>) });
      if (asked.length === 1) queueMicrotask(flush);
    });

  // What came with the document waits for nothing that is asked for only now.
  return <C extends Read>(address: Address<C>) =>
    takeEarlyReads([address])?.then((early) => (early ? earlyBody<C>(early[0]) : ask(address))) ??
    ask(address);
}

/** What screens read with, whatever they are made of: hooks that are there at the same moment share a call. */
export const getTogether: Get = gatheredGet((addresses) => loadAll(addresses));

/** Reads the `data` of a call's response. */
export function getData<C extends DataRead>(address: Address<C>, get?: Get): Promise<Data<C>>;
export async function getData(address: Address<DataRead>, get: Get = getTogether): Promise<unknown> {
  return (await get(address)).data;
}
