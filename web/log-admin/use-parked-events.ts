import useSWR from 'swr';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** What projections could not apply, by projection and student. */
export function useParkedEvents() {
  return useSWR(
    '/api/admin/log/parked',
    async (url: string) => (await getTogether<{ data: ParkedStudent[] }>(url)).data,
  );
}
