import useSWR from 'swr';
import type { OwnJoinRequest } from '../../core/classroom/classroom.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

const KEY = '/api/join-requests';
const REFRESH_MS = 15_000;

/** The student's requests that wait for an answer; read again for as long as there are any. */
export function useOwnJoinRequests() {
  return useSWR(KEY, () => getAll<OwnJoinRequest>(KEY, getTogether), {
    refreshInterval: (requests) => (requests?.length ? REFRESH_MS : 0),
  });
}
