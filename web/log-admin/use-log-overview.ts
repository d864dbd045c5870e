import useSWR from 'swr';
import type { LogOverview } from '../../core/log/log.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

const REFRESH_MS = 2_000;

/** How the log and its projections are, read again and again while the page is seen. */
export function useLogOverview() {
  return useSWR(
    '/api/admin/log',
    async (url: string) => (await getTogether<{ data: LogOverview }>(url)).data,
    {
      refreshInterval: REFRESH_MS,
    },
  );
}
