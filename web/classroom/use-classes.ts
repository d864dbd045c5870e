import useSWR from 'swr';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { type Get, getAlone } from '../lib/gathered-get.ts';

const KEY = '/api/classes?include=decks';

/** A teacher's own classes, or those in which the student is approved. */
export function useClasses(get: Get = getAlone) {
  return useSWR(KEY, async () => (await get<{ data: Classroom[] }>(KEY)).data);
}
