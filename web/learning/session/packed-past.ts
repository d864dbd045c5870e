import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import type { PastStep, SessionState } from './session.state.ts';

const CARD_LISTS = ['cards', 'learned', 'firstCards'] as const;
type CardList = (typeof CARD_LISTS)[number];
type Before = PastStep['before'];

/** A step whose cards are numbers: their places in the list that all steps share. */
interface PackedStep extends Omit<PastStep, 'before'> {
  before: Omit<Before, CardList> & Record<CardList, number[]>;
}

/** What can be taken back, as it is stored: each card once, though it is in most of the steps. */
export interface PackedPast {
  cards: StudyCard[];
  steps: PackedStep[];
}

/** Returns the steps with each card once; cards are compared as objects, which steps share. */
export function packPast(past: SessionState['past']): PackedPast {
  const places = new Map<StudyCard, number>();
  const placeOf = (card: StudyCard): number => {
    const place = places.get(card) ?? places.size;
    places.set(card, place);
    return place;
  };
  const steps = past.map(({ before, ...step }) => ({
    ...step,
    before: {
      ...before,
      cards: before.cards.map(placeOf),
      learned: before.learned.map(placeOf),
      firstCards: before.firstCards.map(placeOf),
    },
  }));
  return { cards: [...places.keys()], steps };
}

/** Returns the steps again. Throws when a card is missing. */
export function unpackPast({ cards, steps }: PackedPast): SessionState['past'] {
  const cardAt = (place: number): StudyCard => {
    const card = cards[place];
    if (!card) throw new Error(`Card ${place} of ${cards.length} is missing`);
    return card;
  };
  return steps.map(({ before, ...step }) => ({
    ...step,
    before: {
      ...before,
      cards: before.cards.map(cardAt),
      learned: before.learned.map(cardAt),
      firstCards: before.firstCards.map(cardAt),
    },
  }));
}
