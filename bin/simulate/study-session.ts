import type { ProgressBody, Rating } from '../../core/learning/learning.schema.ts';
import { LEARNING_MAX, ROUND_SIZE, SET_LIMIT_MAX } from '../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../core/learning/study-card.schema.ts';

/** How a card was asked, as it is sent to the server with the answer. */
export type Turned = Required<Pick<ProgressBody, 'typed' | 'asked' | 'think_ms'>>;

/** A card of the session that is not yet done. */
export interface OpenCard {
  cardId: number;
  type: 'new' | 'review';
  /** On its way back into memory; the server knows no such state. */
  learning: boolean;
  /** The first answer to it in this session. */
  first: Rating | undefined;
  tries: number;
  sent: boolean;
}

/** The learning session of one deck by the client's rules: what is asked when, and which answers reach the server. */
export class StudySession {
  readonly #known = new Set<number>();
  #open: OpenCard[] = [];

  /** Takes in what the server gave; returns how many of the cards are new to this session. */
  add(cards: StudyCard[]): number {
    const fresh = cards.filter(({ id }) => !this.#known.has(id));
    for (const { id, progresses } of fresh) {
      this.#known.add(id);
      const type = progresses.length > 0 ? 'review' : 'new';
      this.#open.push({ cardId: id, type, learning: false, first: undefined, tries: 0, sent: false });
    }
    return fresh.length;
  }

  get isOver(): boolean {
    return this.#open.length === 0;
  }

  /** Everything that was loaded has been met: the server is to be asked for more. */
  get needsMore(): boolean {
    return this.#open.every(({ learning }) => learning);
  }

  /** How many cards to ask for, so that at least a round of unknown ones is among them. */
  get moreLimit(): number {
    return Math.min(SET_LIMIT_MAX, ROUND_SIZE + this.#open.filter(({ sent }) => !sent).length);
  }

  /** Learning cards first, then new ones, then reviews. Fixed when it starts. */
  round(): OpenCard[] {
    const learning = this.#open.filter((card) => card.learning);
    const met = this.#open.filter((card) => !card.learning);
    const [fresh, review] = [
      met.filter(({ type }) => type === 'new'),
      met.filter(({ type }) => type === 'review'),
    ];
    return [...learning, ...fresh, ...review].slice(0, ROUND_SIZE);
  }

  /**
   * Rates the current card. A review card is sent with its first answer, whatever it is, and never again in this
   * session. A new card is sent only when it is known, with its first answer and the number of tries.
   */
  rate(
    card: OpenCard,
    rating: Rating,
    { seconds, now, turned }: { seconds: number; now: number; turned: Turned },
  ): ProgressBody | undefined {
    card.first ??= rating;
    card.tries += 1;
    const mustSend = !card.sent && (rating === 2 || (card.type === 'review' && !card.learning));
    card.sent ||= mustSend;
    if (rating === 2) this.#open = this.#open.filter((other) => other !== card);
    else card.learning ||= this.#open.filter(({ learning }) => learning).length < LEARNING_MAX;
    if (!mustSend) return undefined;
    return {
      status: rating,
      time_spent: seconds,
      card_type: card.type,
      first_status: card.first,
      tries: card.tries,
      answered_at: now,
      ...turned,
      mode: 'session',
    };
  }
}
