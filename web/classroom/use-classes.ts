import useSWR from 'swr';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

const KEY = '/api/classes?include=decks';

/** A teacher's own classes, or those in which the student is approved. */
export function useClasses() {
  return useSWR(KEY, () => getAll<Classroom>(KEY, getTogether));
}
