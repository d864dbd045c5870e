import type { Way } from '../../../core/deck/deck.schema.ts';
import {
  acceptedAnswers,
  comparable,
  hiddenSide,
  isTypable,
} from '../../../core/learning/answering/typed-answer.ts';
import type { AnswerMode, Rating, Typed } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';

/** How one card is asked. */
export interface Asking {
  /** The way that was chosen, or the one that this card allows. */
  way: Way;
  mode: AnswerMode;
  /** What may be typed. */
  accepted: string[];
  /** Cards of its deck whose sides may stand beside the right one, each another under `comparable`. */
  others: StudyCard[];
}

interface Wanted {
  backFirst: boolean;
  way: Way;
  /** Cards at hand, of any deck, in any number. */
  others: readonly StudyCard[];
  /** Its front can be heard: it has audio, or a voice here reads it. */
  isAudible: boolean;
}

const MODES: Record<Way, AnswerMode> = {
  turning: 'session',
  typing: 'typing',
  dictation: 'dictation',
  choice: 'choice',
};

const sideOf = (card: Other, backFirst: boolean): string => plainText(backFirst ? card.front : card.back);

/** A card of the same deck, unless it says of which it is. */
type Other = Pick<StudyCard, 'front' | 'back'> & Partial<Pick<StudyCard, 'deck_id'>>;

/** Those of the deck that could be mistaken for the card: none has its question or its answer. */
export function distractors<C extends Other>(card: StudyCard, backFirst: boolean, cards: readonly C[]): C[] {
  const question = comparable(sideOf(card, !backFirst));
  const taken = new Set([comparable(sideOf(card, backFirst))]);
  const found: C[] = [];
  for (const other of cards) {
    const answer = comparable(sideOf(other, backFirst));
    const isOther =
      (other.deck_id ?? card.deck_id) === card.deck_id && comparable(sideOf(other, !backFirst)) !== question;
    if (!isOther || answer === '' || taken.has(answer)) continue;
    taken.add(answer);
    found.push(other);
  }
  return found;
}

const isTypableAll = (answers: string[]): boolean => answers.every(isTypable);

/** A way falls back to another one that the card allows: a dictation to typing, and the rest to turning. */
export function askingOf(card: StudyCard, { backFirst, way, others, isAudible }: Wanted): Asking {
  const asked = backFirst ? 'back' : 'front';
  const accepted = acceptedAnswers(hiddenSide(card, asked, 'session'));
  const heard = acceptedAnswers(card.front);
  const made = (actual: Way, rest: Partial<Asking> = {}): Asking => ({
    way: actual,
    mode: MODES[actual],
    accepted,
    others: [],
    ...rest,
  });
  if (way === 'dictation' && isAudible && isTypableAll(heard)) return made(way, { accepted: heard });
  if (way === 'choice') {
    const found = distractors(card, backFirst, others);
    return found.length > 0 ? made(way, { others: found }) : made('turning');
  }
  const isTyped = (way === 'typing' || way === 'dictation') && isTypableAll(accepted);
  return made(isTyped ? 'typing' : 'turning');
}

/** Returns the rating that an answer speaks for; where accents matter, a wrong one was almost known. */
export function suggestedRating(typed: Typed, lenient: boolean): Rating {
  if (typed === 'right') return 2;
  if (typed === 'accent') return lenient ? 2 : 1;
  return 0;
}
