import useSWR from 'swr';
import type { JoinRequest } from '../../core/classroom/classroom.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

const REFRESH_MS = 10_000;

/** Who waits for approval, the longest first; read again while it is on the screen. */
export function useJoinRequests(classId: number) {
  return useSWR(`/api/classes/${classId}/join-requests`, (url) => getAll<JoinRequest>(url, getTogether), {
    refreshInterval: REFRESH_MS,
  });
}
