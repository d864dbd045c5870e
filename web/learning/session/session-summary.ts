import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { type AnswersToCard, isNew, type SessionState, type SessionSummary } from './session.state.ts';

export const NO_SUMMARY: SessionSummary = {
  cards: 0,
  right: 0,
  seconds: 0,
  misses: {},
  isRelearning: false,
};

/** Milliseconds from showing to turning, and from turning to rating, beyond which somebody was elsewhere. */
const PAUSE_MS = 60_000;
const HARDEST = 5;

const withoutPause = (ms: number): number => Math.min(PAUSE_MS, Math.max(0, ms));

/** Returns the summary with a rating more; a card counts when it is known. */
export function summarize(
  { summary = NO_SUMMARY, revealedAt, turned }: SessionState,
  { id, counted, rating, now }: { id: number; counted: AnswersToCard; rating: Rating; now: number },
): SessionSummary {
  const spent = withoutPause(turned?.think_ms ?? 0) + withoutPause(now - (revealedAt ?? now));
  const seconds = summary.seconds + spent / 1_000;
  if (rating !== 2) return { ...summary, seconds };
  const missed = counted.tries - 1;
  // It may have been known after all, but not at once.
  const isAtOnce = missed === 0 && turned?.typed !== 'wrong';
  return {
    ...summary,
    seconds,
    cards: summary.cards + 1,
    right: summary.right + (isAtOnce ? 1 : 0),
    misses: missed > 0 ? { ...summary.misses, [id]: missed } : summary.misses,
  };
}

export interface HardWord {
  card: StudyCard;
  /** How often it was forgotten, as its memory counts: none of a new card, which was never known. */
  misses: number;
}

/** Returns the cards that were missed most, the hardest first. */
export function hardestWords({ summary = NO_SUMMARY, learned }: SessionState): HardWord[] {
  const missesOf = ({ id }: StudyCard) => summary.misses[id] ?? 0;
  const isMet = (card: StudyCard) => isNew(card) && !summary.isRelearning;
  return learned
    .filter((card) => missesOf(card) > 0)
    .sort((a, b) => missesOf(b) - missesOf(a))
    .slice(0, HARDEST)
    .map((card) => ({ card, misses: isMet(card) ? 0 : missesOf(card) }));
}
