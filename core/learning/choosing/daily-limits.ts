import type { DeckSettings } from '../../deck/deck.schema.ts';

/** What one student has and has not studied of one deck today. */
export interface StudyLoad {
  /** Cards due today or earlier. */
  due: number;
  /** Cards never learnt. */
  unseen: number;
  /** Cards learnt for the first time today. */
  introducedToday: number;
  /** Distinct cards answered today. */
  studiedToday: number;
}

/** The limits of a day on which so many cards more were asked for. */
export const withExtra = (settings: DeckSettings, extra: number): DeckSettings => ({
  new_cards_per_day: settings.new_cards_per_day + extra,
  max_cards_per_day: settings.max_cards_per_day + extra,
});

export interface Today {
  newCards: number;
  reviewCards: number;
  /** Something was studied and nothing is left, the daily maximum aside. */
  completed: boolean;
  /** The daily maximum is reached although cards are left. */
  limitReached: boolean;
}

/** What is still to study today: due reviews first, new cards in the room that is left. */
export function todaysCards(load: StudyLoad, settings: DeckSettings): Today {
  const room = Math.max(0, settings.max_cards_per_day - load.studiedToday);
  const newAllowed = Math.min(load.unseen, Math.max(0, settings.new_cards_per_day - load.introducedToday));
  const reviewCards = Math.min(load.due, room);
  const left = load.due + newAllowed;
  return {
    reviewCards,
    newCards: Math.min(newAllowed, room - reviewCards),
    completed: load.studiedToday > 0 && left === 0,
    limitReached: room === 0 && left > 0,
  };
}
