import type { DeckSettings } from '../../../core/deck/deck.schema.ts';
import { todaysCards } from '../../../core/learning/choosing/daily-limits.ts';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';

/** When cards of a deck come next, in days from today, and how many. */
export interface NextCards {
  days: number;
  cards: number;
}

type Known = Pick<DeckStats, 'review_schedule' | 'cards_studied' | 'total_cards'>;

/** Returns what comes after a day on which everything was studied; undefined when nothing comes by itself. */
export function nextCards(
  { review_schedule, cards_studied, total_cards }: Known,
  settings: DeckSettings,
): NextCards | undefined {
  const tomorrow = todaysCards(
    {
      due: review_schedule.reduce(
        (sum, { days_from_now, card_count }) => sum + (days_from_now <= 1 ? card_count : 0),
        0,
      ),
      unseen: total_cards - cards_studied,
      introducedToday: 0,
      studiedToday: 0,
    },
    settings,
  );
  const cards = tomorrow.reviewCards + tomorrow.newCards;
  if (cards > 0) return { days: 1, cards };
  const later = review_schedule.find(({ days_from_now }) => days_from_now > 1);
  return (
    later && { days: later.days_from_now, cards: Math.min(later.card_count, settings.max_cards_per_day) }
  );
}
