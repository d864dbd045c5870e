import type { ErrorBody } from '../../core/errors.ts';
import { ApiError, answerError, callApi } from './api-client.ts';

export interface BatchRequest {
  /** Relative, under `/api/`. */
  url: string;
  params?: Record<string, string | number | boolean>;
}

/** One call's answer: `data` is its whole body, `{success, data, …}` or an error's. */
export interface BatchEntry {
  status: number;
  data: unknown;
}

/** Several GETs in one call, answered in the order asked. */
export async function fetchBatch(requests: BatchRequest[]): Promise<BatchEntry[]> {
  const body = { requests: requests.map((request) => ({ method: 'GET', ...request })) };
  const answer = await callApi<{ data: BatchEntry[] }>('POST', '/api/batch', { body });
  return answer.data;
}

async function fetchAlone({ url, params }: BatchRequest): Promise<BatchEntry> {
  try {
    return { status: 200, data: await callApi('GET', url, { query: params }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, errors } = error;
    return { status, data: { success: false, code, message, errors } };
  }
}

/** All parts together were too large; by itself it may not be. */
const isLeftOut = ({ status, data }: BatchEntry): boolean =>
  status === 413 && (data as Partial<ErrorBody> | null)?.code === 'answer_too_large';

/**
 * The batch, and by itself what there was no room for in it; if it fails as a whole, the same calls one by one. `onBatchFailed` is where a screen shows the notice
 * `fetchDataFailed`.
 */
export async function loadAll(
  requests: BatchRequest[],
  onBatchFailed?: (error: unknown) => void,
): Promise<BatchEntry[]> {
  let entries: BatchEntry[];
  try {
    entries = await fetchBatch(requests);
  } catch (error) {
    onBatchFailed?.(error);
    return Promise.all(requests.map(fetchAlone));
  }
  return Promise.all(
    entries.map((entry, index) => (isLeftOut(entry) ? fetchAlone(requests[index] as BatchRequest) : entry)),
  );
}

/** The body of an entry; throws an ApiError unless its status is 200, the only one that counts as success. */
export function entryBody<T>(entry: BatchEntry | undefined): T {
  if (entry?.status !== 200) throw answerError(entry?.status ?? 0, entry?.data);
  return entry.data as T;
}
