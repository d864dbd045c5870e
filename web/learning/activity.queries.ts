import { addressOf } from '../../core/address.ts';
import { useRead } from '../lib/call/use-read.ts';
import { useProgressSaved } from './queue/progress-saved.ts';

/** The student's study days, streak and retention; read again when answers that waited have arrived. */
export function useActivity() {
  const activity = useRead(addressOf('GET /api/activity'));
  useProgressSaved(() => void activity.mutate());
  return activity;
}

/** The student's progress in a deck as it is now, likewise; nothing is read without a deck. */
export function useStatsOfDeck(deckId: number | null) {
  const stats = useRead(
    deckId === null ? null : addressOf('GET /api/decks/:deckId/stats', { params: { deckId } }),
  );
  useProgressSaved(() => void stats.mutate());
  return stats;
}

/** The deck that the student studied last, likewise; null before the first. */
export function useRecentDeck() {
  const recent = useRead(addressOf('GET /api/recent-deck'));
  useProgressSaved(() => void recent.mutate());
  return recent;
}

/** What is left today over all decks, likewise. */
export function useToday() {
  const today = useRead(addressOf('GET /api/today'));
  useProgressSaved(() => void today.mutate());
  return today;
}
