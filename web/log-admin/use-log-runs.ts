import useSWR from 'swr';
import type { LogRun } from '../../core/log/log.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** The latest verifications and rebuilds, newest first. */
export function useLogRuns() {
  return useSWR(
    '/api/admin/log/runs',
    async (url: string) => (await getTogether<{ data: LogRun[] }>(url)).data,
  );
}
