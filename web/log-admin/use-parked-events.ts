import useSWR from 'swr';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** What projections could not apply, by projection and student. */
export function useParkedEvents() {
  return useSWR('/api/admin/log/parked', (url: string) => getAll<ParkedStudent>(url, getTogether));
}
