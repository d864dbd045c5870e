import type { CramCard } from '../../../core/learning/choosing/cram.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import type { SessionState } from '../session/session.state.ts';
import { startSession } from '../session/session-loading.ts';
import { NO_SUMMARY } from '../session/session-summary.ts';

/** A card as sessions have it; what it is in the plan is nothing for practice. */
export const asStudyCard = (card: CramCard): StudyCard => ({ ...card, progresses: [], next_days: [] });

/** Returns a session over these cards of which nothing is sent. It ends when each was known once. */
export function startCram(deckId: number, cards: readonly StudyCard[]): SessionState {
  const given = cards.map((card): StudyCard => ({ ...card, progresses: [] }));
  const state = startSession({
    source: deckId,
    day: '',
    cards: given,
    counts: { newCardsToday: given.length, reviewCardsToday: 0 },
    completed: false,
  });
  return {
    ...state,
    relearning: true,
    // What is asked again at the end, and the other options of a choice, are of all cards.
    learned: given,
    summary: { ...NO_SUMMARY, isRelearning: true },
  };
}

/** Returns the cards that were not known at the first try, in the order in which they were given. */
export const missedCards = ({ learned, summary = NO_SUMMARY }: SessionState): StudyCard[] =>
  learned.filter(({ id }) => (summary.misses[id] ?? 0) > 0);
