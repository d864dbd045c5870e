import type { Way } from '../../../core/deck/deck.schema.ts';
import type { Counts, ProgressBody, Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';

/** What a session is over: one deck, by its id, or all decks of today. */
export type SessionSource = number | 'today';

export type Phase = 'studying' | 'needs-more' | 'completed' | 'empty';
export type OriginalType = 'new' | 'review';

/** A card on its way back into memory within this session; the server knows no such state. */
export interface LearningCard {
  originalId: number;
  originalType: OriginalType;
  status: 0 | 1;
  /** Milliseconds since 1970. */
  lastStudied: number;
}

export interface Counters {
  new: number;
  learning: number;
  review: number;
}

/** How the current card was asked, as the answer reports it to the server. */
export type Turned = Required<Pick<ProgressBody, 'typed' | 'asked' | 'think_ms'>> &
  Pick<ProgressBody, 'answer' | 'mode'>;

/** What was answered so far to one card in this session. */
export interface AnswersToCard {
  first: Rating;
  tries: number;
}

/** A card that one session was teaching, for another session that has it as well. */
export interface HandedCard {
  card: StudyCard;
  learning: LearningCard;
  /** What was answered to it; absent when that is not known. */
  answers?: AnswersToCard;
  /** Its answer went to the server, so that the next one does not. */
  isSent: boolean;
}

/** What is shown of a session at its end. */
export interface SessionSummary {
  /** Cards that were learnt to the end. */
  cards: number;
  /** Of these, the ones known at the first try. */
  right: number;
  /** Time from showing to rating, without long pauses. */
  seconds: number;
  /** How often each card that was missed was missed, by its id. */
  misses: Record<string, number>;
  /** It is of the relearning that followed the session. */
  isRelearning: boolean;
}

/**
 * One session: plain data that can be stored and resumed as it is. Every card of `cards` is in exactly one
 * of `newIds`, `reviewIds` and `learning`. A counter is at least the length of its list. It is above it while the
 * server has more cards than were loaded.
 */
export interface SessionState {
  source: SessionSource;
  /** The server's study day, `2026-11-21`. */
  day: string;
  phase: Phase;
  /** After completion, for practice only: nothing is sent. */
  relearning: boolean;
  cards: StudyCard[];
  newIds: number[];
  reviewIds: number[];
  learning: LearningCard[];
  counters: Counters;
  /** Fixed when it starts: a card that leaves its list doesn't move the others. */
  round: number[];
  position: number;
  revealedAt: number | null;
  /** Of the card in hand, once it is revealed; sessions that were stored before there was such a thing have none. */
  turned?: Turned | null;
  answers: Record<string, AnswersToCard>;
  sentIds: number[];
  /** The UUID from which those of its answers are made; sessions that were stored before there was such a thing have none. */
  answerSeed?: string;
  /** How often the answer to a card was taken back, by the card's id. */
  takenBack?: Record<string, number>;
  doneIds: number[];
  /** Every card that was in the learning list: what Relearn starts from. */
  learned: StudyCard[];
  /** What Relearn starts from when nothing had to be learnt again. */
  firstCards: StudyCard[];
  /** Sessions that were stored before there was such a thing have none. */
  summary?: SessionSummary;
  /** Over all decks: how those are practised whose settings were saved since their cards were given, by the deck's id. */
  ways?: Record<string, Way>;
  /** What can be taken back, the latest last; stored apart from the session (undo-cache.ts). */
  past: PastStep[];
}

/** An answer that was sent to the server, as far as taking it back needs it. */
export interface SentAnswer {
  id: string;
  cardId: number;
}

/** How the session was before a rating. */
export interface PastStep {
  /** The answer's UUID, also when it was nothing for the server. */
  id: string;
  /** When it was rated, in milliseconds since 1970. */
  at: number;
  before: Omit<SessionState, 'past'>;
  /** Null when the rating was nothing for the server. */
  sent: SentAnswer | null;
  /** The card that was put aside instead of rated. */
  aside?: number;
  /** The daily limits were changed since: the counters of then are no longer the server's. */
  outdated: boolean;
}

export type SessionEvent =
  | { type: 'revealed'; now: number; turned?: Turned }
  /** `answerId` is the UUID under which the answer is sent, if it is. */
  | { type: 'rated'; rating: Rating; now: number; answerId: string }
  /** The card in hand was put aside; `id` is the step's own. */
  | { type: 'put-aside'; now: number; id: string }
  | { type: 'flagged'; cardId: number; flagged: boolean }
  | { type: 'settled'; deckId: number; way: Way }
  | { type: 'undo' }
  | { type: 'moreLoaded'; cards: StudyCard[] }
  | { type: 'moreFailed' }
  | { type: 'refreshed'; counts: Pick<Counts, 'newCardsToday' | 'reviewCardsToday'> }
  | { type: 'relearn'; now: number };

/** An answer that the server must get. */
export interface ProgressItem {
  id: string;
  cardId: number;
  body: ProgressBody;
}

export interface Step {
  state: SessionState;
  send: ProgressItem[];
  /** The answer that the server must forget. */
  undo: SentAnswer | null;
}

export const NO_COUNTERS: Counters = { new: 0, learning: 0, review: 0 };

export const cardsLeft = ({ counters }: SessionState): number =>
  counters.new + counters.learning + counters.review;

export const currentCard = (state: SessionState): StudyCard | undefined =>
  state.phase === 'studying'
    ? state.cards.find((card) => card.id === state.round[state.position])
    : undefined;

/** A card without progress is new. */
export const isNew = (card: StudyCard): boolean => card.progresses.length === 0;
