import useSWR from 'swr';
import type { RecentDeck } from '../../core/deck/deck.schema.ts';
import { useProgressSaved } from '../learning/progress-saved.ts';
import { getTogether } from '../lib/gathered-get.ts';

const KEY = '/api/recent-deck';

/** The deck that the student studied last; null before the first card. */
export function useRecentDeck() {
  const recent = useSWR(KEY, async () => (await getTogether<{ data: RecentDeck | null }>(KEY)).data);
  useProgressSaved(() => void recent.mutate());
  return recent;
}
