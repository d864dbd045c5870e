import useSWR from 'swr';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** How long a new request may wait until its teacher sees it. */
const REFRESH_MS = 10_000;

/** The class that is open, read again and again since students come and go; `known` is shown until it is here. */
export function useClass(known: Classroom | null) {
  return useSWR(
    known && `/api/classes/${known.id}?include=decks`,
    async (url) => (await getTogether<{ data: Classroom }>(url)).data,
    { refreshInterval: REFRESH_MS, fallbackData: known ?? undefined },
  );
}
