import type { Address, Answer, Read } from '../../../core/api.ts';
import type { ErrorBody } from '../../../core/contract/errors.ts';
import { createListeners } from '../live/listeners.ts';
import { ApiError, answerError, callApi, readAt, refusalsCanBeTold } from './api-client.ts';
import { takeEarlyReads } from './early-reads.ts';

type Asked = Address<Read>;

/** One call's answer: `data` is its whole body, `{success, data, …}` or an error's. */
export interface BatchEntry {
  status: number;
  data: unknown;
}

/** The entries of these calls, in their order. */
type Entries<All extends readonly Asked[]> = {
  [I in keyof All]: All[I] extends Address<infer C extends Read> ? EntryOf<C> : never;
};

declare const call: unique symbol;
/** The answer to this call. */
type EntryOf<C extends Read> = BatchEntry & { readonly [call]?: C };

/** Several GETs in one call, answered in the order asked. */
export async function fetchBatch(addresses: readonly Asked[]): Promise<BatchEntry[]> {
  const early = await takeEarlyReads(addresses);
  if (early) return early;
  const requests = addresses.map((url) => ({ method: 'GET' as const, url }));
  return (await callApi('POST /api/batch', { body: { requests } })).data;
}

async function fetchAlone(address: Asked): Promise<BatchEntry> {
  try {
    return { status: 200, data: await readAt(address) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, errors } = error;
    return { status, data: { success: false, code, message, errors } };
  }
}

/** All parts together were too large; by itself it may not be. */
const isLeftOut = ({ status, data }: BatchEntry): boolean =>
  status === 413 && (data as Partial<ErrorBody> | null)?.code === 'answer_too_large';

const failures = createListeners();

let isKnown = false;

/**
 * Calls the listener when a batch was refused, once until one is answered again: the notice `fetchDataFailed`. The
 * first batch of a page may have been, before anything listened.
 */
export function onBatchFailed(listener: () => void): () => void {
  if (isKnown) listener();
  return failures.add(listener);
}

/** Without a network or a login the calls that follow, or a mark, say so. */
function noteFailure(error: unknown): void {
  if (isKnown || !(error instanceof ApiError) || error.status === 0 || error.status === 401) return;
  isKnown = true;
  failures.notify();
}

/**
 * The batch, and by itself what there was no room for in it; if it fails as a whole, the same calls one by one.
 * `onFailed` hears that it did, in place of the listeners.
 */
export function loadAll<const All extends readonly Asked[]>(
  addresses: All,
  onFailed?: (error: unknown) => void,
): Promise<Entries<All>>;
export async function loadAll(
  addresses: readonly Asked[],
  onFailed: (error: unknown) => void = noteFailure,
): Promise<readonly BatchEntry[]> {
  let entries: BatchEntry[];
  try {
    entries = await fetchBatch(addresses);
    isKnown = false;
  } catch (error) {
    onFailed(error);
    return Promise.all(addresses.map(fetchAlone));
  }
  if (entries.some(({ status }) => status !== 200)) await refusalsCanBeTold();
  return Promise.all(
    entries.map((entry, index) => (isLeftOut(entry) ? fetchAlone(addresses[index] as Asked) : entry)),
  );
}

/** The body of an entry; throws an ApiError unless its status is 200, the only one that counts as success. */
export function entryBody<C extends Read>(entry: EntryOf<C> | undefined): Answer<C>;
export function entryBody(entry: BatchEntry | undefined): unknown {
  if (entry?.status !== 200) throw answerError(entry?.status ?? 0, entry?.data);
  return entry.data;
}

/** Returns the body of an entry that came with the document, as `entryBody` does, once a refusal has its texts. */
export async function earlyBody<C extends Read>(entry: EntryOf<C> | undefined): Promise<Answer<C>> {
  if (entry?.status !== 200) await refusalsCanBeTold();
  return entryBody(entry);
}
